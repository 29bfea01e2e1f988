import * as elections from '#contract/elections/endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { definedOnly, idOf, orNotFound } from '../../../kernel/sql.ts';
import { checkFindable } from '../elections-access.ts';
import { selectElection } from '../elections.queries.ts';
import { phaseOf } from '../elections.rules.ts';
import { readSeen } from '../reading.ts';
import { lockAsVoter } from '../voting/voting.queries.ts';
import * as queries from './nominations.queries.ts';

/** The states that a nominee can choose from each state, while nominations are open. */
const nextStates = {
  proposed: ['accepted', 'declined'],
  accepted: ['accepted', 'withdrawn'],
  declined: ['accepted'],
  withdrawn: ['accepted'],
} as const;

export const nominationsHandlers = [
  handle(elections.nominate, async (call, { id, clientId, contest, uid, statement = '' }) => {
    const { row, manages } = await readSeen(call, id);
    if (!row.is_voter && !manages) throw problem('not_a_voter');
    if (phaseOf(row, call.now) !== 'nominations') throw problem('nominations_closed');
    const found = orNotFound(
      row.contests.find((one) => one.id === idOf(contest) && one.kind !== 'yes_no'),
    );
    await checkFindable(call, [uid]);
    const nominee = idOf(uid);
    const { userId: me } = call.me;
    // People who announce an election agree not to be candidates in it.
    if (nominee === row.announced_by || nominee === row.proposed_by)
      throw problem('election_own_candidacy');
    const isOwn = nominee === me;
    const added = await queries.insertNomination(call.db, call.schoolId, {
      contest: found.id,
      person: nominee,
      by: me,
      clientId,
      statement: isOwn ? statement : '',
      state: isOwn ? 'accepted' : 'proposed',
      now: call.now,
    });
    if (added === undefined) {
      const before = await queries.selectNominationOf(call.db, found.id, nominee);
      if (before?.client_id !== clientId || before.proposed_by !== me)
        throw problem('nominated_already');
      return { id: String(before.id), state: before.state };
    }
    if (!isOwn)
      await emit(call, 'election_nominated', { election: row.id, person: nominee, by: me });
    return { id: String(added.id), state: added.state };
  }),

  handle(elections.answerNomination, async (call, { id, state, statement, videoUrl }) => {
    const own = orNotFound(await queries.lockOwnNomination(call.db, idOf(id), call.me.userId));
    // A count that has begun has read the candidates.
    await lockAsVoter(call.db, own.election_id);
    const row = orNotFound(
      await selectElection(call.db, call.me.userId, own.election_id, call.now),
    );
    const phase = phaseOf(row, call.now);
    if (phase === 'counting' || phase === 'published' || phase === 'canceled')
      throw problem('election_closed');
    const isWithdrawal = state === 'withdrawn' && own.state === 'accepted';
    if (phase !== 'nominations' && !isWithdrawal) throw problem('nominations_closed');
    const next: readonly string[] = nextStates[own.state];
    if (!next.includes(state)) throw problem('nomination_state');
    await queries.updateNomination(call.db, own.id, {
      state,
      ...definedOnly({ statement, video_url: videoUrl }),
    });
    return { id: String(own.id), state };
  }),
];
