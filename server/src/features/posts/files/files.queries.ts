import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';

export const insertPostFiles = async (
  db: Db,
  school: SchoolId,
  post: number,
  uploads: readonly number[],
): Promise<void> => {
  if (uploads.length === 0) return;
  await sql`insert into post_files (school_id, post_id, upload_id, position)
    select ${school}, ${post}, id, position from unnest(${uploads as number[]}::bigint[]) with ordinality as f (id, position)`.execute(
    db,
  );
};

/** Replaces a post's files. The next maintenance deletes files that are no longer used. */
export const replacePostFiles = async (
  db: Db,
  school: SchoolId,
  post: number,
  uploads: readonly number[],
): Promise<void> => {
  await sql`delete from post_files where post_id = ${post}`.execute(db);
  await insertPostFiles(db, school, post, uploads);
};

/** Returns the names of the files of the post `p` in their order. */
export const fileNames = sql`(select coalesce(array_agg(f.name order by n.position), '{}') from post_files n
  join uploads f on f.school_id = n.school_id and f.id = n.upload_id where n.school_id = p.school_id and n.post_id = p.id)`;
