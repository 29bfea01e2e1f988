import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { selectStagedProblems, type RowProblems } from '../../kernel/database/staged-problems.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { locks } from '../../kernel/database/locks.ts';
import type { PictureKind } from '#contract/people/picture-crop.ts';

/** Locks the school's imports until the transaction ends, so that two imports run one after the other. */
export const lockImport = async (db: Db, school: SchoolId): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${locks.imports}::int, ${school}::int)`.execute(db);
};

/** Creates the table that maps the import's picture files to the names of stored pictures. */
export const createStagedPictures = async (db: Db): Promise<void> => {
  await sql`drop table if exists pg_temp.staged_pictures`.execute(db);
  await sql`create temp table staged_pictures (kind text not null, file text not null, name text not null, primary key (kind, file)) on commit drop`.execute(
    db,
  );
};

/**
 * Replaces usernames in a staged table with their existing spelling, because usernames that differ only in case are one person.
 * New people keep the first spelling in people.csv. Returns the rows whose username is ambiguous.
 */
export const updateStagedUsernames = async (
  db: Db,
  table: string,
  { columns, lists }: { readonly columns: readonly string[]; readonly lists: readonly string[] },
  limit: number,
): Promise<RowProblems> => {
  const staged = sql.table(table);
  for (const name of columns) {
    const column = sql.ref(name);
    await sql`update ${staged} s set ${column} = u.username from users u
      where u.username_key = lower(s.${column}) and u.username <> s.${column}`.execute(db);
    await sql`update ${staged} s set ${column} = p.username
      from (select distinct on (lower(username)) lower(username) as key, username from staged_people order by lower(username), line) as p
      where p.key = lower(s.${column}) and p.username <> s.${column}`.execute(db);
  }
  for (const name of lists) {
    const column = sql.ref(name);
    await sql`update ${staged} s set ${column} = (
        select array_agg(name order by position) from (
          select name, min(position) as position from (
            select coalesce(u.username, p.username, n.name) as name, n.position from unnest(s.${column}) with ordinality as n (name, position)
              left join users u on u.username_key = lower(n.name)
              left join lateral (select username from staged_people p where lower(p.username) = lower(n.name) order by line limit 1) as p on true
          ) as spelled group by name
        ) as once
      ) where cardinality(s.${column}) > 0`.execute(db);
  }
  const reason = `'two people had the username ' || quote_literal(d.username) || ' in different capitals; settle that first: npm run campus -- person doubles'`;
  const parts = [
    ...columns.map(
      (name) =>
        sql`select s.line, ${name}::text as "column", ${sql.raw(reason)} as reason from ${staged} s join duplicate_usernames d on d.username_key = lower(s.${sql.ref(name)})`,
    ),
    ...lists.map(
      (name) =>
        sql`select s.line, ${name}::text, ${sql.raw(reason)} from ${staged} s join duplicate_usernames d on d.username_key in (select lower(n) from unnest(s.${sql.ref(name)}) as n)`,
    ),
  ];
  return selectStagedProblems(db, parts, limit);
};

/** A picture file that people use, with the first line that contains it. */
export interface ReferencedPicture {
  readonly file: string;
  readonly line: number;
}

/** Selects the next picture files after `after`, in byte order. */
export const selectWantedPictures = async (
  db: Db,
  kind: PictureKind,
  after: string,
  limit: number,
): Promise<ReferencedPicture[]> => {
  const file = sql.ref(kind);
  const { rows } =
    await sql<ReferencedPicture>`select ${file} collate "C" as file, min(line) as line from staged_people
    where ${file} collate "C" > ${after} group by 1 order by 1 limit ${limit}`.execute(db);
  return rows;
};

/** Counts the distinct picture files that people use. */
export const countWantedPictures = async (db: Db): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select (count(distinct photo) + count(distinct cover))::int as n from staged_people`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

/** Stores the names of stored pictures. */
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

/** Replaces the names of picture files with the names of stored pictures. */
export const updateStagedPictures = async (db: Db): Promise<void> => {
  await sql`analyze staged_pictures`.execute(db);
  await sql`update staged_people s set photo = p.name from staged_pictures p where p.kind = 'photo' and p.file = s.photo`.execute(
    db,
  );
  await sql`update staged_people s set cover = p.name from staged_pictures p where p.kind = 'cover' and p.file = s.cover`.execute(
    db,
  );
};
