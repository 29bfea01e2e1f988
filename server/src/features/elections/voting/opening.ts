import { randomInt } from 'node:crypto';
import { electionLimits } from '#contract/elections/limits.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import {
  lockElection,
  selectElection,
  updateElectionRow,
  updateLots,
  type ElectionRow,
} from '../elections.queries.ts';
import { drawLots, isOnBallot } from '../elections.rules.ts';
import { destroyElectionSecret, newElectionSecret } from './election-secrets.ts';
import { ballotSize, encryptBallot, voterNumber, type BallotKeys } from './ballot-encryption.ts';
import { insertEncryptedBallots, insertVoters, selectVoterIds } from './voting.queries.ts';

/** The reason that voters read if an election has too few of them. */
export const tooFewVoters = `Fewer than ${electionLimits.voters} people can vote.`;

/** Draws the order in which ties are decided, once, when the candidates are final. */
export const drawElectionLots = async ({ db }: Context, row: ElectionRow): Promise<void> => {
  for (const { id, lots, candidates } of row.contests)
    if (lots === null)
      await updateLots(
        db,
        id,
        drawLots(
          candidates.filter(isOnBallot).map((one) => one.id),
          randomInt,
        ),
      );
};

/** Returns whether voting starts: the election is announced, and its time has come. */
const isDue = (row: Pick<ElectionRow, 'state' | 'opens_at'> | undefined, now: Date): boolean =>
  row?.state === 'announced' && row.opens_at <= now;

const open = async (
  context: Context,
  election: number,
  { name, keys }: { name: string; keys: BallotKeys },
): Promise<boolean> => {
  const { db, school, clock } = context;
  const now = clock.now();
  if (!isDue(await lockElection(db, election), now)) return false;
  const row = await selectElection(db, 0, election, now);
  if (row === undefined) return false;
  await drawElectionLots(context, row);
  const voters = await insertVoters(db, school.school_id, row, now);
  if (voters < electionLimits.voters) {
    await updateElectionRow(db, election, {
      state: 'canceled',
      opened_at: now,
      voters,
      cancellation_reason: tooFewVoters,
    });
    await emit(context, 'election_canceled', { election, by: null });
    return false;
  }
  const size = ballotSize(row.contests);
  const rows = (await selectVoterIds(db, election)).map(({ user_id: voter }) => {
    const number = voterNumber(keys, voter);
    return { number, ballot: encryptBallot(keys, number, null, size) };
  });
  await insertEncryptedBallots(db, school.school_id, election, rows);
  await updateElectionRow(db, election, {
    state: 'voting',
    opened_at: now,
    voters,
    secret_name: name,
  });
  await emit(context, 'election_opened', { election });
  return true;
};

/** Starts voting if the time has come. Fixes the voters, and encrypts an empty ballot for each. Several servers can call it at once. */
export const openElection = async (scope: Scope, election: number): Promise<void> => {
  const row = await transact(
    scope,
    ({ db, clock }) => selectElection(db, 0, election, clock.now()),
    {
      readOnly: true,
    },
  );
  if (!isDue(row, scope.clock.now())) return;
  // The file store isn't part of the transaction, so we store the secret first. If another server was faster, we delete ours.
  const secret = await newElectionSecret(scope);
  let isUsed = false;
  try {
    isUsed = await transact(scope, (context) => open(context, election, secret));
  } finally {
    if (!isUsed) await destroyElectionSecret(scope, secret.name);
  }
};
