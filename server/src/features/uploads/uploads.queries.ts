import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { selectFileUse, type PersonalData, type UploadReference } from '../../kernel/feature.ts';
import type { FileReferences } from '../../kernel/files/file-references.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';
import { hasChangedRows, first, many } from '../../kernel/sql.ts';

/** An upload, which can be incomplete. `type` is null until it is complete. */
export interface UploadRow {
  id: number;
  name: string;
  size: number;
  received: number;
  type: string | null;
  width: number | null;
  height: number | null;
}

/** True for uploads (`f`) that only a report needs. They no longer exist for their owner. */
export const isForgotten = sql`f.counts_for = 'school'`;

/** Uploads that nothing uses yet. Only their owner knows the address and can open them. */
export const ownUploads: UploadReference = {
  kind: 'own',
  isUsed: sql`false`,
  isReferencedBy: (owner) => sql`f.owner_id = ${owner} and not ${isForgotten}`,
  storageType: 'unused',
  uses: selectFileUse('draft', sql`null`, sql`where false`),
};

const columns = sql`id, name, size, received, type, width, height`;

/** True if none of these references uses the upload `f`. */
export const isLoose = (references: readonly UploadReference[]) =>
  sql`not (${sql.join(
    references.map(({ isUsed }) => isUsed),
    sql` or `,
  )})`;

/** Returns the references that the owner is allowed to know about. */
export const known = (references: readonly UploadReference[]): UploadReference[] =>
  references.filter(({ uses }) => uses !== null);

/** Returns an upload of a person, by its id or the client's id. */
export const selectOwnUpload = (
  db: Db,
  me: number,
  which: { id: number } | { clientId: string },
): Promise<UploadRow | undefined> => {
  const condition =
    'id' in which ? sql`id = ${which.id}` : sql`client_id = ${which.clientId}::uuid`;
  return first(
    db,
    sql<UploadRow>`select ${columns} from uploads f where owner_id = ${me} and ${condition} and not ${isForgotten}`,
  );
};

/** Announces a file. Returns undefined if a concurrent request has announced the same file. */
export const insertUpload = (
  db: Db,
  file: {
    school: SchoolId;
    owner: number;
    clientId: string;
    name: string;
    size: number;
    now: Date;
  },
): Promise<UploadRow | undefined> =>
  first(
    db,
    sql<UploadRow>`insert into uploads (school_id, owner_id, client_id, name, size, created_at)
    values (${file.school}, ${file.owner}, ${file.clientId}::uuid, ${file.name}, ${file.size}, ${file.now})
    on conflict (school_id, owner_id, client_id) do nothing returning ${columns}`,
  );

/** Returns the number of a person's uploads that nothing uses. */
export const countLooseUploads = async (
  db: Db,
  me: number,
  references: readonly UploadReference[],
): Promise<number> => {
  const row = await first(
    db,
    sql<{ n: number }>`select count(*)::int as n from uploads f
    where f.owner_id = ${me} and ${isLoose(known(references))} and not ${isForgotten}`,
  );
  return row?.n ?? 0;
};

/** Stores a piece if it is the next one. Returns false if a different piece is expected. */
export const insertPiece = async (
  db: Db,
  school: SchoolId,
  piece: { upload: number; offset: number; size: number; name: string },
): Promise<boolean> => {
  const row = await first(
    db,
    sql<{ position: number }>`with moved as (
      update uploads set received = received + ${piece.size}
      where id = ${piece.upload} and received = ${piece.offset} and received + ${piece.size} <= size and type is null returning id
    )
    insert into upload_pieces (school_id, upload_id, position, name)
    select ${school}, moved.id, (select count(*)::int from upload_pieces where upload_id = moved.id), ${piece.name} from moved
    returning position`,
  );
  return row !== undefined;
};

/** Returns the names of the stored files that make up an upload, in their order. */
export const selectPieces = async (db: Db, upload: number): Promise<string[]> => {
  const rows = await many(
    db,
    sql<{
      name: string;
    }>`select name from upload_pieces where upload_id = ${upload} order by position`,
  );
  return rows.map(({ name }) => name);
};

/** Sets the type of a complete upload. Returns false if it was already set. */
export const updateWhole = (db: Db, upload: number, type: string): Promise<boolean> =>
  hasChangedRows(db, sql`update uploads set type = ${type} where id = ${upload} and type is null`);

/** A re-encoded picture, with the names of its two stored files. */
export interface EncodedPicture {
  name: string;
  size: number;
  width: number;
  height: number;
  whole: string;
  thumbnail: string;
}

/** Replaces the pieces of an upload with a re-encoded picture. Returns false if this was already done. */
export const updatePicture = async (
  db: Db,
  school: SchoolId,
  upload: number,
  picture: EncodedPicture,
): Promise<boolean> => {
  const isStored = await hasChangedRows(
    db,
    sql`update uploads set name = ${picture.name}, type = 'image/webp', size = ${picture.size},
      received = ${picture.size}, width = ${picture.width}, height = ${picture.height}, thumbnail = ${picture.thumbnail}
    where id = ${upload} and type is null`,
  );
  if (!isStored) return false;
  await sql`delete from upload_pieces where upload_id = ${upload}`.execute(db);
  await sql`insert into upload_pieces (school_id, upload_id, position, name) values (${school}, ${upload}, 0, ${picture.whole})`.execute(
    db,
  );
  return true;
};

/** Adds an upload for a picture that is already in the file store. Returns its id. */
export const insertPicture = async (
  db: Db,
  school: SchoolId,
  picture: EncodedPicture & { owner: number; at: Date },
): Promise<number> => {
  const row = await first(
    db,
    sql<{ id: number }>`
    insert into uploads (school_id, owner_id, client_id, name, size, received, type, width, height, thumbnail, created_at)
    values (${school}, ${picture.owner}, gen_random_uuid(), ${picture.name}, ${picture.size}, ${picture.size}, 'image/webp', ${picture.width},
      ${picture.height}, ${picture.thumbnail}, ${picture.at}) returning id`,
  );
  const id = row?.id ?? 0;
  await sql`insert into upload_pieces (school_id, upload_id, position, name) values (${school}, ${id}, 0, ${picture.whole})`.execute(
    db,
  );
  return id;
};

/** Deletes an incomplete upload. Returns the names of its stored files. */
export const deleteUpload = async (db: Db, upload: number): Promise<string[]> => {
  const names = await selectPieces(db, upload);
  await sql`delete from uploads where id = ${upload} and type is null`.execute(db);
  return names;
};

/** Returns a complete upload `f` if the condition `isOpen` is true for it. */
export const selectOpenable = (
  db: Db,
  upload: number,
  isOpen: UploadReference['isUsed'],
): Promise<
  { name: string; type: string; thumbnail: string | null; pieces: string[] } | undefined
> =>
  first(
    db,
    sql<{ name: string; type: string; thumbnail: string | null; pieces: string[] }>`
    select f.name, f.type, f.thumbnail,
      (select jsonb_agg(x.name order by x.position) from upload_pieces x where x.upload_id = f.id) as pieces
    from uploads f where f.id = ${upload} and f.type is not null and ${isOpen}`,
  );

/**
 * Returns the ids of complete uploads, only those of `owner` if it is given. Locks them until the transaction ends, so that maintenance
 * doesn't delete them before a row uses them.
 */
export const lockUploads = async (
  db: Db,
  uploads: readonly number[],
  owner?: number,
): Promise<number[]> => {
  if (uploads.length === 0) return [];
  const rows = await many(
    db,
    sql<{ id: number }>`select id from uploads f
    where id = any(${uploads as number[]}::bigint[]) and type is not null
      ${owner === undefined ? sql`` : sql`and owner_id = ${owner} and not ${isForgotten}`} for key share`,
  );
  return rows.map(({ id }) => id);
};

/** Returns the names of those stored files that belong to uploads. */
export const selectStoredFiles: FileReferences = async (db, names) => {
  const rows = await many(
    db,
    sql<{ name: string }>`select name from upload_pieces where name = any(${names as string[]})
    union select thumbnail as name from uploads where thumbnail = any(${names as string[]})`,
  );
  return rows.map(({ name }) => name);
};

/** Takes an upload away from its owner and keeps it for a report. If the client announces the file again, it is a new upload. */
export const keptForReport = sql`counts_for = 'school', client_id = gen_random_uuid()`;

/**
 * Deletes uploads that nothing has used within a day; the cleanup removes their stored files. Uploads that only a
 * report needs disappear for their owner at the same time.
 */
export const deleteLooseUploads =
  (references: readonly UploadReference[]): MaintenanceTask =>
  async (db, now) => {
    await sql`update uploads f set ${keptForReport}
    where f.created_at < ${now}::timestamptz - interval '1 day' and f.counts_for = 'person' and ${isLoose(known(references))}
      and not ${isLoose(references)}`.execute(db);
    const { numAffectedRows } = await sql`delete from uploads f
    where f.created_at < ${now}::timestamptz - interval '1 day' and ${isLoose(references)}`.execute(
      db,
    );
    return Number(numAffectedRows ?? 0);
  };

/** Deletes a person's uploads that nothing uses. Returns the names of their stored files. */
export const deleteUploadsOf = async (
  db: Db,
  person: number,
  references: readonly UploadReference[],
): Promise<string[]> => {
  const rows = await many(
    db,
    sql<{ name: string }>`with loose as (
      select f.id, f.thumbnail from uploads f where f.owner_id = ${person} and ${isLoose(references)}
    ),
    named as (
      select p.name from upload_pieces p join loose on loose.id = p.upload_id
      union select thumbnail from loose where thumbnail is not null
    ),
    gone as (delete from uploads f using loose where f.id = loose.id)
    select name from named`,
  );
  return rows.map(({ name }) => name);
};

/** Returns this feature's part of the personal data export. */
export const personalData: PersonalData = (me) => ({
  files: sql`(select jsonb_agg(jsonb_build_object('name', f.name, 'size', f.size, 'type', f.type, 'sentAt', f.created_at) order by f.created_at)
        from uploads f where f.owner_id = ${me} and not ${isForgotten})`,
  storageLimit: sql`(select jsonb_agg(jsonb_build_object('bytes', l.bytes)) from storage_person_limits l where l.user_id = ${me})`,
});
