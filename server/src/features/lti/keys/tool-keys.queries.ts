import type { JsonWebKey } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';

/**
 * Days for which the public part of a retired key is still published. By then, everything that it signed has expired,
 * and caches are fresh.
 */
export const retentionDays = 30;

export interface KeyRow {
  readonly id: number;
  readonly public_key: JsonWebKey;
}

/** Returns the public keys, with the active one first. */
export const selectKeys = (db: Db): Promise<KeyRow[]> =>
  many(db, sql<KeyRow>`select id, public_key from lti_keys order by created_at desc, id desc`);

export const selectActiveKey = (db: Db) =>
  first(
    db,
    sql<{ id: number; encrypted_key: string; created_at: Date }>`
    select id, encrypted_key, created_at from lti_keys where retired_at is null`,
  );

/** Adds a key and makes it the active one. */
export const insertKey = async (
  db: Db,
  school: SchoolId,
  { publicKey, encryptedKey, now }: { publicKey: JsonWebKey; encryptedKey: string; now: Date },
): Promise<void> => {
  await sql`update lti_keys set retired_at = ${now} where retired_at is null`.execute(db);
  await sql`insert into lti_keys (school_id, public_key, encrypted_key, created_at)
    values (${school}, ${JSON.stringify(publicKey)}::jsonb, ${encryptedKey}, ${now})`.execute(db);
};
