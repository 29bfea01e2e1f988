import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { personId, type SchoolId } from '../../kernel/ids.ts';

/** A host's identification of a person. */
export type PersonReference = { uid: string } | { username: string } | { identifier: string };

/** Selects the person among those who can sign in. Undefined if there is none or several. */
export const selectReferencedPerson = async (
  db: Db,
  named: PersonReference,
): Promise<{ id: number; is_admin: boolean; is_advisor: boolean } | undefined> => {
  const fits =
    'uid' in named
      ? sql`users u where u.id = ${personId(named.uid)}`
      : 'username' in named
        ? sql`users u where (u.username_key = lower(${named.username}) or u.id in (
            select d.user_id from duplicate_usernames d where d.username_key = lower(${named.username})))`
        : sql`roster_users r join users u on u.school_id = r.school_id and u.id = r.user_id where r.identifier = ${named.identifier}`;
  const { rows } = await sql<{ id: number; is_admin: boolean; is_advisor: boolean }>`
    select distinct u.id, u.is_admin, u.is_advisor from ${fits} and not u.is_disabled limit 2`.execute(
    db,
  );
  return rows.length === 1 ? rows[0] : undefined;
};

export const insertCode = async (
  db: Db,
  code: {
    school: SchoolId;
    hash: Buffer;
    userId: number;
    origin: string;
    expiresAt: Date;
    method: string | null;
  },
): Promise<void> => {
  await db
    .insertInto('embed_codes')
    .values({
      school_id: code.school,
      code_hash: code.hash,
      user_id: code.userId,
      origin: code.origin,
      expires_at: code.expiresAt,
      method: code.method,
    })
    .execute();
};

/** Uses up a code in any case. Returns the person and the origin, or undefined if it is used, expired, or the person is disabled. */
export const redeemCode = async (
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<{ user_id: number; origin: string; method: string | null } | undefined> => {
  const { rows } = await sql<{ user_id: number; origin: string; method: string | null }>`
    with taken as (delete from embed_codes where code_hash = ${hash} returning user_id, origin, expires_at, method)
    select t.user_id, t.origin, t.method from taken t join users u on u.id = t.user_id
    where t.expires_at > ${now} and not u.is_disabled`.execute(db);
  return rows[0];
};

/** Deletes unused codes. */
export const deleteExpiredCodes = async (db: Db, now: Date): Promise<number> =>
  Number(
    (await db.deleteFrom('embed_codes').where('expires_at', '<', now).executeTakeFirst())
      .numDeletedRows,
  );

/** The person's codes, for their data export. */
export const personalData: PersonalData = (me) => ({
  embedCodes: sql`(select jsonb_agg(jsonb_build_object('origin', c.origin, 'expiresAt', c.expires_at) order by c.expires_at)
        from embed_codes c where c.user_id = ${me})`,
});
