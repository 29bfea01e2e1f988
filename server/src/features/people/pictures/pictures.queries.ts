import { sql } from 'kysely';
import type { Crop, PictureKind } from '#contract/people/picture-crop.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { FileReferences } from '../../../kernel/files/file-references.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { insertEvent } from '../../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';

/** A person's picture as it is shown, and its row in `pictures` if there is one. */
export interface PictureRow {
  /** The name in users.photo or users.cover. Null without a picture. */
  shown: string | null;
  name: string | null;
  original: string | null;
  /** Total size of the picture's files in bytes; 0 if it wasn't measured. */
  bytes: number;
  /** Width of the original in pixels; 0 if there is no original. */
  width: number;
  height: number;
  crop_x: number;
  crop_y: number;
  crop_zoom: number;
  removed_at: Date | null;
}

const column = { photo: sql.ref('u.photo'), cover: sql.ref('u.cover') } as const;
const target = { photo: sql.ref('photo'), cover: sql.ref('cover') } as const;

/**
 * Returns a person's picture of one type. Undefined if the person is gone. `forUpdate` locks the person's row until the transaction ends,
 * so that changes happen one at a time.
 */
export const selectPicture = async (
  db: Db,
  id: number,
  kind: PictureKind,
  { forUpdate = false }: { forUpdate?: boolean } = {},
): Promise<PictureRow | undefined> => {
  // Lock the person first: a lock in the same statement would return the picture's row as it was before the wait.
  if (forUpdate) await sql`select from users where id = ${id} for update`.execute(db);
  const { rows } =
    await sql<PictureRow>`select ${column[kind]} as shown, p.name, p.original, coalesce(p.bytes, 0) as bytes, coalesce(p.width, 0) as width, coalesce(p.height, 0) as height,
    coalesce(p.crop_x, 0) as crop_x, coalesce(p.crop_y, 0) as crop_y, coalesce(p.crop_zoom, 1) as crop_zoom, p.removed_at from users u left join pictures p on p.school_id = u.school_id and p.user_id = u.id and p.kind = ${kind}
    where u.id = ${id} and not u.is_disabled`.execute(db);
  return rows[0];
};

/** Sets or removes the picture that is shown. */
export const updateShown = async (
  db: Db,
  id: number,
  kind: PictureKind,
  name: string | null,
  now: Date,
): Promise<void> => {
  await sql`update users set ${target[kind]} = ${name}, updated_at = ${now} where id = ${id}`.execute(
    db,
  );
};

/** The data stored with a picture's name. */
export interface NewPicture {
  readonly name: string;
  readonly original: string | null;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly crop: Crop;
  readonly removedAt: Date | null;
}

export const upsertPicture = async (
  db: Db,
  { school, id, kind, now }: { school: SchoolId; id: number; kind: PictureKind; now: Date },
  { name, original, bytes, width, height, crop, removedAt }: NewPicture,
): Promise<void> => {
  await sql`insert into pictures (school_id, user_id, kind, name, original, bytes, width, height, crop_x, crop_y, crop_zoom, created_at, removed_at)
    values (${school}, ${id}, ${kind}, ${name}, ${original}, ${bytes}, ${width}, ${height}, ${crop.x}, ${crop.y}, ${crop.zoom}, ${now}, ${removedAt})
    on conflict (school_id, user_id, kind) do update set name = excluded.name, original = excluded.original, bytes = excluded.bytes, width = excluded.width,
      height = excluded.height, crop_x = excluded.crop_x, crop_y = excluded.crop_y, crop_zoom = excluded.crop_zoom,
      created_at = excluded.created_at, removed_at = excluded.removed_at`.execute(db);
};

/** Marks a picture as removed, or as shown again. */
export const updateRemoved = async (
  db: Db,
  id: number,
  kind: PictureKind,
  at: Date | null,
): Promise<void> => {
  await sql`update pictures set removed_at = ${at} where user_id = ${id} and kind = ${kind}`.execute(
    db,
  );
};

/** Minutes in which a removed picture can be restored. */
export const restoreMinutes = 60;

/** Returns the condition that the picture `p` of the person `u` is not in use, according to both rows at that moment. */
const unused = (now: Date) => sql`u.school_id = p.school_id and u.id = p.user_id and case
  when p.removed_at is not null then p.removed_at < ${now}::timestamptz - ${restoreMinutes} * interval '1 minute'
  else p.name is distinct from case p.kind when 'photo' then u.photo else u.cover end end`;

/** Deletes removed pictures that can't be restored anymore, and pictures that an import has replaced. */
export const deleteUnusedPictures: MaintenanceTask = async (db, now, school) => {
  // Lock people first. A deletion that waits for an upload would otherwise compare the new picture with the old row of
  // the person and delete it. No one else can change locked rows, and the next run in an hour handles people who are
  // locked now.
  const locked = await sql<{
    id: number;
  }>`select u.id from pictures p join users u on ${unused(now)} for no key update of u skip locked`.execute(
    db,
  );
  if (locked.rows.length === 0) return 0;
  const { rows } = await sql<{
    name: string;
    original: string | null;
  }>`delete from pictures p using users u
    where u.id = any(${locked.rows.map(({ id }) => id)}::bigint[]) and ${unused(now)} returning p.name, p.original`.execute(
    db,
  );
  const names = rows.flatMap(({ name, original }) =>
    original === null ? [name] : [name, original],
  );
  if (names.length > 0) await insertEvent(db, school, null, 'files_dropped', { names });
  return rows.length;
};

/** Returns those of the given names that are in use or can still be restored. Each part uses an index. */
export const pictureFilesSql = (names: readonly string[]) => sql<{ name: string }>`
  select photo as name from users where photo = any(${names}) union all select cover from users where cover = any(${names})
  union all select name from pictures where name = any(${names}) union all select original from pictures where original = any(${names})`;

export const selectPictureFiles: FileReferences = async (db, names) =>
  (await pictureFilesSql(names).execute(db)).rows.map(({ name }) => name);
