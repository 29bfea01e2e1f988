import { sql } from 'kysely';
import { clientDb } from '../database/client-db.ts';
import type { Db, Pool } from '../database/database.ts';
import { relayRole } from '../database/row-security.ts';
import { storable } from '../storable.ts';
import type { EventKind } from './outbox.ts';

/** An event as the outbox has it. */
export interface EventRow {
  readonly school_id: number;
  readonly id: number;
  readonly kind: EventKind;
  readonly created_at: Date;
  readonly payload: unknown;
  readonly origin: string | null;
}

/** What a handler has still to do of an event. */
export interface TaskRow extends EventRow {
  readonly handler: string;
  /** How often it was begun, this time included. */
  readonly tries: number;
}

/** A task that is kept: it is run in so many seconds, or given to somebody else then. */
export interface DelayedTask {
  readonly school: number;
  readonly event: number;
  readonly handler: string;
  readonly tries: number;
  readonly seconds: number;
  readonly error: string | null;
}

/** Events taken at once. */
export const eventBatchSize = 100;
/** Characters of an error that are kept. */
const errorMax = 500;
/** An error as it is kept; cut, it is made storable once more, since the cut may have divided a character. */
export const errorText = (error: unknown): string =>
  storable(storable(String(error)).slice(0, errorMax));

/** Runs statements on a connection of the outbox. */
export const withRelay = async <T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> => {
  const client = await pool.relay.connect();
  try {
    return await work(await clientDb(client));
  } finally {
    client.release();
  }
};

/** What is due and waits: what was due always first, then by when it was due, which is how the index has it. */
export const waitingSql = (
  now: Date,
) => sql<EventRow>`select school_id, id, kind, created_at, payload, origin from outbox
  where delivered_at is null and coalesce(due_at, '-infinity'::timestamptz) <= ${now}
  order by coalesce(due_at, '-infinity'::timestamptz), id limit ${eventBatchSize} for update skip locked`;

/** Whether an event is due, whoever may have it in hand, and of which handlers a task is. */
export const selectDue = async (
  db: Db,
  now: Date,
): Promise<{ hasEvents: boolean; handlers: string[] }> => {
  const { rows } = await sql<{ hasEvents: boolean; handlers: string[] }>`
    select exists (select from outbox where delivered_at is null and coalesce(due_at, '-infinity'::timestamptz) <= ${now}) as "hasEvents",
      array(select distinct handler from event_tasks where failed_at is null and run_at <= now()) as handlers`.execute(
    db,
  );
  return rows[0] ?? { hasEvents: false, handlers: [] };
};

/** Marks events that the transaction holds as delivered, and keeps what is still to be done of them. */
export const updateDelivered = async (
  db: Db,
  events: readonly EventRow[],
  kept: readonly DelayedTask[],
): Promise<void> => {
  const keeping =
    kept.length === 0
      ? sql``
      : sql`with kept as (
      insert into event_tasks (school_id, event_id, handler, run_at, tries, error)
      select school, event, handler, clock_timestamp() + seconds * interval '1 second', tries, error
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k(school int, event bigint, handler text, tries int, seconds int, error text)
      on conflict (school_id, event_id, handler) do update
      set run_at = excluded.run_at, tries = excluded.tries, error = excluded.error, failed_at = null
    )`;
  await sql`${keeping} update outbox o set delivered_at = now()
    from unnest(${events.map((event) => event.school_id)}::int[], ${events.map(({ id }) => id)}::bigint[]) as t (school_id, id)
    where o.school_id = t.school_id and o.id = t.id`.execute(db);
};

/** Room that a handler has for tasks, and how long it may take over one. */
export interface HandlerCapacity {
  readonly name: string;
  readonly free: number;
  readonly seconds: number;
}

/** Takes tasks that are due, the oldest of each handler; others take them when their time is over. */
export const takeDueTasks = async (
  db: Db,
  rooms: readonly HandlerCapacity[],
): Promise<TaskRow[]> => {
  const { rows } = await sql<TaskRow>`
    with due as (
      select t.school_id, t.event_id, t.handler, r.seconds
      from unnest(${rooms.map(({ name }) => name)}::text[], ${rooms.map(({ free }) => free)}::int[], ${rooms.map(({ seconds }) => seconds)}::int[])
        as r (name, free, seconds)
      cross join lateral (
        select school_id, event_id, handler from event_tasks where handler = r.name and failed_at is null and run_at <= now()
        order by run_at, event_id limit r.free for update skip locked
      ) as t
    ), taken as (
      update event_tasks t set run_at = now() + due.seconds * interval '1 second', tries = t.tries + 1
      from due where t.school_id = due.school_id and t.event_id = due.event_id and t.handler = due.handler
      returning t.school_id, t.event_id, t.handler, t.tries
    )
    select o.school_id, o.id, o.kind, o.created_at, o.payload, o.origin, taken.handler, taken.tries
    from taken join outbox o on o.school_id = taken.school_id and o.id = taken.event_id order by o.id`.execute(
    db,
  );
  return rows;
};

type TaskKey = Pick<TaskRow, 'school_id' | 'id' | 'handler' | 'tries'>;

/** A task is done. */
export const deleteTask = async (db: Db, { school_id, id, handler }: TaskKey): Promise<void> => {
  await sql`delete from event_tasks where school_id = ${school_id} and event_id = ${id} and handler = ${handler}`.execute(
    db,
  );
};

/** A task has failed: it is run again in so many seconds, or never. Whoever has lost it to somebody else changes nothing. */
export const updateFailedTask = async (
  db: Db,
  { school_id, id, handler, tries }: TaskKey,
  error: string,
  seconds: number | null,
): Promise<void> => {
  await sql`update event_tasks set error = ${error},
      run_at = now() + coalesce(${seconds}::int, 0) * interval '1 second', failed_at = case when ${seconds === null} then now() end
    where school_id = ${school_id} and event_id = ${id} and handler = ${handler} and tries = ${tries}`.execute(
    db,
  );
};

/** An event that was written, whatever became of it. */
export const selectEvent = async (
  db: Db,
  school: number,
  id: number,
): Promise<EventRow | undefined> => {
  const { rows } =
    await sql<EventRow>`select school_id, id, kind, created_at, payload, origin from outbox
    where school_id = ${school} and id = ${id}`.execute(db);
  return rows[0];
};

/**
 * Takes over what servers of an earlier version left in the queues they had (schema `pgboss`): what waits there, and what somebody
 * had in hand for longer than it may take. Answers how many; null where there never were any queues.
 */
export const adoptQueuedTasks = (pool: Pool): Promise<number | null> =>
  pool.kysely.connection().execute(async (db) => {
    const { rows } = await sql<{
      has: boolean;
    }>`select to_regclass('pgboss.job') is not null as has`.execute(db);
    if (rows[0]?.has !== true) return null;
    await sql.raw('begin').execute(db);
    try {
      const left = await sql<{ task: unknown }>`
        delete from pgboss.job where state::text in ('created', 'retry')
          or (state::text = 'active' and started_on + expire_seconds * interval '1 second' < now())
        returning jsonb_build_object('school', data -> 'schoolId', 'event', data -> 'id', 'handler', name, 'at', start_after) as task`.execute(
        db,
      );
      if (left.rows.length > 0) {
        await sql.raw(`set local role ${relayRole}`).execute(db);
        await sql`insert into event_tasks (school_id, event_id, handler, run_at)
          select q.school, q.event, q.handler, coalesce(q.at, now())
          from jsonb_to_recordset(${JSON.stringify(left.rows.map(({ task }) => task))}::jsonb) as q(school int, event bigint, handler text, at timestamptz)
          where exists (select from outbox o where o.school_id = q.school and o.id = q.event)
          on conflict do nothing`.execute(db);
      }
      await sql.raw('commit').execute(db);
      return left.rows.length;
    } catch (error) {
      await sql
        .raw('rollback')
        .execute(db)
        .catch(() => undefined);
      throw error;
    }
  });
