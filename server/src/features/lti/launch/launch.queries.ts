import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';
import type { PlatformRow } from '../lti.queries.ts';

/** Returns the platforms with an issuer, or the one with that client id. At most two, because two are ambiguous. */
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

/**
 * Marks the login of a state as used. Of two simultaneous requests, only one gets it. Returns a reason if there is no
 * usable login.
 */
export const claimLogin = async (
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

/** Claims the right to read a platform's keys until `until`. Returns false if someone has read them since `before`. */
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

/** Stores the keys that were read and releases the claim. Null keeps the stored keys. */
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

/** Stores the person that a launch signed in. It can't sign in anyone again. */
export const updateLaunchUser = async (db: Db, ticketHash: Buffer, user: number): Promise<void> => {
  await sql`update lti_launches set user_id = ${user} where ticket_hash = ${ticketHash}`.execute(
    db,
  );
};

export const deleteLaunch = async (db: Db, ticketHash: Buffer): Promise<void> => {
  await sql`delete from lti_launches where ticket_hash = ${ticketHash}`.execute(db);
};
