import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first } from '../../../kernel/sql.ts';

/** A personal event that a program names. */
export interface NamedEntry {
  readonly id: number;
  readonly file_name: string | null;
  readonly uid: string | null;
  readonly color: number | null;
  readonly zone: string;
  readonly revision: number;
}

const columns = sql`e.id, e.file_name, e.uid, e.color, e.series->>'zone' as zone, e.revision`;

/** Returns the id in the name of an event that was created in the web app. */
const idIn = (pattern: RegExp, text: string): number | null => {
  const id = Number(pattern.exec(text)?.[1] ?? 0);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** Selects the event with a file name, and locks it if it is about to change. */
export const selectNamed = (
  db: Db,
  me: number,
  name: string,
  { isLocked = true } = {},
): Promise<NamedEntry | undefined> =>
  first(
    db,
    sql<NamedEntry>`select ${columns} from personal_events e where e.user_id = ${me}
      and (e.file_name = ${name} or (e.file_name is null and e.id = ${idIn(/^own-(\d{1,16})\.ics$/, name)}::bigint))
      order by e.file_name nulls last limit 1 ${isLocked ? sql`for update of e` : sql``}`,
  );

/** Selects the event with a UID, or the one whose id is in the UID and whose UID we sign. */
export const selectOfUid = (db: Db, me: number, uid: string): Promise<NamedEntry | undefined> =>
  first(
    db,
    sql<NamedEntry>`select ${columns} from personal_events e where e.user_id = ${me}
      and (e.uid = ${uid} or (e.uid is null and e.id = ${idIn(/^own-(\d{1,16})-/, uid)}::bigint))
      order by e.uid nulls last limit 1`,
  );

/** Returns the time zone of a person's all-day events, or null if they haven't set one. */
export const selectZone = async (db: Db, me: number): Promise<string | null> =>
  (
    await first(
      db,
      sql<{
        time_zone: string | null;
      }>`select n.time_zone from notification_settings n where n.user_id = ${me}`,
    )
  )?.time_zone ?? null;
