import type * as elections from '#contract/elections/voting.endpoints.ts';
import { setBounded } from '../../../kernel/bounded-map.ts';
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

/** Checks that the caller can vote in an election at the time of arrival. Throws with the reason otherwise. */
const checkVoter = async (
  { context, arrivedAt }: Call,
  row: VotableRow,
  voter: VoterRow | undefined,
): Promise<void> => {
  const { userId } = memberOf(context);
  // Voters see the election. For others, the whole row says whether they do.
  if (voter?.is_voter !== true) {
    const whole = orNotFound(await selectElection(context.db, userId, row.id));
    if (!(await canSee(context, whole))) throw problem('not_found');
  }
  const phase = phaseOf(row, arrivedAt);
  if (phase === 'draft' || phase === 'nominations' || phase === 'announced')
    throw problem('election_not_open');
  if (phase !== 'voting') throw problem('election_closed');
  // Leaving the club ends the right to vote in it, although the list of voters is fixed.
  const isMemberVote = row.voter_rule.members && row.club_id !== null;
  const isNamed =
    row.voter_rule.people.includes(String(userId)) ||
    row.voter_rule.allow.some(({ uid }) => uid === String(userId));
  if (voter?.is_voter !== true || (isMemberVote && !voter.is_member && !isNamed))
    throw problem('not_a_voter');
};

const ballotProblems: Readonly<Record<BallotProblem, string>> = {
  candidate_unknown: 'has a candidate who isn’t on the ballot',
  candidate_twice: 'has a candidate more than once',
  too_many_choices: 'has too many candidates',
  contest_unknown: 'isn’t a contest of this election',
};

const sameVotes = (a: elections.Votes, b: elections.Votes): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Returns a ballot's receipt and its encrypted row. The row is null if it is stored already. Throws if the voter can't cast it. */
const encryptedBallot = (
  row: VotableRow,
  keys: BallotKeys,
  stored: EncryptedBallotRow | undefined,
  { nonce, votes: sent, replaces }: Call['input'],
): Answer & { readonly encrypted: EncryptedBallotRow | null } => {
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
  if (stored === undefined) throw problem('not_a_voter');
  const { number } = stored;
  const before = decryptBallot(keys, number, stored.ballot);
  const receipt = receiptFor({ nonce, votes });
  if (before !== null) {
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

/** The keys of an election, and the name of the secret that they belong to. */
interface ElectionKeys {
  readonly secret: string;
  readonly keys: BallotKeys;
}

/** The secret of each election that this server has keys of, by school and election. */
const secrets = new Map<string, string>();
const secretsMax = 1_000;
const nameOf = ({ school }: Scope, election: number) => `${school.school_id}:${election}`;

const knownKeysOf = (scope: Scope, election: number): ElectionKeys | undefined => {
  const secret = secrets.get(nameOf(scope, election));
  const keys = secret === undefined ? undefined : knownElectionKeys(secret);
  return secret === undefined || keys === undefined ? undefined : { secret, keys };
};

/** Reads the keys of an election into memory, from outside of the database. */
const readKeys = async (scope: Scope, election: number, secret: string): Promise<void> => {
  // Its secret was destroyed: it was counted, or a backup was restored.
  if ((await readElectionKeys(scope, secret)) === null) throw problem('election_closed');
  setBounded(secrets, nameOf(scope, election), secret, secretsMax);
};

/**
 * Casts the ballots of one election, and writes nothing else, so that nothing on disk says who voted. A voter's second ballot waits for
 * the first one.
 */
export const castInElection = async (
  election: number,
  calls: readonly Call[],
): Promise<ReadonlyMap<Call, BatchOutcome<Answer>>> => {
  const outcomes = new Map<Call, BatchOutcome<Answer>>();
  const byVoter = new Map<number, Call>();
  for (const call of calls) {
    const { userId } = memberOf(call.context);
    if (byVoter.has(userId)) outcomes.set(call, 'later');
    else byVoter.set(userId, call);
  }
  const [first] = calls;
  if (first === undefined) return outcomes;
  const { context } = first;
  const { db } = context;
  const known = knownKeysOf(context, election);
  const numbers = new Map(
    known && [...byVoter.keys()].map((voter) => [voter, voterNumber(known.keys, voter)]),
  );
  // Sent together. The server takes the lock before it reads, so the count can't begin after these readings.
  const [, row, voters, locked] = await Promise.all([
    lockAsVoter(db, election),
    selectVotable(db, election),
    selectVoterRows(db, election, [...byVoter.keys()]),
    numbers.size === 0 ? [] : lockEncryptedBallots(db, election, [...numbers.values()]),
  ]);
  const voterOf = new Map(voters.map((one) => [one.user_id, one]));
  const storedOf = new Map(locked.map((one) => [one.number.toString('hex'), one]));
  const ready: EncryptedBallotRow[] = [];
  for (const [voter, call] of byVoter) {
    const outcome = await batchOutcome(
      async (): Promise<Exclude<BatchOutcome<Answer>, 'later'>> => {
        const found = orNotFound(row);
        await checkVoter(call, found, voterOf.get(voter));
        if (found.state === 'announced')
          return { after: () => openElection(call.context, election) };
        const { secret_name: secret } = found;
        if (secret === null) throw problem('election_closed');
        if (known?.secret !== secret)
          return { after: () => readKeys(call.context, election, secret) };
        const stored = storedOf.get(numbers.get(voter)?.toString('hex') ?? '');
        const { receipt, encrypted } = encryptedBallot(found, known.keys, stored, call.input);
        if (encrypted !== null) ready.push(encrypted);
        return { answer: { receipt } };
      },
    );
    outcomes.set(call, 'answer' in outcome ? outcome.answer : outcome);
  }
  if (ready.length > 0) await updateEncryptedBallots(db, election, ready);
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
