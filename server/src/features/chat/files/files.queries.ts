import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { FileReferences } from '../../../kernel/files/file-references.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { changed, first } from '../../../kernel/sql.ts';

/** A file as far as it has come. `type` is null until it is whole. */
export interface ChatFileRow {
  id: number;
  name: string;
  size: number;
  received: number;
  type: string | null;
  width: number | null;
  height: number | null;
}

const columns = sql`id, name, size, received, type, width, height`;

/** A file somebody has announced, by its id or by the client's. */
export const selectOwnFile = async (
  db: Db,
  me: number,
  which: { id: number } | { clientId: string },
): Promise<ChatFileRow | undefined> => {
  const condition =
    'id' in which ? sql`id = ${which.id}` : sql`client_id = ${which.clientId}::uuid`;
  const { rows } =
    await sql<ChatFileRow>`select ${columns} from chat_files where owner_id = ${me} and ${condition}`.execute(
      db,
    );
  return rows[0];
};

/** Announces a file; undefined where the same was announced at the same moment. */
export const insertFile = (
  db: Db,
  file: {
    school: SchoolId;
    owner: number;
    clientId: string;
    name: string;
    size: number;
    now: Date;
  },
): Promise<ChatFileRow | undefined> =>
  first(
    db,
    sql<ChatFileRow>`insert into chat_files (school_id, owner_id, client_id, name, size, began_at)
    values (${file.school}, ${file.owner}, ${file.clientId}::uuid, ${file.name}, ${file.size}, ${file.now})
    on conflict (school_id, owner_id, client_id) do nothing returning ${columns}`,
  );

/** How many files of somebody are in no message. */
export const countLooseFiles = async (db: Db, me: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from chat_files f
    where f.owner_id = ${me} and not exists (select from message_files l where l.file_id = f.id)`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

/** Keeps a piece where it is the next one; false when another has come in its place. */
export const insertPiece = async (
  db: Db,
  school: SchoolId,
  piece: { file: number; offset: number; size: number; name: string },
): Promise<boolean> => {
  const { rows } = await sql<{ place: number }>`with moved as (
      update chat_files set received = received + ${piece.size}
      where id = ${piece.file} and received = ${piece.offset} and received + ${piece.size} <= size and type is null returning id
    )
    insert into chat_file_pieces (school_id, file_id, place, name)
    select ${school}, moved.id, (select count(*)::int from chat_file_pieces where file_id = moved.id), ${piece.name} from moved
    returning place`.execute(db);
  return rows.length > 0;
};

/** Names of the stored files that together are one, in their order. */
export const selectPieces = async (db: Db, file: number): Promise<string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`select name from chat_file_pieces where file_id = ${file} order by place`.execute(db);
  return rows.map(({ name }) => name);
};

/** Says what a whole file is; false when somebody has said so already. */
export const updateWhole = (db: Db, file: number, type: string): Promise<boolean> =>
  changed(db, sql`update chat_files set type = ${type} where id = ${file} and type is null`);

/** Puts a picture as it was encoded anew in the place of its pieces; false when somebody has done so already. */
export const updatePicture = async (
  db: Db,
  school: SchoolId,
  file: number,
  picture: {
    name: string;
    type: string;
    size: number;
    width: number;
    height: number;
    whole: string;
    thumbnail: string;
  },
): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`update chat_files set name = ${picture.name}, type = ${picture.type}, size = ${picture.size},
      received = ${picture.size}, width = ${picture.width}, height = ${picture.height}, thumbnail = ${picture.thumbnail}
    where id = ${file} and type is null`.execute(db);
  if ((numAffectedRows ?? 0n) === 0n) return false;
  await sql`delete from chat_file_pieces where file_id = ${file}`.execute(db);
  await sql`insert into chat_file_pieces (school_id, file_id, place, name) values (${school}, ${file}, 0, ${picture.whole})`.execute(
    db,
  );
  return true;
};

/** Lets go of a file that cannot be sent; answers the names of what was stored of it. */
export const deleteFile = async (db: Db, file: number): Promise<string[]> => {
  const names = await selectPieces(db, file);
  await sql`delete from chat_files where id = ${file} and type is null`.execute(db);
  return names;
};

/** A file to be opened: in a message of this conversation that still has it, or, with conversation 0, in none yet. */
export const selectOpenable = async (
  db: Db,
  conversation: number,
  file: number,
): Promise<
  | { name: string; type: string; size: number; thumbnail: string | null; pieces: string[] }
  | undefined
> => {
  const isThere =
    conversation === 0
      ? sql`true`
      : sql`exists (select from message_files l where l.file_id = f.id and l.conversation_id = ${conversation})`;
  const { rows } = await sql<{
    name: string;
    type: string;
    size: number;
    thumbnail: string | null;
    pieces: string[];
  }>`
    select f.name, f.type, f.size, f.thumbnail,
      (select jsonb_agg(x.name order by x.place) from chat_file_pieces x where x.file_id = f.id) as pieces
    from chat_files f where f.id = ${file} and f.type is not null and ${isThere}`.execute(db);
  return rows[0];
};

/** Keeps files of reported messages for the moderators. */
export const insertReported = async (
  db: Db,
  school: SchoolId,
  files: readonly number[],
  now: Date,
): Promise<void> => {
  if (files.length === 0) return;
  await sql`insert into reported_files (school_id, file_id, at)
    select ${school}, f.id, ${now} from chat_files f where f.id = any(${files as number[]}::bigint[]) on conflict do nothing`.execute(
    db,
  );
};

/** Whether no message names a file `f`, and no report. */
export const isLoose = sql`(not exists (select from message_files l where l.file_id = f.id)
  and not exists (select from reported_files r where r.file_id = f.id))`;

/** Stored files of chat. */
export const selectChatFiles: FileReferences = async (db, names) => {
  const { rows } = await sql<{
    name: string;
  }>`select name from chat_file_pieces where name = any(${names as string[]})
    union select thumbnail from chat_files where thumbnail = any(${names as string[]})`.execute(db);
  return rows.map(({ name }) => name);
};

/** Files that nothing has named within a day; what was stored of them is swept. */
export const deleteLooseFiles: MaintenanceTask = async (db, now) => {
  const { numAffectedRows } = await sql`delete from chat_files f
    where f.began_at < ${now}::timestamptz - interval '1 day' and ${isLoose}`.execute(db);
  return Number(numAffectedRows ?? 0);
};
