import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';
import { isVoter, type ElectionRow } from '../elections.queries.ts';
import type { BallotContest } from '../elections.rules.ts';

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

/** An election as its ballots need it: less than the page shows, because thousands vote at once. */
export interface VotableRow extends Pick<
  ElectionRow,
  | 'id'
  | 'club_id'
  | 'state'
  | 'nominations_end_at'
  | 'opens_at'
  | 'closes_at'
  | 'voter_rule'
  | 'allows_revote'
  | 'secret_name'
> {
  readonly contests: readonly BallotContest[];
}

/** Returns an election for its ballots. */
export const selectVotable = (db: Db, id: number): Promise<VotableRow | undefined> =>
  first(
    db,
    sql`select e.id, e.club_id, e.state, e.nominations_end_at, e.opens_at, e.closes_at, e.voter_rule, e.allows_revote, e.secret_name,
        (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'kind', k.kind, 'max_choices', k.max_choices, 'allows_write_ins', k.allows_write_ins,
            'candidates', (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'state', x.state)), '[]') from election_candidates x
              where x.school_id = k.school_id and x.contest_id = k.id)) order by k.position, k.id), '[]')
          from election_contests k where k.school_id = e.school_id and k.election_id = e.id) as contests
      from elections e left join clubs c on c.school_id = e.school_id and c.id = e.club_id
      where e.id = ${id} and (e.club_id is null or c.deleted_at is null)`,
  );

/** Whether a person belongs to the voters, and to the club of the election (for elections of the school, always true). */
export interface VoterRow {
  readonly user_id: number;
  readonly is_voter: boolean;
  readonly is_member: boolean;
}

/** Returns whether these people are voters of an election, and members of its club. Calls `server/database/functions/election_voters_by_rule.sql`. */
export const selectVoterRows = (
  db: Db,
  election: number,
  people: readonly number[],
  now: Date,
): Promise<VoterRow[]> =>
  many(
    db,
    sql`select p.id as user_id, ${isVoter(sql`p.id`, now)} as is_voter,
        e.club_id is null or exists (select from club_members m where m.school_id = e.school_id and m.club_id = e.club_id and m.user_id = p.id
          and m.status = 'member') as is_member
      from elections e, unnest(${people as number[]}::bigint[]) as p (id) where e.id = ${election}`,
  );

/** Stores the people who can vote, by the rule as it is now. Calls `server/database/functions/election_voters_by_rule.sql`. */
export const insertVoters = async (
  db: Db,
  school: SchoolId,
  { id, club_id: club, voter_rule: rule }: Pick<ElectionRow, 'id' | 'club_id' | 'voter_rule'>,
  now: Date,
): Promise<number> =>
  Number(
    (
      await sql`insert into election_voters (school_id, election_id, user_id)
        select ${school}, ${id}, v from election_voters_by_rule(${club}::bigint, ${JSON.stringify(rule)}::jsonb, null, ${now}::timestamptz) as v order by v`.execute(
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

/** Locks and returns the encrypted rows of voters, in the order of their numbers, so that two transactions can't wait for each other. */
export const lockEncryptedBallots = (
  db: Db,
  election: number,
  numbers: readonly Buffer[],
): Promise<EncryptedBallotRow[]> =>
  many(
    db,
    sql`select number, ballot from encrypted_ballots where election_id = ${election} and number = any(${numbers as Buffer[]}::bytea[])
      order by number for no key update`,
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

/** Stores ballots in their voters' rows, which the transaction has locked. */
export const updateEncryptedBallots = async (
  db: Db,
  election: number,
  rows: readonly EncryptedBallotRow[],
): Promise<void> => {
  await sql`update encrypted_ballots set ballot = r.ballot
    from unnest(${rows.map(({ number }) => number)}::bytea[], ${rows.map(({ ballot }) => ballot)}::bytea[]) as r (number, ballot)
    where encrypted_ballots.election_id = ${election} and encrypted_ballots.number = r.number`.execute(
    db,
  );
};

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
  await sql`delete from paper_ballots`.execute(db);
  await sql`update elections set state = 'canceled', cancellation_reason = ${restoredReason}, secret_name = null, version = version + 1
    where state in ('voting', 'counting')`.execute(db);
};
