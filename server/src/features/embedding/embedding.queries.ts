import { sql } from 'kysely';
import type { Db } from '../../kernel/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';

export const insertCode = async (
  db: Db,
  code: { school: SchoolId; hash: Buffer; userId: number; origin: string; expiresAt: Date },
): Promise<void> => {
  await db
    .insertInto('embed_codes')
    .values({ school_id: code.school, code_hash: code.hash, user_id: code.userId, origin: code.origin, expires_at: code.expiresAt })
    .execute();
};

/** Uses a code up, whatever follows; answers whom it signs in and where, or undefined when it is used or too old, or its person disabled. */
export const takeCode = async (db: Db, hash: Buffer, now: Date): Promise<{ user_id: number; origin: string } | undefined> => {
  const { rows } = await sql<{ user_id: number; origin: string }>`
    with taken as (delete from embed_codes where code_hash = ${hash} returning user_id, origin, expires_at)
    select t.user_id, t.origin from taken t join users u on u.id = t.user_id
    where t.expires_at > ${now} and not u.is_disabled`.execute(db);
  return rows[0];
};

/** Removes codes that nobody used. */
export const deleteExpiredCodes = async (db: Db, now: Date): Promise<number> =>
  Number((await db.deleteFrom('embed_codes').where('expires_at', '<', now).executeTakeFirst()).numDeletedRows);
