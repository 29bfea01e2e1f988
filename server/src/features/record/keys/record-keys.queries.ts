import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';

export interface KeyRow {
  id: number;
  public_key: string;
  created_at: Date;
  retired_at: Date | null;
}

/** Returns all public keys of the school, newest first, so that signatures with old keys stay valid. */
export const selectKeys = (db: Db): Promise<KeyRow[]> =>
  many(
    db,
    sql<KeyRow>`select id, public_key, created_at, retired_at from record_keys order by created_at desc, id desc`,
  );

export const selectActiveKey = (db: Db) =>
  first(
    db,
    sql<{ id: number; public_key: string; encrypted_key: string }>`
    select id, public_key, encrypted_key from record_keys where retired_at is null`,
  );

export const insertKey = async (
  db: Db,
  school: SchoolId,
  { publicKey, encryptedKey, now }: { publicKey: string; encryptedKey: string; now: Date },
): Promise<void> => {
  await sql`update record_keys set retired_at = ${now} where retired_at is null`.execute(db);
  await sql`insert into record_keys (school_id, public_key, encrypted_key, created_at)
    values (${school}, ${publicKey}, ${encryptedKey}, ${now})`.execute(db);
};
