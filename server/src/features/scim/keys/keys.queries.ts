import { sql } from 'kysely';
import type { Db } from '../../../kernel/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';

export interface KeyRow {
  readonly id: number;
  readonly name: string;
  readonly made_at: Date;
  readonly last_used_at: Date | null;
  readonly by: { id: number; first_name: string; last_name: string; photo: string | null } | null;
}

/** Keys that have not ended, the newest first. */
export const selectKeys = async (db: Db): Promise<KeyRow[]> => {
  const { rows } = await sql<KeyRow>`select k.id, k.name, k.made_at, k.last_used_at,
      (select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'photo', u.photo) from users u where u.id = k.made_by) as by
    from provisioning_keys k where k.ended_at is null order by k.id desc`.execute(db);
  return rows;
};

export const insertKey = async (
  db: Db,
  school: SchoolId,
  key: { name: string; tokenHash: Buffer; by: number | null; now: Date },
): Promise<number> => {
  // Two admins at once must not make more than there may be.
  await sql`select pg_advisory_xact_lock(hashtextextended('provisioning-keys:' || current_school(), 1))`.execute(db);
  const { rows } = await sql<{ id: number }>`insert into provisioning_keys (school_id, name, token_hash, made_at, made_by)
    values (${school}::int, ${key.name}, ${key.tokenHash}, ${key.now}, ${key.by}) returning id`.execute(db);
  return rows[0]?.id ?? 0;
};

/** Ends a key; answers its name, or undefined when it has ended or never was. */
export const updateKeyEnded = async (db: Db, id: number, now: Date): Promise<string | undefined> => {
  const { rows } = await sql<{
    name: string;
  }>`update provisioning_keys set ended_at = ${now} where id = ${id} and ended_at is null returning name`.execute(db);
  return rows[0]?.name;
};
