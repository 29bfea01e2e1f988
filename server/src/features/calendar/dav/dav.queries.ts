import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, manyInPages } from '../../../kernel/sql.ts';

/** ETags of a calendar's entries, by file name. */
export type Tags = Readonly<Record<string, string>>;

/** A calendar: everything that people can't change by CalDAV, or their personal events. */
export type CollectionName = 'campus' | 'personal';

/** The state of a calendar that a client received with a sync token. */
export interface DavState {
  readonly token: string;
  readonly tags: Tags;
  readonly collection: CollectionName;
}

/** Number of stored states per program and calendar, which it may sync from. */
const statesKept = 5;

/** Stores a program's state, so that it can request changes since then. */
export const upsertState = async (
  db: Db,
  school: SchoolId,
  password: number,
  { token, tags, collection }: DavState,
  now: Date,
): Promise<void> => {
  await sql`insert into calendar_sync_states (school_id, password_id, collection, token, tags, created_at)
    values (${school}, ${password}, ${collection}, ${token}, ${JSON.stringify(tags)}::jsonb, ${now})
    on conflict (school_id, password_id, token) do update set created_at = excluded.created_at
      where calendar_sync_states.created_at < excluded.created_at - interval '1 hour'`.execute(db);
  await sql`delete from calendar_sync_states s where s.password_id = ${password} and s.collection = ${collection} and s.token not in (
      select o.token from calendar_sync_states o where o.password_id = ${password} and o.collection = ${collection}
      order by o.created_at desc, o.token limit ${statesKept})`.execute(db);
};

export const selectState = async (
  db: Db,
  password: number,
  collection: CollectionName,
  token: string,
): Promise<Tags | undefined> =>
  (
    await first(
      db,
      sql<{
        tags: Tags;
      }>`select tags from calendar_sync_states where password_id = ${password} and collection = ${collection} and token = ${token}`,
    )
  )?.tags;

/** A personal event as CalDAV needs it in addition to its calendar row. */
export interface DavEntry {
  readonly id: string;
  readonly file_name: string | null;
  /** The stored file. Null if there is none, or if the response doesn't contain it. */
  readonly ics: string | null;
  readonly first_at: Date;
  readonly last_at: Date;
}

/** Selects a person's events, with the files of some of them. `files` has IDs and names; null means all files. */
export const selectDavEntries = (
  db: Db,
  me: number,
  files: { readonly ids: readonly string[]; readonly names: readonly string[] } | null,
): Promise<DavEntry[]> =>
  manyInPages(
    db,
    'dav_entries',
    sql<DavEntry>`select e.id::text as id, e.file_name, e.first_at, e.last_at,
        case when ${files === null} or e.id::text = any(${files?.ids ?? []}::text[]) or e.file_name = any(${files?.names ?? []}::text[]) then e.ics end as ics
      from personal_events e where e.user_id = ${me}`,
    (rows) => rows,
  );
