import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { locks } from '../../kernel/database/locks.ts';
import type { PictureKind } from '#contract/people/picture-crop.ts';

/** Two imports into one school wait for each other. Held until the transaction ends. */
export const lockImport = async (db: Db, school: SchoolId): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${locks.imports}::int, ${school}::int)`.execute(db);
};

/** Makes the table that says under which name each picture file of the import is kept. */
export const createStagedPictures = async (db: Db): Promise<void> => {
  await sql`drop table if exists pg_temp.staged_pictures`.execute(db);
  await sql`create temp table staged_pictures (kind text not null, file text not null, name text not null, primary key (kind, file)) on commit drop`.execute(
    db,
  );
};

/** A picture file that people name, with the line that names it first. */
export interface WantedPicture {
  readonly file: string;
  readonly line: number;
}

/** The next picture files after `after`, in byte order. */
export const selectWantedPictures = async (
  db: Db,
  kind: PictureKind,
  after: string,
  limit: number,
): Promise<WantedPicture[]> => {
  const file = sql.ref(kind);
  const { rows } =
    await sql<WantedPicture>`select ${file} collate "C" as file, min(line) as line from staged_people
    where ${file} collate "C" > ${after} group by 1 order by 1 limit ${limit}`.execute(db);
  return rows;
};

/** How many different picture files people name. */
export const countWantedPictures = async (db: Db): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select (count(distinct photo) + count(distinct cover))::int as n from staged_people`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

/** Remembers under which names pictures are kept. */
export const insertStagedPictures = async (
  db: Db,
  kind: PictureKind,
  stored: readonly { file: string; name: string }[],
): Promise<void> => {
  await sql`insert into staged_pictures (kind, file, name) select ${kind}::text, file, name
    from unnest(${stored.map(({ file }) => file)}::text[], ${stored.map(({ name }) => name)}::text[]) as kept (file, name)`.execute(
    db,
  );
};

/** Puts the names under which pictures are kept in the place of the files' names. */
export const updateStagedPictures = async (db: Db): Promise<void> => {
  await sql`analyze staged_pictures`.execute(db);
  await sql`update staged_people s set photo = p.name from staged_pictures p where p.kind = 'photo' and p.file = s.photo`.execute(
    db,
  );
  await sql`update staged_people s set cover = p.name from staged_pictures p where p.kind = 'cover' and p.file = s.cover`.execute(
    db,
  );
};
