import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, hasChangedRows, many } from '../../../kernel/sql.ts';
import type { StoredRule } from '../elections.queries.ts';

/** The advisory lock of an election. It is in memory only, so it leaves no trace of a voter on disk. */
const lockKey = (election: number) =>
  sql`hashtextextended('election:' || ${election}::text, current_school())`;

/** Keeps the count from starting before a ballot is stored. Ballots don't wait for each other. */
export const lockAsVoter = async (db: Db, election: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(${lockKey(election)})`.execute(db);
};

/** Waits until all ballots that are being stored have committed, and refuses later ones. */
export const lockAsCounter = async (db: Db, election: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${lockKey(election)})`.execute(db);
};

/** Stores the people who can vote, by the rule as it is now. Calls `server/database/functions/election_voters_by_rule.sql`. */
export const insertVoters = async (
  db: Db,
  school: SchoolId,
  {
    id,
    club_id: club,
    voter_rule: rule,
  }: { id: number; club_id: number | null; voter_rule: StoredRule },
): Promise<number> =>
  Number(
    (
      await sql`insert into election_voters (school_id, election_id, user_id)
        select ${school}, ${id}, v from election_voters_by_rule(${club}::bigint, ${JSON.stringify(rule)}::jsonb, null) as v order by v`.execute(
        db,
      )
    ).numAffectedRows ?? 0,
  );

export const selectVoterIds = (db: Db, election: number) =>
  many(
    db,
    sql<{ user_id: number }>`select user_id from election_voters where election_id = ${election}`,
  );

/** A row of `encrypted_ballots`. */
export interface EncryptedBallotRow {
  readonly number: Buffer;
  readonly ballot: Buffer;
}

/** Stores one encrypted row per voter. Sorted by number, which is random, so the order tells nothing about voters. */
export const insertEncryptedBallots = async (
  db: Db,
  school: SchoolId,
  election: number,
  rows: readonly EncryptedBallotRow[],
): Promise<void> => {
  const sorted = rows.toSorted((a, b) => Buffer.compare(a.number, b.number));
  for (let start = 0; start < sorted.length; start += 2_000) {
    const part = sorted.slice(start, start + 2_000);
    await sql`insert into encrypted_ballots (school_id, election_id, number, ballot)
      select ${school}, ${election}, n, b from unnest(${part.map(({ number }) => number)}::bytea[], ${part.map(({ ballot }) => ballot)}::bytea[]) as r (n, b)`.execute(
      db,
    );
  }
};

/** Locks and returns a voter's encrypted row. */
export const lockEncryptedBallot = (
  db: Db,
  election: number,
  number: Buffer,
): Promise<{ ballot: Buffer } | undefined> =>
  first(
    db,
    sql`select ballot from encrypted_ballots where election_id = ${election} and number = ${number} for no key update`,
  );

export const selectEncryptedBallot = (
  db: Db,
  election: number,
  number: Buffer,
): Promise<{ ballot: Buffer } | undefined> =>
  first(
    db,
    sql`select ballot from encrypted_ballots where election_id = ${election} and number = ${number}`,
  );

export const updateEncryptedBallot = (
  db: Db,
  election: number,
  number: Buffer,
  ballot: Buffer,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update encrypted_ballots set ballot = ${ballot} where election_id = ${election} and number = ${number}`,
  );

/** Returns encrypted rows after a number, in order. */
export const selectEncryptedBallots = (
  db: Db,
  election: number,
  { after, size }: { after: Buffer; size: number },
): Promise<EncryptedBallotRow[]> =>
  many(
    db,
    sql`select number, ballot from encrypted_ballots where election_id = ${election} and number > ${after} order by number limit ${sql.lit(size)}`,
  );

export const deleteEncryptedBallots = async (db: Db, election: number): Promise<void> => {
  await sql`delete from encrypted_ballots where election_id = ${election}`.execute(db);
};

/** The reason that voters read after a backup was restored. */
export const restoredReason =
  'A backup from before the count was restored, so the ballots can’t be read.';

/**
 * Cancels elections that were open when a restored backup was made. Their secrets are in no backup, and later ballots would be missing. Runs
 * for all schools, in the transaction of the restore.
 */
export const cancelRestoredElections = async (db: Db): Promise<void> => {
  await sql`delete from encrypted_ballots`.execute(db);
  await sql`update elections set state = 'canceled', cancellation_reason = ${restoredReason}, secret_name = null, version = version + 1
    where state in ('voting', 'counting')`.execute(db);
};
