import * as elections from '#contract/elections/voting.endpoints.ts';
import { electionLimits } from '#contract/elections/limits.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { isQuorumReached } from '../count/count.ts';
import { canSee } from '../elections-access.ts';
import { selectElection } from '../elections.queries.ts';
import { selectResult } from './counting.queries.ts';

export const countingHandlers = [
  handle(elections.getElectionResult, async (call, { id }) => {
    const row = orNotFound(await selectElection(call.db, call.me.userId, idOf(id)));
    if (!(await canSee(call, row))) throw problem('not_found');
    const found = await selectResult(call.db, row.id);
    if (found?.state !== 'published' || found.results === null || found.file_header === null)
      throw problem('election_open');
    const { voters, ballots, quorum, results, file_header: header } = found;
    // With so few ballots, figures would reveal how people voted.
    const isShown = (ballots ?? 0) >= electionLimits.ballots;
    return {
      ballots: ballots ?? 0,
      voters: voters ?? 0,
      quorumReached: isQuorumReached(ballots ?? 0, voters ?? 0, quorum),
      contests: header.contests.map((contest) => ({
        id: contest.id,
        candidates: contest.candidates.map((one) => one.id),
        elected: results[contest.id]?.elected ?? [],
        count: isShown ? (results[contest.id]?.count ?? null) : null,
      })),
    };
  }),
];
