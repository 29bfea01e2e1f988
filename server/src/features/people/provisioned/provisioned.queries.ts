import { sql, type Updateable } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import type { UsersTable } from '../../../kernel/database/tables.ts';

/** Columns of a person that an identity provider sets. */
export type ProvisionedPerson = Pick<
  Updateable<UsersTable>,
  | 'username'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone_work'
  | 'phone_home'
  | 'phone_mobile'
  | 'account_type'
  | 'work_title'
  | 'locale'
  | 'is_disabled'
  | 'is_deactivated'
>;

/** Adds a person. Returns their id. */
export const insertProvisioned = async (
  db: Db,
  school: SchoolId,
  person: ProvisionedPerson & { readonly username: string },
  now: Date,
): Promise<number> => {
  const row = await db
    .insertInto('users')
    .values({ school_id: school, ...person, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(row.id);
};

/**
 * Frees the username and email address of removed people for someone else. Appends the id to the username, so that it stays
 * unique.
 */
export const releaseProvisioned = async (
  db: Db,
  ids: readonly number[],
  taken: { readonly username: string | null; readonly email: string | null },
  now: Date,
): Promise<void> => {
  await sql`update users set updated_at = ${now},
      username = case when username_key = lower(${taken.username}::text) then left(username, 95) || '~' || id else username end,
      email = case when email_key = lower(${taken.email}::text) then null else email end
    where id = any(${ids as number[]}::bigint[])`.execute(db);
};

/** Updates columns of a person. */
export const updateProvisioned = async (
  db: Db,
  id: number,
  change: ProvisionedPerson,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
};
