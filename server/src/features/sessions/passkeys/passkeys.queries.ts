import { sql } from 'kysely';
import type { PersonalData } from '../../../kernel/feature.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { countChangedRows, first, hasChangedRows, many } from '../../../kernel/sql.ts';

/** A passkey of a person. */
export interface PasskeyRow {
  readonly id: number;
  readonly user_id: number;
  readonly credential_id: Buffer;
  readonly host: string;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly is_synced: boolean;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** A verified new passkey. */
export interface NewPasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly isSynced: boolean;
  readonly host: string;
}

const columns = sql`k.id, k.user_id, k.credential_id, k.host, k.public_key, k.counter, k.transports, k.is_synced, k.name, k.created_at, k.last_used_at`;

/** Returns a person's passkeys, newest first. */
export const selectPasskeys = (db: Db, userId: number): Promise<PasskeyRow[]> =>
  many(
    db,
    sql<PasskeyRow>`select ${columns} from passkeys k where k.user_id = ${userId} order by k.created_at desc, k.id desc`,
  );

/** Returns the passkey with a credential id if its person can sign in. */
export const selectPasskeyByCredential = (
  db: Db,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> =>
  first(
    db,
    sql<PasskeyRow>`select ${columns} from passkeys k join users u on u.school_id = k.school_id and u.id = k.user_id
      where k.credential_id = ${credentialId} and not u.is_disabled`,
  );

/** Adds a passkey. Undefined if the credential already exists. */
export const insertPasskey = (
  db: Db,
  school: SchoolId,
  userId: number,
  name: string,
  one: NewPasskey,
  now: Date,
): Promise<PasskeyRow | undefined> =>
  first(
    db,
    sql<PasskeyRow>`insert into passkeys as k (school_id, user_id, credential_id, host, public_key, counter, transports, is_synced, name, created_at)
      values (${school}, ${userId}, ${one.credentialId}, ${one.host}, ${one.publicKey}, ${one.counter}, ${one.transports}::text[], ${one.isSynced}, ${name}, ${now})
      on conflict (school_id, credential_id) do nothing returning ${columns}`,
  );

export const updatePasskeyName = (
  db: Db,
  userId: number,
  id: number,
  name: string,
): Promise<PasskeyRow | undefined> =>
  first(
    db,
    sql<PasskeyRow>`update passkeys k set name = ${name} where k.id = ${id} and k.user_id = ${userId} returning ${columns}`,
  );

/**
 * Stores a use. Returns false if the passkey is gone, or its counter isn't higher than at the last use, which means that the passkey was
 * copied. Authenticators without a counter always send 0.
 */
export const updatePasskeyUsed = (
  db: Db,
  id: number,
  { counter, isSynced }: { readonly counter: number; readonly isSynced: boolean },
  now: Date,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update passkeys set counter = ${counter}, is_synced = ${isSynced}, last_used_at = ${now}
      where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`,
  );

export const deletePasskey = (db: Db, userId: number, id: number): Promise<boolean> =>
  hasChangedRows(db, sql`delete from passkeys where id = ${id} and user_id = ${userId}`);

export const deletePasskeys = (db: Db, userId: number): Promise<number> =>
  countChangedRows(db, sql`delete from passkeys where user_id = ${userId}`);

/** Stores a used challenge. Returns false if it was already used. */
export const insertUsedChallenge = (
  db: Db,
  school: SchoolId,
  hash: Buffer,
  expiresAt: Date,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`insert into used_challenges (school_id, challenge_hash, expires_at) values (${school}, ${hash}, ${expiresAt}) on conflict do nothing`,
  );

/** Deletes used challenges that have expired, so that they can't be used anyway. */
export const deleteExpiredChallenges = (db: Db, now: Date): Promise<number> =>
  countChangedRows(db, sql`delete from used_challenges where expires_at < ${now}`);

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  passkeys: sql`(select jsonb_agg(jsonb_build_object('name', k.name, 'host', k.host, 'createdAt', k.created_at, 'lastUsedAt', k.last_used_at)
    order by k.created_at) from passkeys k where k.user_id = ${me})`,
});
