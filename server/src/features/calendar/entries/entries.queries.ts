import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first } from '../../../kernel/sql.ts';
import type { IcsDate } from '../../../kernel/time/ics-series.ts';
import type { Series } from '../../../kernel/time/series.ts';

/** The texts of an entry. */
export interface EntryDetails {
  readonly title: string;
  readonly location: string | null;
  readonly note: string | null;
  readonly color: number | null;
  readonly alarm: number | null;
  readonly isFree: boolean;
}

/** The file of an entry from a calendar program, and what its other columns can't represent. */
export interface EntryFile {
  readonly uid: string;
  readonly ics: string;
  /** Single dates that are canceled or have another title or location, by the start that the rule gives. */
  readonly dates: Readonly<Record<string, IcsDate>> | null;
  readonly isTentative: boolean;
  readonly isCanceled: boolean;
}

export interface EntryRow extends EntryDetails {
  readonly id: number;
  readonly series: Series;
  readonly revision: number;
  /** The file that a calendar program stored, or null. */
  readonly ics: string | null;
  /** Dates with another title or location, or null. */
  readonly dates: EntryFile['dates'];
}

/** The series of an entry, with the start of its first and the end of its last occurrence. */
export interface EntryTimes {
  readonly series: Series;
  readonly first_at: Date;
  readonly last_at: Date;
}

const columns = sql`e.id, e.title, e.location, e.note, e.color, e.alarm, e.is_free as "isFree", e.series, e.revision, e.ics, e.dates`;

export const selectEntry = (db: Db, me: number, id: number): Promise<EntryRow | undefined> =>
  first(
    db,
    sql<EntryRow>`select ${columns} from personal_events e where e.user_id = ${me} and e.id = ${id} for update of e`,
  );

/** Selects an entry without locking it. */
export const selectEntryToRead = (db: Db, me: number, id: number): Promise<EntryRow | undefined> =>
  first(
    db,
    sql<EntryRow>`select ${columns} from personal_events e where e.user_id = ${me} and e.id = ${id}`,
  );

interface OwnedEntryRow extends EntryRow {
  readonly user_id: number;
}

/** Selects an entry for background work, regardless of its owner. */
export const selectEntryOfAnybody = (db: Db, id: number): Promise<OwnedEntryRow | undefined> =>
  first(
    db,
    sql<OwnedEntryRow>`select ${columns}, e.user_id from personal_events e where e.id = ${id}`,
  );

export const selectEntryOfClient = (
  db: Db,
  me: number,
  clientId: string,
): Promise<EntryRow | undefined> =>
  first(
    db,
    sql<EntryRow>`select ${columns} from personal_events e where e.user_id = ${me} and e.client_id = ${clientId}`,
  );

export interface NewEntry {
  readonly school: SchoolId;
  readonly me: number;
  /** Null if it was split off a series. */
  readonly clientId: string | null;
  readonly words: EntryDetails;
  readonly times: EntryTimes;
  /** The file of a calendar program, and the name under which it stored the file. */
  readonly file?: EntryFile | null | undefined;
  readonly fileName?: string | undefined;
  readonly now: Date;
  /** Maximum entries per person. */
  readonly most: number;
}

const datesJson = (file: EntryFile | null): string | null =>
  file?.dates == null ? null : JSON.stringify(file.dates);

/** Stores an entry. Undefined if the client has sent it before, or the person has too many. */
export const insertEntry = (db: Db, entry: NewEntry): Promise<EntryRow | undefined> => {
  const { words, times, file = null, fileName = null } = entry;
  return first(
    db,
    sql<EntryRow>`insert into personal_events as e (school_id, user_id, client_id, title, location, note, color, alarm, is_free, series,
        first_at, last_at, created_at, updated_at, uid, file_name, ics, dates, is_tentative, is_canceled)
      select ${entry.school}::int, ${entry.me}::bigint, ${entry.clientId}::uuid, ${words.title}, ${words.location}, ${words.note},
        ${words.color}::smallint, ${words.alarm}::int, ${words.isFree}::boolean, ${JSON.stringify(times.series)}::jsonb, ${times.first_at}::timestamptz,
        ${times.last_at}::timestamptz, ${entry.now}::timestamptz, ${entry.now}::timestamptz, ${file?.uid ?? null}::text, ${fileName}::text,
        ${file?.ics ?? null}::text, ${datesJson(file)}::jsonb, ${file?.isTentative ?? false}::boolean, ${file?.isCanceled ?? false}::boolean
      where (select count(*) from personal_events o where o.user_id = ${entry.me}) < ${entry.most}
      on conflict (school_id, user_id, client_id) do nothing
      returning ${columns}`,
  );
};

/** Updates an entry that is still at `version`, or returns undefined. `file` is the changed file of a calendar program, if it has one. */
export const updateEntry = (
  db: Db,
  me: number,
  entry: { readonly id: number; readonly revision: number },
  words: EntryDetails,
  times: EntryTimes,
  file: EntryFile | null,
  now: Date,
): Promise<EntryRow | undefined> =>
  first(
    db,
    sql<EntryRow>`update personal_events e set title = ${words.title}, location = ${words.location}, note = ${words.note},
        color = ${words.color}::smallint, alarm = ${words.alarm}::int, is_free = ${words.isFree}, series = ${JSON.stringify(times.series)}::jsonb,
        first_at = ${times.first_at}, last_at = ${times.last_at}, uid = coalesce(${file?.uid ?? null}::text, e.uid), ics = ${file?.ics ?? null}::text,
        dates = ${datesJson(file)}::jsonb, is_tentative = ${file?.isTentative ?? false}, is_canceled = ${file?.isCanceled ?? false}, revision = e.revision + 1, updated_at = ${now}
      where e.user_id = ${me} and e.id = ${entry.id} and e.revision = ${entry.revision}
      returning ${columns}`,
  );

export const deleteEntry = (db: Db, me: number, id: number): Promise<boolean> =>
  hasChangedRows(db, sql`delete from personal_events where user_id = ${me} and id = ${id}`);

/** Locks a person's events, so that simultaneous writes can't store a UID or name twice or exceed a limit. */
export const lockEntries = async (db: Db, me: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('personal-events:' || ${me}::bigint, current_school()))`.execute(
    db,
  );
};

/** Returns the bytes of all stored files of a person, except one. */
export const selectStoredBytes = async (
  db: Db,
  me: number,
  except: number | null,
): Promise<number> =>
  (
    await first(
      db,
      sql<{
        bytes: number;
      }>`select coalesce(sum(octet_length(e.ics)), 0)::bigint as bytes from personal_events e
          where e.user_id = ${me} and e.id is distinct from ${except}::bigint`,
    )
  )?.bytes ?? 0;
