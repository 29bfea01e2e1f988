import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';

/** Returns the hash of a person's password. Null if they have none. */
export const selectPasswordHash = async (db: Db, userId: number): Promise<string | null> =>
  (
    await db
      .selectFrom('credentials')
      .select('password_hash')
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.password_hash ?? null;

export const upsertPassword = async (
  db: Db,
  school: SchoolId,
  userId: number,
  hash: string,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('credentials')
    .values({ school_id: school, user_id: userId, password_hash: hash, changed_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'user_id'])
        .doUpdateSet({ password_hash: hash, changed_at: now }),
    )
    .execute();
};

/** Stores the same hash for several people with one statement. */
export const upsertPasswords = async (
  db: Db,
  school: SchoolId,
  people: readonly number[],
  hash: string,
  now: Date,
): Promise<void> => {
  await sql`insert into credentials (school_id, user_id, password_hash, changed_at)
    select ${school}, id, ${hash}, ${now} from unnest(${people as number[]}::bigint[]) as p (id)
    on conflict (school_id, user_id) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`.execute(
    db,
  );
};

/** Deletes a person's password. */
export const deletePassword = async (db: Db, userId: number): Promise<void> => {
  await db.deleteFrom('credentials').where('user_id', '=', userId).execute();
};

/** The purpose of a link that sets a password. */
export type ResetPurpose = 'reset' | 'invitation';

/** Stores a token's hash until it is used or has expired. Storing it again changes nothing. */
export const insertReset = async (
  db: Db,
  reset: {
    school: SchoolId;
    userId: number;
    tokenHash: Buffer;
    expiresAt: Date;
    purpose: ResetPurpose;
  },
): Promise<void> => {
  await db
    .insertInto('password_resets')
    .values({
      school_id: reset.school,
      user_id: reset.userId,
      token_hash: reset.tokenHash,
      expires_at: reset.expiresAt,
      purpose: reset.purpose,
    })
    .onConflict((conflict) => conflict.columns(['school_id', 'token_hash']).doNothing())
    .execute();
};

/** The condition for tokens (`r`) that set a password now. An invitation ends as soon as its person (`u`) has a password. */
const isUsable = (
  now: Date,
) => sql`r.used_at is null and r.expires_at > ${now} and not u.is_disabled
  and (r.purpose = 'reset' or not exists (select from credentials c where c.school_id = r.school_id and c.user_id = r.user_id))`;

/**
 * Marks a valid reset token as used and returns its owner. Undefined if it is used, expired or unknown. Of two
 * simultaneous requests, only one succeeds.
 */
export const updateResetUsed = async (
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<number | undefined> => {
  const { rows } = await sql<{ user_id: number }>`
    update password_resets r set used_at = ${now} from users u
    where r.token_hash = ${tokenHash} and u.school_id = r.school_id and u.id = r.user_id and ${isUsable(now)}
    returning r.user_id`.execute(db);
  return rows[0]?.user_id;
};

/** Returns the owner of a valid reset token without using it. */
export const selectResetOwner = async (
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<{ first_name: string; last_name: string; email: string | null } | undefined> => {
  const { rows } = await sql<{ first_name: string; last_name: string; email: string | null }>`
    select u.first_name, u.last_name, u.email from password_resets r join users u on u.school_id = r.school_id and u.id = r.user_id
    where r.token_hash = ${tokenHash} and ${isUsable(now)}`.execute(db);
  return rows[0];
};

/** Invalidates a person's other reset links. */
export const deleteResets = async (db: Db, userId: number): Promise<void> => {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute();
};

/** Deletes expired reset tokens. */
export const deleteExpiredResets = async (db: Db, now: Date): Promise<number> =>
  Number(
    (await db.deleteFrom('password_resets').where('expires_at', '<', now).executeTakeFirst())
      .numDeletedRows,
  );

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  passwords: sql`(select jsonb_agg(jsonb_build_object('changedAt', k.changed_at)) from credentials k where k.user_id = ${me})`,
  passwordResets: sql`(select jsonb_agg(jsonb_build_object('purpose', r.purpose, 'expiresAt', r.expires_at, 'usedAt', r.used_at)) from password_resets r where r.user_id = ${me})`,
});
