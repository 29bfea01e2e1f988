import * as elections from '#contract/elections/voting.endpoints.ts';
import { electionLimits, electionRates } from '#contract/elections/limits.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { countInMemory } from '../../../kernel/security/rate-limits.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { isQuorumReached } from '../count/count.ts';
import { canSee } from '../elections-access.ts';
import { selectElection } from '../elections.queries.ts';
import { ballotFileLines, type FileBallot } from '../ballot-file.ts';
import { selectBallots, selectResult } from './counting.queries.ts';

const pageSize = 2_000;

/** Reads the ballots of an election page by page, because a large election has tens of thousands. */
async function* readBallots(call: Pick<Call, 'db'>, election: number): AsyncGenerator<FileBallot> {
  for (let after = ''; ;) {
    const ballots = await selectBallots(call.db, election, { after, size: pageSize });
    yield* ballots;
    if (ballots.length < pageSize) return;
    after = ballots.at(-1)?.receipt ?? after;
  }
}

export const countingHandlers = [
  handle(elections.getBallots, async (call, { id }) => {
    const subject = `ballot-files:${call.schoolId}:${call.me.userId}`;
    await countInMemory(call, subject, electionRates.download);
    const row = orNotFound(await selectElection(call.db, call.me.userId, idOf(id), call.now));
    if (!(await canSee(call, row))) throw problem('not_found');
    const found = await selectResult(call.db, row.id);
    if (found?.state !== 'published' || found.file_header === null || found.results === null)
      throw problem('election_open');
    const min = electionLimits.ballots;
    if ((found.ballots ?? 0) < min) throw problem('too_few_ballots', { min });
    let text = '';
    const lines = ballotFileLines({
      header: found.file_header,
      ballots: readBallots(call, row.id),
      results: found.results,
      // The school signed the file after the count, and may have a new key by now.
      sign: () => Buffer.from(found.signature ?? '', 'base64url'),
    });
    for await (const line of lines) text += line;
    return text;
  }),

  handle(elections.getElectionResult, async (call, { id }) => {
    const row = orNotFound(await selectElection(call.db, call.me.userId, idOf(id), call.now));
    if (!(await canSee(call, row))) throw problem('not_found');
    const found = await selectResult(call.db, row.id);
    if (found?.state !== 'published' || found.results === null || found.file_header === null)
      throw problem('election_open');
    const { voters, ballots, quorum, results, file_header: header } = found;
    // With so few ballots, figures would reveal how people voted.
    const isShown = (ballots ?? 0) >= electionLimits.ballots;
    return {
      ballots: ballots ?? 0,
      paperBallots: found.ballots_on_paper,
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
