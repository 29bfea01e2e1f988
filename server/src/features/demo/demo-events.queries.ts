import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { many } from '../../kernel/sql.ts';

/** Registers people for an event, or one of its times, one after another as calls do: whoever comes last waits. */
export const registerMany = async (
  db: Db,
  {
    event,
    original,
    people,
    now,
  }: { event: number; original: string; people: readonly number[]; now: Date },
): Promise<void> => {
  await sql`select r.refused from unnest(${people as number[]}::bigint[]) with ordinality p(id, place),
      lateral register_for_event(${event}::bigint, ${original}::text, p.id, null, 0, 'yes', p.place % 11 = 0, false, ${now}::timestamptz) r
    order by p.place`.execute(db);
};

/** Who came to an event that is over: most of those with a place. */
export const markAttended = async (db: Db, event: number, now: Date): Promise<void> => {
  await sql`update event_registrations set status = case when id % 6 = 0 then 'absent' else 'attended' end, changed_at = ${now}
    where event_id = ${event} and status = 'registered'`.execute(db);
};

/** Students, to register them. */
export const selectStudents = async (db: Db): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select id from users where account_type in ('Student', 'Graduate Student') order by id`,
    )
  ).map(({ id }) => id);
