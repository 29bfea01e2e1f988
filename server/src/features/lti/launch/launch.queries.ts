import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';
import type { PlatformRow } from '../lti.queries.ts';

/** Selects platforms with this issuer, or the one with the client id. More than one is ambiguous. */
export const selectByIssuer = (
  db: Db,
  issuer: string,
  clientId: string | null,
): Promise<PlatformRow[]> =>
  many(
    db,
    sql<PlatformRow>`select * from lti_platforms where issuer = ${issuer}
    ${clientId === null ? sql`` : sql`and client_id = ${clientId}`} order by id limit 2`,
  );

export interface LoginRow {
  readonly platform_id: number;
  readonly browser_hash: Buffer;
  readonly proof_hash: Buffer | null;
  readonly storage_frame: string | null;
  readonly nonce: string;
}

export const insertLogin = async (
  db: Db,
  school: SchoolId,
  login: LoginRow & { state_hash: Buffer; expires_at: Date },
): Promise<void> => {
  await db
    .insertInto('lti_logins')
    .values({ school_id: school, ...login })
    .execute();
};

/** Uses up the login with this state. If two calls have the same state, only one gets it. Returns the reason if no login can be used. */
export const takeLogin = async (
  db: Db,
  stateHash: Buffer,
  now: Date,
): Promise<LoginRow | 'unknown' | 'used' | 'expired'> => {
  const row = await first(
    db,
    sql<LoginRow>`update lti_logins set used_at = ${now} where state_hash = ${stateHash} and used_at is null and expires_at > ${now}
    returning platform_id, browser_hash, proof_hash, storage_frame, nonce`,
  );
  if (row !== undefined) return row;
  const known = await first(
    db,
    sql<{
      is_used: boolean;
    }>`select used_at is not null as is_used from lti_logins where state_hash = ${stateHash}`,
  );
  return known === undefined ? 'unknown' : known.is_used ? 'used' : 'expired';
};

/** Claims the reading of a platform's keys until `until`, unless they have been read since `before`. */
export const claimKeys = (
  db: Db,
  platform: number,
  { before, now, until }: { before: Date; now: Date; until: Date },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update lti_platforms set keys_attempted_at = ${now}, keys_leased_until = ${until}
    where id = ${platform} and (keys_attempted_at is null or keys_attempted_at < ${before})`,
  );

/** Ends a reading and stores the keys. Null keeps the known keys. */
export const updateKeys = async (db: Db, platform: number, keys: object | null): Promise<void> => {
  await sql`update lti_platforms set keys = coalesce(${keys && JSON.stringify(keys)}::jsonb, keys), keys_leased_until = null
    where id = ${platform}`.execute(db);
};

export const updateRefusedDeployment = async (
  db: Db,
  platform: number,
  deployment: string | null,
): Promise<void> => {
  await sql`update lti_platforms set refused_deployment = ${deployment}
    where id = ${platform} and refused_deployment is distinct from ${deployment}`.execute(db);
};

export interface LaunchRow {
  readonly platform_id: number;
  readonly browser_hash: Buffer;
  readonly proof_hash: Buffer | null;
  readonly content: string;
  readonly user_id: number | null;
}

export const insertLaunch = async (
  db: Db,
  school: SchoolId,
  launch: Omit<LaunchRow, 'user_id'> & { ticket_hash: Buffer; expires_at: Date },
): Promise<void> => {
  await db
    .insertInto('lti_launches')
    .values({ school_id: school, ...launch })
    .execute();
};

export const selectLaunch = (
  db: Db,
  ticketHash: Buffer,
  now: Date,
): Promise<LaunchRow | undefined> =>
  first(
    db,
    sql<LaunchRow>`select platform_id, browser_hash, proof_hash, content, user_id from lti_launches
    where ticket_hash = ${ticketHash} and expires_at > ${now} for update`,
  );

/** Stores whom a launch has signed in. It can't be used for another sign-in. */
export const updateLaunchUser = async (db: Db, ticketHash: Buffer, user: number): Promise<void> => {
  await sql`update lti_launches set user_id = ${user} where ticket_hash = ${ticketHash}`.execute(
    db,
  );
};

export const deleteLaunch = async (db: Db, ticketHash: Buffer): Promise<void> => {
  await sql`delete from lti_launches where ticket_hash = ${ticketHash}`.execute(db);
};
