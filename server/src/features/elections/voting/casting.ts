import type * as elections from '#contract/elections/voting.endpoints.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import type { Member } from '../../../kernel/actor.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { canSee } from '../elections-access.ts';
import { selectElection, type ElectionRow } from '../elections.queries.ts';
import { phaseOf, readBallot, type BallotProblem } from '../elections.rules.ts';
import { ballotReceipt } from '../receipt.ts';
import { readElectionKeys } from './election-secrets.ts';
import { openElection } from './opening.ts';
import {
  decryptBallot,
  encryptBallot,
  encryptedSize,
  voterNumber,
  type BallotKeys,
} from './ballot-encryption.ts';
import { lockAsVoter, lockEncryptedBallot, updateEncryptedBallot } from './voting.queries.ts';

type Casting = HandlerInput<typeof elections.castBallot>;
/** A person who votes. */
type Voter = { readonly me: Member };

/** Returns an election in which the caller can vote at the time of arrival. Throws with the reason otherwise. */
const readVotable = async (
  context: Context & Voter,
  id: number,
  arrivedAt: Date,
): Promise<ElectionRow> => {
  const row = orNotFound(await selectElection(context.db, context.me.userId, id));
  if (!(await canSee(context, row))) throw problem('not_found');
  const phase = phaseOf(row, arrivedAt);
  if (phase === 'draft' || phase === 'nominations' || phase === 'announced')
    throw problem('election_not_open');
  if (phase !== 'voting') throw problem('election_closed');
  // Leaving the club ends the right to vote in it, although the list of voters is fixed.
  const isMemberVote = row.voter_rule.members && row.club_id !== null;
  const isNamed =
    row.voter_rule.people.includes(String(context.me.userId)) ||
    row.voter_rule.allow.some(({ uid }) => uid === String(context.me.userId));
  if (!row.is_voter || (isMemberVote && !row.is_member && !isNamed)) throw problem('not_a_voter');
  return row;
};

const ballotProblems: Readonly<Record<BallotProblem, string>> = {
  candidate_unknown: 'has a candidate who isn’t on the ballot',
  candidate_twice: 'has a candidate more than once',
  too_many_choices: 'has too many candidates',
  contest_unknown: 'isn’t a contest of this election',
};

const sameVotes = (a: elections.Votes, b: elections.Votes): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Stores a ballot in the voter's encrypted row. Writes nothing else, so that nothing on disk says who voted. */
const cast = async (
  context: Context & Voter,
  row: ElectionRow,
  keys: BallotKeys,
  { nonce, votes: sent, replaces }: Casting,
): Promise<{ receipt: string }> => {
  const { votes, problems, isWithdrawn } = readBallot(row.contests, sent);
  if (problems.length > 0)
    throw problem(
      'ballot_invalid',
      {},
      problems.map(({ contest, code }) => ({
        path: `votes.${contest}`,
        message: ballotProblems[code],
        contest,
        code,
      })),
    );
  const receiptFor = (ballot: { nonce: string; votes: elections.Votes }) =>
    ballotReceipt({
      election: String(row.id),
      nonce: ballot.nonce,
      contests: row.contests.map(({ id }) => String(id)),
      votes: ballot.votes,
    });
  const number = voterNumber(keys, context.me.userId);
  const stored = await lockEncryptedBallot(context.db, row.id, number);
  if (stored === undefined) throw problem('not_a_voter');
  const before = decryptBallot(keys, number, stored.ballot);
  const receipt = receiptFor({ nonce, votes });
  if (before !== null) {
    // The same ballot again: the first reply was lost.
    if (before.nonce === nonce && sameVotes(before.votes, votes)) return { receipt };
    if (!row.allows_revote || replaces === undefined) throw problem('already_voted');
    if (replaces.nonce !== before.nonce || replaces.receipt !== receiptFor(before))
      throw problem('replaced_unknown');
  } else if (replaces !== undefined) throw problem('replaced_unknown');
  if (isWithdrawn) throw problem('candidate_withdrawn');
  const encrypted = encryptBallot(keys, number, { nonce, votes }, encryptedSize(stored.ballot));
  if (!(await updateEncryptedBallot(context.db, row.id, number, encrypted)))
    throw problem('election_closed');
  return { receipt };
};

/** Returns the keys of an election, or throws `election_closed` if its secret was destroyed: it was counted, or a backup was restored. */
const keysOf = async (scope: Scope, row: ElectionRow): Promise<BallotKeys> => {
  const keys = row.secret_name === null ? null : await readElectionKeys(scope, row.secret_name);
  if (keys === null) throw problem('election_closed');
  return keys;
};

/** Casts a ballot that arrived now. Starts voting if its time has come. Call it outside of transactions. */
export const castBallotOf = async (
  scope: Scope & Voter,
  input: Casting,
): Promise<{ receipt: string }> => {
  const { me } = scope;
  const now = scope.clock.now();
  const id = idOf(input.id);
  const read = () =>
    transact(scope, (context) => readVotable({ ...context, me }, id, now), { readOnly: true });
  let row = await read();
  if (row.state === 'announced') {
    await openElection(scope, id);
    row = await read();
  }
  const keys = await keysOf(scope, row);
  return transact(scope, async (context) => {
    await lockAsVoter(context.db, id);
    // A candidate can have withdrawn, or the count begun, since the first reading.
    return cast({ ...context, me }, await readVotable({ ...context, me }, id, now), keys, input);
  });
};
