import { sql, type RawBuilder } from 'kysely';
import { clubFileLimits, megabyte, type FileOrder } from '#contract/club-files/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import { selectFileUse, type PersonalData, type UploadReference } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../kernel/sql.ts';
import { isNamed } from '../people/privacy/privacy.queries.ts';
import type { WholeUploadRow } from '../uploads/uploads.views.ts';
import { personSummary, type PersonSummaryRow } from '../people/summary/summary.queries.ts';

/** The person who views a club's files, and the highest level that they can see. */
export interface FileReader {
  readonly viewer: number;
  readonly club: number;
  readonly level: number;
  /** True if the reader also sees files that moderators hid. */
  readonly manages: boolean;
}

export interface FolderRow {
  id: number;
  name: string;
  parent_id: number | null;
  path: number[];
  readers: number;
  takes_files: boolean;
  files: number;
  size: number;
  updated_at: Date;
}

export interface FileRow {
  id: number;
  name: string;
  folder: { id: number; name: string } | null;
  readers: number;
  current: number;
  versions: number;
  bytes: number;
  size: number;
  created_by: number | null;
  takes_files: boolean;
  updated_at: Date;
  sort_name: string;
  is_hidden: boolean;
  upload: WholeUploadRow;
  /** The person who uploaded the current version, or null if the viewer can't see their name. */
  by: PersonSummaryRow | null;
}

/**
 * Returns the highest level of a club's files that the caller can see. Undefined if the caller can't see a club with this id. Calls
 * `server/database/functions/club_file_level.sql`.
 */
export const selectLevel = async (
  db: Db,
  who: { readonly viewer: number; readonly isStaff: boolean },
  club: number,
): Promise<number | undefined> =>
  (
    await first(
      db,
      sql<{
        level: number;
      }>`select club_file_level(c, ${who.viewer}::bigint, ${who.isStaff}::boolean) as level
      from clubs_seen_by(${who.viewer}::bigint, ${who.isStaff}::boolean) c where c.id = ${club}`,
    )
  )?.level;

/** Returns the club of a file or folder; undefined if it doesn't exist. */
export const selectClubOf = async (
  db: Db,
  table: 'club_files' | 'club_folders',
  id: number,
): Promise<number | undefined> =>
  (
    await first(
      db,
      sql<{ club_id: number }>`select club_id from ${sql.table(table)} where id = ${id}`,
    )
  )?.club_id;

/** Selects folders `f` that the reader can see, with the number and size of the files that they can see in them and in their subfolders. */
const folders = (
  { club, level, manages }: FileReader,
  which: RawBuilder<unknown>,
) => sql<FolderRow>`
  with kept as (
    select x.folder_id, count(*)::int as files, sum(x.bytes)::bigint as size from club_files x
    where x.club_id = ${club} and x.level <= ${level} and (${manages}::boolean or x.hidden_at is null) and x.folder_id is not null group by 1
  ),
  inside as (
    select a.id, sum(k.files)::int as files, sum(k.size)::bigint as size
    from club_folders d join kept k on k.folder_id = d.id cross join unnest(d.path) as a (id)
    where d.club_id = ${club} group by 1
  )
  select f.id, f.name, f.parent_id, f.path, f.readers::int as readers, f.takes_files, f.updated_at,
    coalesce(i.files, 0) as files, coalesce(i.size, 0)::bigint as size
  from club_folders f left join inside i on i.id = f.id
  where f.club_id = ${club} and f.level <= ${level} and ${which} order by f.sort_name, f.id`;

export const selectFolder = (db: Db, reader: FileReader, id: number) =>
  first(db, folders(reader, sql`f.id = ${id}`));

const isSearched = (search: string) => sql`strpos(f.sort_name, fold(${search})) > 0`;

/** Returns the folders in a folder (null: the top level), or those whose name contains the search text. */
export const selectFolders = (
  db: Db,
  reader: FileReader,
  where: { parent: number | null } | { search: string },
) =>
  many(
    db,
    folders(
      reader,
      'search' in where
        ? isSearched(where.search)
        : where.parent === null
          ? sql`f.parent_id is null`
          : sql`f.parent_id = ${where.parent}`,
    ),
  );

/** Returns the names of these folders, from the top down. */
export const selectNames = (db: Db, reader: FileReader, path: readonly number[]) =>
  many(
    db,
    sql<{ id: number; name: string }>`select id, name from club_folders
    where club_id = ${reader.club} and id = any(${path as number[]}::bigint[]) order by cardinality(path)`,
  );

/** Returns all folders that the reader can see, each after its parent folder. */
export const selectAllFolders = (db: Db, { club, level }: FileReader) =>
  many(
    db,
    sql<{ id: number; name: string; parent_id: number | null; depth: number }>`
    with recursive tree as (
      select f.id, f.name, f.parent_id, 1 as depth, array[f.sort_name, f.id::text collate "und-x-icu"] as position from club_folders f
      where f.club_id = ${club} and f.parent_id is null and f.level <= ${level}
      union all
      select f.id, f.name, f.parent_id, t.depth + 1, t.position || f.sort_name || f.id::text collate "und-x-icu" from tree t
      join club_folders f on f.club_id = ${club} and f.parent_id = t.id and f.level <= ${level}
    ) select id, name, parent_id, depth from tree order by position`,
  );

const face = (viewer: number, id: RawBuilder<unknown>) =>
  sql`(select ${personSummary('u')}
    from users u where u.id = ${id} and ${isNamed(viewer, sql`u`)})`;

const uploadOf = sql`jsonb_build_object('id', p.id, 'name', p.name, 'size', p.size, 'type', p.type, 'width', p.width, 'height', p.height)`;

const files = ({ viewer, club, level, manages }: FileReader) => sql`
  select f.id, f.name, f.readers::int as readers, f.current, f.bytes, f.size, f.created_by, f.updated_at, f.sort_name, f.hidden_at is not null as is_hidden,
    case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.name) end as folder, coalesce(d.takes_files, false) as takes_files,
    (select count(*)::int from club_file_versions x where x.file_id = f.id) as versions,
    ${uploadOf} as upload, ${face(viewer, sql`v.created_by`)} as by
  from club_files f
  join club_file_versions v on v.school_id = f.school_id and v.file_id = f.id and v.number = f.current
  join uploads p on p.school_id = v.school_id and p.id = v.upload_id
  left join club_folders d on d.school_id = f.school_id and d.id = f.folder_id
  where f.club_id = ${club} and f.level <= ${level} and (${manages}::boolean or f.hidden_at is null)`;

export const selectFile = (db: Db, reader: FileReader, id: number) =>
  first(db, sql<FileRow>`${files(reader)} and f.id = ${id}`);

/** The last file of a page: its sort value and its id. */
export type FileCursor = readonly [string | number | Date, number];

const orders: Record<FileOrder, { by: RawBuilder<unknown>; comes: RawBuilder<unknown> }> = {
  name: { by: sql`f.sort_name`, comes: sql`>` },
  newest: { by: sql`f.updated_at`, comes: sql`<` },
  largest: { by: sql`f.size`, comes: sql`<` },
};

/** Returns a page of the files in a folder (null: the top level), or of those whose name contains the search text. */
export const selectFiles = (
  db: Db,
  reader: FileReader,
  where: { folder: number | null } | { search: string },
  page: { order: FileOrder; after: FileCursor | null; size: number },
) => {
  const { by, comes } = orders[page.order];
  const way = page.order === 'name' ? sql`asc` : sql`desc`;
  const which =
    'search' in where
      ? isSearched(where.search)
      : where.folder === null
        ? sql`f.folder_id is null`
        : sql`f.folder_id = ${where.folder}`;
  const after =
    page.after === null
      ? sql`true`
      : sql`(${by}, f.id) ${comes} (${page.after[0]}, ${page.after[1]})`;
  return many(
    db,
    sql<FileRow>`${files(reader)} and ${which} and ${after} order by ${by} ${way}, f.id ${way} limit ${page.size}`,
  );
};

/** The storage limit of each club, in bytes. */
const limitColumn = sql`coalesce((select club_limit from club_file_settings), ${clubFileLimits.clubDefault * megabyte})::bigint as "limit"`;

export const selectLimit = async (db: Db): Promise<number> =>
  (await first(db, sql<{ limit: number }>`select ${limitColumn}`))?.limit ?? 0;

/** Returns the bytes used by all versions of a club's files, and the club's limit. */
export const selectSpace = async (db: Db, club: number): Promise<{ used: number; limit: number }> =>
  (await first(
    db,
    sql<{ used: number; limit: number }>`select
      (select coalesce(sum(bytes), 0)::bigint from club_files where club_id = ${club}) as used, ${limitColumn}`,
  )) ?? { used: 0, limit: 0 };

/** Returns the number of a club's files or folders. */
export const countOf = async (
  db: Db,
  table: 'club_files' | 'club_folders',
  club: number,
): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from ${sql.table(table)} where club_id = ${club}`,
    )
  )?.n ?? 0;

/** Returns the number of levels in a folder, including the folder itself. */
export const selectHeight = async (db: Db, club: number, id: number): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select max(cardinality(path) - array_position(path, ${id}::bigint) + 1)::int as n
      from club_folders where club_id = ${club} and ${id} = any(path)`,
    )
  )?.n ?? 1;

export const selectByClient = async (
  db: Db,
  table: 'club_files' | 'club_folders',
  me: number,
  clientId: string,
) =>
  (
    await first(
      db,
      sql<{
        id: number;
      }>`select id from ${sql.table(table)} where created_by = ${me} and client_id = ${clientId}::uuid`,
    )
  )?.id;

interface New {
  readonly school: SchoolId;
  readonly club: number;
  readonly by: number;
  readonly clientId: string;
  readonly now: Date;
  readonly name: string;
  readonly readers: number;
}

const idOfRow = async (row: Promise<{ id: number } | undefined>): Promise<number> =>
  (await row)?.id ?? 0;

export const insertFolder = (db: Db, row: New & { parent: number | null; takesFiles: boolean }) =>
  idOfRow(
    first(
      db,
      sql<{
        id: number;
      }>`insert into club_folders (school_id, club_id, parent_id, name, readers, takes_files, created_by, client_id, created_at, updated_at)
      values (${row.school}, ${row.club}, ${row.parent}, ${row.name}, ${row.readers}, ${row.takesFiles}, ${row.by}, ${row.clientId}::uuid, ${row.now}, ${row.now})
      returning id`,
    ),
  );

export const updateFolder = (
  db: Db,
  id: number,
  columns: { name?: string; parent_id?: number | null; readers?: number; takes_files?: boolean },
  now: Date,
) =>
  db
    .updateTable('club_folders')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .execute();

export const deleteFolder = (db: Db, id: number) =>
  hasChangedRows(db, sql`delete from club_folders where id = ${id}`);

export const insertFile = (db: Db, row: New & { folder: number | null }) =>
  idOfRow(
    first(
      db,
      sql<{
        id: number;
      }>`insert into club_files (school_id, club_id, folder_id, name, readers, created_by, client_id, created_at, updated_at)
      values (${row.school}, ${row.club}, ${row.folder}, ${row.name}, ${row.readers}, ${row.by}, ${row.clientId}::uuid, ${row.now}, ${row.now}) returning id`,
    ),
  );

export const updateFile = (
  db: Db,
  id: number,
  columns: { name?: string; folder_id?: number | null; readers?: number },
) => db.updateTable('club_files').set(columns).where('id', '=', id).execute();

export const deleteFile = (db: Db, id: number) =>
  hasChangedRows(db, sql`delete from club_files where id = ${id}`);

/** Returns the details of an upload that become part of a version. */
export const selectUpload = (db: Db, id: number) =>
  first(db, sql<{ name: string; size: number }>`select name, size from uploads where id = ${id}`);

/** Returns true if an upload is already a version of a file. */
export const isVersion = async (db: Db, file: number, upload: number): Promise<boolean> =>
  (await first(
    db,
    sql`select from club_file_versions where file_id = ${file} and upload_id = ${upload}`,
  )) !== undefined;

/** Returns the oldest version of a file if adding another version will delete it and free its bytes. */
export const selectOldest = async (
  db: Db,
  file: number,
): Promise<{ number: number; size: number } | undefined> =>
  first(
    db,
    sql<{
      number: number;
      size: number;
    }>`select v.number, v.size from club_file_versions v where v.file_id = ${file}
      and (select count(*) from club_file_versions x where x.file_id = ${file}) >= ${clubFileLimits.versions}
    order by v.number limit 1`,
  );

/** Adds a version and makes it the current one. Deletes the version `gone` if it is given. */
export const insertVersion = async (
  db: Db,
  school: SchoolId,
  file: number,
  version: { upload: number; size: number; by: number; now: Date; gone: number | null },
): Promise<void> => {
  if (version.gone !== null)
    await sql`delete from club_file_versions where file_id = ${file} and number = ${version.gone}`.execute(
      db,
    );
  await sql`insert into club_file_versions (school_id, file_id, number, upload_id, size, created_by, created_at)
    select ${school}, ${file}, coalesce((select max(number) from club_file_versions where file_id = ${file}), 0) + 1,
      ${version.upload}, ${version.size}, ${version.by}, ${version.now}`.execute(db);
  await sql`update club_files f set current = (select max(number) from club_file_versions where file_id = f.id), size = ${version.size},
      bytes = (select sum(size) from club_file_versions where file_id = f.id), updated_at = ${version.now} where f.id = ${file}`.execute(
    db,
  );
};

/** Makes another version the current one. Returns false if no version has this number. */
export const updateCurrent = (db: Db, file: number, number: number, now: Date) =>
  hasChangedRows(
    db,
    sql`update club_files f set current = v.number, size = v.size, updated_at = ${now} from club_file_versions v
    where f.id = ${file} and v.school_id = f.school_id and v.file_id = f.id and v.number = ${number}`,
  );

export interface VersionRow {
  number: number;
  created_at: Date;
  upload: WholeUploadRow;
  by: PersonSummaryRow | null;
}

export const selectVersions = (db: Db, viewer: number, file: number) =>
  many(
    db,
    sql<VersionRow>`select v.number, v.created_at, ${uploadOf} as upload, ${face(viewer, sql`v.created_by`)} as by
    from club_file_versions v join uploads p on p.school_id = v.school_id and p.id = v.upload_id
    where v.file_id = ${file} order by v.number desc`,
  );

export const upsertLimit = (db: Db, school: SchoolId, bytes: number) =>
  sql`insert into club_file_settings (school_id, club_limit) values (${school}, ${bytes})
    on conflict (school_id) do update set club_limit = excluded.club_limit`.execute(db);

/** Uploads that are versions of club files. Their addresses contain the id of the file. */
export const clubFileUploads: UploadReference = {
  kind: 'club-file',
  isUsed: sql`exists (select from club_file_versions v where v.upload_id = f.id)`,
  isReferencedBy: (file) =>
    sql`exists (select from club_file_versions v where v.upload_id = f.id and v.file_id = ${file})`,
  storageType: 'club_files',
  uses: selectFileUse(
    'club',
    sql`n.club_id`,
    sql`from club_file_versions v join club_files n on n.school_id = v.school_id and n.id = v.file_id
      where v.school_id = f.school_id and v.upload_id = f.id`,
  ),
};

/** Removes an erased person's name from a club's files. The files stay, because they belong to the club. */
export const forgetPerson = async (db: Db, person: number): Promise<void> => {
  for (const table of ['club_folders', 'club_files', 'club_file_versions'])
    await sql`update ${sql.table(table)} set created_by = null where created_by = ${person}`.execute(
      db,
    );
};

/** Returns this feature's part of the personal data export. */
export const personalData: PersonalData = (me) => ({
  clubFiles: sql`(select jsonb_agg(jsonb_build_object('name', f.name, 'club', c.name, 'version', v.number, 'size', v.size, 'sentAt', v.created_at) order by v.created_at)
    from club_file_versions v join club_files f on f.school_id = v.school_id and f.id = v.file_id
    join clubs c on c.school_id = f.school_id and c.id = f.club_id where v.created_by = ${me} or f.created_by = ${me} and v.number = 1)`,
  clubFolders: sql`(select jsonb_agg(jsonb_build_object('name', f.name, 'createdAt', f.created_at) order by f.created_at)
    from club_folders f where f.created_by = ${me})`,
});

/** A reported file as moderators see it. */
export interface ReportedFileRow {
  readonly id: number;
  readonly name: string;
  readonly club_id: number;
  readonly is_hidden: boolean;
}

export const selectReportedFiles = (db: Db, ids: readonly number[]): Promise<ReportedFileRow[]> =>
  many(
    db,
    sql<ReportedFileRow>`select id, name, club_id, hidden_at is not null as is_hidden from club_files where id = any(${ids as number[]}::bigint[])`,
  );

/** Hides or shows a file. Returns its author if that changes anything. */
export const updateFileHidden = (
  db: Db,
  id: number,
  at: Date | null,
): Promise<{ person: number | null } | undefined> =>
  first(
    db,
    sql<{
      person: number | null;
    }>`update club_files set hidden_at = ${at} where id = ${id} and (hidden_at is null) <> (${at}::timestamptz is null)
      returning created_by as person`,
  );
