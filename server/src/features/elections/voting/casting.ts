import type * as elections from '#contract/elections/voting.endpoints.ts';
import { memberOf, transact, type Context, type Scope } from '../../../kernel/context.ts';
import {
  batchOutcome,
  type BatchedCall,
  type BatchOutcome,
} from '../../../kernel/http/batched-call.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { canSee } from '../elections-access.ts';
import { selectElection } from '../elections.queries.ts';
import { phaseOf, readBallot, type BallotProblem } from '../elections.rules.ts';
import { ballotReceipt } from '../receipt.ts';
import { knownElectionKeys, readElectionKeys } from './election-secrets.ts';
import { openElection } from './opening.ts';
import {
  decryptBallot,
  encryptBallot,
  encryptedSize,
  isPaperMark,
  voterNumber,
  type BallotKeys,
} from './ballot-encryption.ts';
import {
  lockAsVoter,
  lockEncryptedBallots,
  selectVotable,
  selectVoterRows,
  updateEncryptedBallots,
  type EncryptedBallotRow,
  type VotableRow,
  type VoterRow,
} from './voting.queries.ts';

type Call = BatchedCall<typeof elections.castBallot>;
interface Answer {
  readonly receipt: string;
}

/** Throws with the reason if a person can't vote at a time. */
export const checkCanVote = (
  row: VotableRow,
  voter: VoterRow | undefined,
  { person, now }: { person: number; now: Date },
): void => {
  const phase = phaseOf(row, now);
  if (phase === 'draft' || phase === 'nominations' || phase === 'announced')
    throw problem('election_not_open');
  if (phase !== 'voting') throw problem('election_closed');
  // Leaving the club ends the right to vote in it, although the list of voters is fixed.
  const isMemberVote = (row.voter_rule.members || row.voter_rule.dues) && row.club_id !== null;
  const isNamed =
    row.voter_rule.people.includes(String(person)) ||
    row.voter_rule.allow.some(({ uid }) => uid === String(person));
  if (voter?.is_voter !== true || (isMemberVote && !voter.is_member && !isNamed))
    throw problem('not_a_voter');
};

/** Checks that the caller can vote in an election at the time of arrival. Throws with the reason otherwise. */
const checkVoter = async (
  { context, arrivedAt }: Call,
  row: VotableRow,
  voter: VoterRow | undefined,
): Promise<void> => {
  const { userId } = memberOf(context);
  // Voters see the election. For others, the whole row says whether they do.
  if (voter?.is_voter !== true) {
    const whole = orNotFound(await selectElection(context.db, userId, row.id, arrivedAt));
    if (!(await canSee(context, whole))) throw problem('not_found');
  }
  checkCanVote(row, voter, { person: userId, now: arrivedAt });
};

const ballotProblems: Readonly<Record<BallotProblem, string>> = {
  candidate_unknown: 'has a candidate who isn’t on the ballot',
  candidate_twice: 'has a candidate more than once',
  too_many_choices: 'has too many candidates',
  contest_unknown: 'isn’t a contest of this election',
};

/** Returns the error of a ballot with these problems. */
export const ballotInvalid = (
  problems: readonly { readonly contest: string; readonly code: BallotProblem }[],
) =>
  problem(
    'ballot_invalid',
    {},
    problems.map(({ contest, code }) => ({
      path: `votes.${contest}`,
      message: ballotProblems[code],
      contest,
      code,
    })),
  );

export const sameVotes = (a: elections.Votes, b: elections.Votes): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Returns a ballot's receipt and its encrypted row. The row is null if it is stored already. Throws if the voter can't cast it. */
const encryptedBallot = (
  row: VotableRow,
  keys: BallotKeys,
  stored: EncryptedBallotRow | undefined,
  { nonce, votes: sent, replaces }: Call['input'],
): Answer & { readonly encrypted: EncryptedBallotRow | null } => {
  const { votes, problems, isWithdrawn } = readBallot(row.contests, sent);
  if (problems.length > 0) throw ballotInvalid(problems);
  const receiptFor = (ballot: { nonce: string; votes: elections.Votes }) =>
    ballotReceipt({
      election: String(row.id),
      nonce: ballot.nonce,
      contests: row.contests.map(({ id }) => String(id)),
      votes: ballot.votes,
    });
  if (stored === undefined) throw problem('not_a_voter');
  const { number } = stored;
  const before = decryptBallot(keys, number, stored.ballot);
  const receipt = receiptFor({ nonce, votes });
  if (before !== null) {
    if (isPaperMark(before)) throw problem('already_voted');
    // The same ballot again: the first reply was lost.
    if (before.nonce === nonce && sameVotes(before.votes, votes))
      return { receipt, encrypted: null };
    if (!row.allows_revote || replaces === undefined) throw problem('already_voted');
    if (replaces.nonce !== before.nonce || replaces.receipt !== receiptFor(before))
      throw problem('replaced_unknown');
  } else if (replaces !== undefined) throw problem('replaced_unknown');
  if (isWithdrawn) throw problem('candidate_withdrawn');
  const ballot = encryptBallot(keys, number, { nonce, votes }, encryptedSize(stored.ballot));
  return { receipt, encrypted: { number, ballot } };
};

type Outcome = BatchOutcome<Answer>;

/** Reads the keys of an election into memory, from outside of the database. */
const readKeys = async (scope: Scope, secret: string): Promise<void> => {
  // Its secret was destroyed: it was counted, or a backup was restored.
  if ((await readElectionKeys(scope, secret)) === null) throw problem('election_closed');
};

/** An outcome for all ballots of a batch: the work that they wait for starts once. */
const afterOne = (work: () => Promise<void>): Outcome => {
  let started: Promise<void> | undefined;
  return { after: () => (started ??= work()) };
};

/** Returns the keys of an election, or the outcome of ballots without them. */
const keysOf = (
  scope: Scope,
  { id, state, secret_name: secret }: VotableRow,
): BallotKeys | { readonly outcome: Outcome } => {
  if (state === 'announced') return { outcome: afterOne(() => openElection(scope, id)) };
  if (secret === null) return { outcome: { error: problem('election_closed') } };
  return knownElectionKeys(secret) ?? { outcome: afterOne(() => readKeys(scope, secret)) };
};

/**
 * Casts the ballots of one election, and writes nothing else, so that nothing on disk says who voted. A voter's second ballot waits for
 * the first one.
 */
export const castInElection = async (
  election: number,
  calls: readonly Call[],
): Promise<ReadonlyMap<Call, Outcome>> => {
  const outcomes = new Map<Call, Outcome>();
  const byVoter = new Map<number, Call>();
  for (const call of calls) {
    const { userId } = memberOf(call.context);
    if (byVoter.has(userId)) outcomes.set(call, 'later');
    else byVoter.set(userId, call);
  }
  const [first] = calls;
  if (first === undefined) return outcomes;
  const { db } = first.context;
  // Sent together. The server takes the lock before it reads, so the count can't begin after these readings.
  const [, row, voters] = await Promise.all([
    lockAsVoter(db, election),
    selectVotable(db, election),
    selectVoterRows(db, election, [...byVoter.keys()], first.context.clock.now()),
  ]);
  const ready: { call: Call; voter: number }[] = [];
  for (const [voter, call] of byVoter) {
    const checked = await batchOutcome(() =>
      checkVoter(
        call,
        orNotFound(row),
        voters.find((one) => one.user_id === voter),
      ),
    );
    if ('error' in checked) outcomes.set(call, checked);
    else ready.push({ call, voter });
  }
  if (row === undefined || ready.length === 0) return outcomes;
  const keys = keysOf(first.context, row);
  if ('outcome' in keys) {
    for (const { call } of ready) outcomes.set(call, keys.outcome);
    return outcomes;
  }
  const numbered = ready.map(({ call, voter }) => ({ call, number: voterNumber(keys, voter) }));
  const stored = await lockEncryptedBallots(
    db,
    election,
    numbered.map(({ number }) => number),
  );
  const changed: EncryptedBallotRow[] = [];
  for (const { call, number } of numbered)
    outcomes.set(
      call,
      await batchOutcome(async () => {
        const own = stored.find((one) => one.number.equals(number));
        const { receipt, encrypted } = encryptedBallot(row, keys, own, call.input);
        if (encrypted !== null) changed.push(encrypted);
        return { receipt };
      }),
    );
  if (changed.length > 0) await updateEncryptedBallots(db, election, changed);
  return outcomes;
};

/** Casts one ballot in a new transaction. Call it outside of transactions. */
export const castBallot = async (scope: Scope, input: Call['input']): Promise<Answer> => {
  const arrivedAt = scope.clock.now();
  // It waits at most for the opening and the keys.
  for (let round = 1; round <= 3; round += 1) {
    const outcome = await transact(scope, async (context: Context) => {
      const one = { context, input, isFirst: round === 1, arrivedAt };
      return (await castInElection(idOf(input.id), [one])).get(one);
    });
    if (outcome === undefined || outcome === 'later') continue;
    if ('error' in outcome) throw outcome.error;
    if ('answer' in outcome) return outcome.answer;
    await outcome.after();
  }
  throw problem('unavailable');
};
