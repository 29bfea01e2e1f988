import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { SessionLimits } from '#contract/schools/endpoints.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';

/**
 * Returns the person with an email address and their password's hash. Undefined if there is none or the account is
 * deactivated.
 */
export const selectCredential = async (
  db: Db,
  email: string,
): Promise<{ id: number; password_hash: string | null } | undefined> => {
  const { rows } = await sql<{ id: number; password_hash: string | null }>`
    select u.id, c.password_hash from users u left join credentials c on c.school_id = u.school_id and c.user_id = u.id
    where u.email_key = lower(${email}) and not u.is_disabled`.execute(db);
  return rows[0];
};

/** The method with which a person proved their identity. */
export type SignInMethod = 'password' | 'oidc' | 'saml' | 'code' | 'passkey';

/** Opens a session and returns its id. */
export const insertSession = async (
  db: Db,
  session: {
    school: SchoolId;
    userId: number;
    tokenHash: Buffer;
    userAgent: string;
    inFrame: boolean;
    method: SignInMethod;
    handedOverFrom: string | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<string> => {
  const row = await db
    .insertInto('sessions')
    .values({
      school_id: session.school,
      user_id: session.userId,
      token_hash: session.tokenHash,
      user_agent: session.userAgent,
      in_frame: session.inFrame,
      method: session.method,
      handed_over_from: session.handedOverFrom,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** A valid session as its owner sees it. */
export interface SessionRow {
  id: string;
  user_agent: string;
  method: SignInMethod;
  created_at: Date;
  last_seen_at: Date;
}

/** Returns a person's valid sessions, last used first. */
export const selectSessions = (db: Db, userId: number, now: Date): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'method', 'created_at', 'last_seen_at'])
    .$narrowType<{ method: SignInMethod }>()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute();

/**
 * Returns when a person started a session. Null if it has ended or started with a code, because another system vouched
 * for that one.
 */
export const selectSessionBegin = async (db: Db, id: string): Promise<Date | null> =>
  (
    await db
      .selectFrom('sessions')
      .select('created_at')
      .where('id', '=', id)
      .where('method', '<>', 'code')
      .executeTakeFirst()
  )?.created_at ?? null;

/**
 * Returns how a person started a session, or the session that handed it over to a frame. `code` means that a host or an LMS vouched for
 * them.
 */
export const selectOriginalMethod = async (db: Db, id: string): Promise<string | null> => {
  const row = await db
    .selectFrom('sessions')
    .select(['method', 'handed_over_from'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.handed_over_from ?? row?.method ?? null;
};

export const updateConfirmed = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', id).execute();
};

/**
 * Returns whether this person can sign in with a password: the school doesn't require single sign-on, or they are a
 * fallback admin.
 */
export const canUsePassword = async (db: Db, userId: number): Promise<boolean> => {
  const { rows } = await sql<{
    may: boolean;
  }>`select not exists (select from sso_required) or exists (
    select from sso_fallbacks f join users u on u.school_id = f.school_id and u.id = f.user_id where f.user_id = ${userId} and u.is_admin) as may`.execute(
    db,
  );
  return rows[0]?.may === true;
};

/** Returns whether this is a person of the school whose account wasn't deleted. */
export const hasAccount = async (db: Db, userId: number): Promise<boolean> => {
  const { rows } =
    await sql`select from users u where u.id = ${userId} and u.username <> 'erased-' || u.id`.execute(
      db,
    );
  return rows.length > 0;
};

export const hasPassword = async (db: Db, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('credentials')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;

/**
 * Ends a person's session. Returns false if it isn't theirs, has ended, or, with `inFrameOnly`, isn't in a frame.
 */
export const deleteSession = async (
  db: Db,
  userId: number,
  id: string,
  { inFrameOnly = false } = {},
): Promise<boolean> => {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id);
  if (inFrameOnly) query = query.where('in_frame', '=', true);
  return (await query.executeTakeFirst()).numDeletedRows > 0n;
};

/** Ends a person's sessions except `exceptSession`. Returns their number. */
export const deleteSessions = async (
  db: Db,
  userId: number,
  exceptSession: string | null,
): Promise<number> => {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptSession !== null) query = query.where('id', '<>', exceptSession);
  return Number((await query.executeTakeFirst()).numDeletedRows);
};

/** Ends sessions that exceed a school's new limits, and shortens the others. */
export const shortenSessions = async (
  db: Db,
  { idleMinutes, hours }: SessionLimits,
  now: Date,
): Promise<void> => {
  // least() ignores null.
  const end = sql`least(expires_at, last_seen_at + ${idleMinutes}::int * interval '1 minute', created_at + ${hours}::int * interval '1 hour')`;
  // This deletion must be first: the database only emits events for sessions that end early, and these events close their sockets.
  await sql`delete from sessions where ${end} <= ${now}`.execute(db);
  await sql`update sessions set expires_at = ${end} where expires_at > ${end}`.execute(db);
};

/** Deletes expired sessions. */
export const deleteExpiredSessions = async (db: Db, now: Date): Promise<number> =>
  Number(
    (await db.deleteFrom('sessions').where('expires_at', '<', now).executeTakeFirst())
      .numDeletedRows,
  );

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  sessions: sql`(select jsonb_agg(jsonb_build_object('device', s.user_agent, 'createdAt', s.created_at, 'lastSeenAt', s.last_seen_at,
          'expiresAt', s.expires_at, 'method', s.method) order by s.created_at) from sessions s where s.user_id = ${me})`,
});
