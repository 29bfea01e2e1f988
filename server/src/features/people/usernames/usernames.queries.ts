import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { many } from '../../../kernel/sql.ts';

/** A person whose username differed only in case from another person's. */
export interface DuplicateUsername {
  readonly id: number;
  /** Former username. */
  readonly username: string;
  /** Current username. */
  readonly present: string;
  readonly name: string;
  readonly email: string | null;
  readonly is_disabled: boolean;
  readonly kept_id: number;
  readonly kept_username: string;
  readonly kept_name: string;
  readonly kept_email: string | null;
}

/** Returns the unsettled duplicates, sorted by username. */
export const selectUsernameDoubles = (db: Db): Promise<DuplicateUsername[]> =>
  many(
    db,
    sql<DuplicateUsername>`select u.id, d.username, u.username as present, trim(u.first_name || ' ' || u.last_name) as name, u.email,
      u.is_disabled, k.id as kept_id, k.username as kept_username, trim(k.first_name || ' ' || k.last_name) as kept_name, k.email as kept_email
    from duplicate_usernames d join users u on u.school_id = d.school_id and u.id = d.user_id
      join users k on k.school_id = d.school_id and k.id = d.kept_id
    order by d.username_key, u.id`,
  );

/** Settles the duplicates of a username in favor of the person who has it. Returns how many there were. */
export const deleteUsernameDoubles = async (db: Db, username: string): Promise<number> => {
  const { numAffectedRows } =
    await sql`delete from duplicate_usernames where username_key = lower(${username})`.execute(db);
  return Number(numAffectedRows ?? 0);
};

/** Deletes the record of a duplicate when the person deletes their account. */
export const deleteUsernameDoublesOf = async (db: Db, id: number): Promise<void> => {
  await sql`delete from duplicate_usernames where user_id = ${id}`.execute(db);
};
