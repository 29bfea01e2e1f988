import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, hasChangedRows, many } from '../../../kernel/sql.ts';

/** A paper ballot as one person entered it. */
export interface PaperRow {
  readonly entered_by: number;
  readonly number: number;
  readonly ballot: Buffer;
}

/** Returns all entered ballots of an election, by person and number. */
export const selectPaperBallots = (db: Db, election: number): Promise<PaperRow[]> =>
  many(
    db,
    sql`select entered_by, number, ballot from paper_ballots where election_id = ${election} order by entered_by, number`,
  );

/** Counts a person's entered ballots, except one. */
export const countOtherPaperBallots = async (
  db: Db,
  election: number,
  { by, number }: { by: number; number: number },
): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from paper_ballots where election_id = ${election} and entered_by = ${by} and number <> ${number}`,
    )
  )?.n ?? 0;

/** Returns the people who entered ballots of an election. */
export const selectPaperPeople = async (db: Db, election: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select distinct entered_by as id from paper_ballots where election_id = ${election}`,
    )
  ).map(({ id }) => id);

/** Stores a person's entry of a ballot, or replaces it. */
export const putPaperBallot = async (
  db: Db,
  school: SchoolId,
  election: number,
  { entered_by: by, number, ballot }: PaperRow,
): Promise<void> => {
  await sql`insert into paper_ballots (school_id, election_id, entered_by, number, ballot) values (${school}::int, ${election}, ${by}, ${number}, ${ballot})
    on conflict (school_id, election_id, entered_by, number) do update set ballot = excluded.ballot`.execute(
    db,
  );
};

/** Deletes a person's entry of a ballot. Returns false if there is none. */
export const deletePaperBallot = (
  db: Db,
  election: number,
  { by, number }: { by: number; number: number },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`delete from paper_ballots where election_id = ${election} and entered_by = ${by} and number = ${number}`,
  );

/** Deletes all entered ballots of an election. */
export const deletePaperBallots = async (db: Db, election: number): Promise<void> => {
  await sql`delete from paper_ballots where election_id = ${election}`.execute(db);
};
