import { sql } from 'kysely';
import { transact, type Scope } from '../context.ts';
import { inTransaction, type Db, type Pool } from '../database/database.ts';
import type { SchoolId } from '../ids.ts';
import { lockTable } from '../sql.ts';

/*
 * Storage used by the files of a school and its people. The database rejects files over a limit (`check_person_storage`,
 * `check_school_storage`).
 */

/** The owner of a profile picture, and how many more bytes it uses than the previous one. */
export interface OwnGrowth {
  readonly person: number;
  readonly more: number;
}

/**
 * Counts a picture toward the school's storage before it is stored, and rejects it if it would exceed a limit. The next sweep measures
 * the stored files. Calls `server/database/functions/check_person_storage.sql`.
 */
export const reserveStorage = (scope: Scope, bytes: number, own?: OwnGrowth): Promise<void> =>
  transact(scope, async ({ db, school }) => {
    if (own !== undefined && own.more > 0)
      await sql`select check_person_storage(${school.school_id}, ${own.person}, ${own.more})`.execute(
        db,
      );
    await sql`insert into storage_changes (school_id, is_picture, bytes) values (${school.school_id}, true, ${bytes})`.execute(
      db,
    );
  });

const selectNewestChange = async (db: Db): Promise<number> => {
  const { rows } = await sql<{
    id: number;
  }>`select coalesce(max(id), 0) as id from storage_changes where is_picture`.execute(db);
  return rows[0]?.id ?? 0;
};

/** Replaces the counted bytes of a school's pictures with the result of `measure`, which reads the stored files. */
export const storeMeasuredSize = async (
  pool: Pool,
  school: SchoolId,
  measure: () => Promise<number>,
): Promise<void> => {
  const newest = await inTransaction(pool, { school, readOnly: true }, selectNewestChange);
  const bytes = await measure();
  await inTransaction(pool, { school }, async (db) => {
    await lockTable(db, 'storage_totals');
    await sql`with counted as (delete from storage_changes where is_picture and id <= ${newest})
      insert into storage_totals (school_id, picture_bytes) values (${school}, ${bytes})
      on conflict (school_id) do update set picture_bytes = excluded.picture_bytes`.execute(db);
  });
};

/**
 * Adds up all uploads of a school. A single statement works on one snapshot, so it deletes exactly the changes that it has added
 * up, and no upload needs to wait.
 */
export const recountStorage = async (db: Db, _: Date, school: SchoolId): Promise<number> => {
  await lockTable(db, 'storage_totals');
  await sql`with counted as (delete from storage_changes where not is_picture)
    insert into storage_totals (school_id, upload_bytes) select ${school}::int, coalesce(sum(size), 0) from uploads
    on conflict (school_id) do update set upload_bytes = excluded.upload_bytes`.execute(db);
  return 0;
};
