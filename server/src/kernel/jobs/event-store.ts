import { sql } from 'kysely';
import { clientDb } from '../database/client-db.ts';
import { pooledRelay, type Db, type Pool } from '../database/database.ts';
import { relayRole } from '../database/row-security.ts';
import type { SchoolId } from '../ids.ts';
import { storable } from '../storable.ts';
import type { EventKind } from './outbox.ts';

/** A row of the outbox. */
export interface EventRow {
  readonly school_id: number;
  readonly id: number;
  readonly kind: EventKind;
  readonly created_at: Date;
  readonly payload: unknown;
  readonly origin: string | null;
}

/** An event that a handler still has to process. */
export interface TaskRow extends EventRow {
  readonly handler: string;
  /** Number of runs, including this one. */
  readonly attempts: number;
}

/** A task to store. It runs after `seconds`, or another process takes it then. */
export interface DelayedTask {
  readonly school: number;
  readonly event: number;
  readonly handler: string;
  readonly attempts: number;
  readonly seconds: number;
  readonly error: string | null;
}

/** Events that a process takes in one batch. */
export const eventBatchSize = 100;
/** Maximum stored characters of an error. */
const errorMax = 500;
/** Returns the text of an error to store. The cut can divide a character, so `storable` runs again. */
export const errorText = (error: unknown): string =>
  storable(storable(String(error)).slice(0, errorMax));

/**
 * Runs a transaction on a connection of the outbox. `work` calls `commit` after sending its last statements, so that they share a round
 * trip. If it throws, everything is rolled back.
 */
export const inRelayTransaction = async <T>(
  pool: Pool,
  work: (db: Db, commit: () => Promise<unknown>) => Promise<T>,
): Promise<T> => {
  const client = await pool.relay.connect();
  let broken: Error | undefined;
  try {
    const db = await clientDb(client);
    const begun = client.query(pool.isPooled.owner ? `begin; ${pooledRelay}` : 'begin');
    begun.catch(() => undefined);
    const result = await work(db, () => client.query('commit'));
    await begun;
    return result;
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => (broken = failed));
    throw error;
  } finally {
    client.release(broken);
  }
};

const onRelay = async <T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> => {
  const client = await pool.relay.connect();
  try {
    return await work(await clientDb(client));
  } finally {
    client.release();
  }
};

/** Runs statements on a connection of the outbox: each on its own, or all in one transaction if there is a pooler. */
export const withRelay = <T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> =>
  pool.isPooled.owner
    ? inRelayTransaction(pool, async (db, commit) => {
        const result = await work(db);
        await commit();
        return result;
      })
    : onRelay(pool, work);

/**
 * Condition on a school's id: this cell runs its handlers. The table is empty unless a school is frozen or has moved, and the condition
 * applies after the jump from school to school, so that the jump still reads one row per school.
 */
const isRunHere = (school: string) =>
  sql.raw<boolean>(`not exists (select from school_states st where st.school = ${school})`);

/** Maximum schools in one batch. The next batch continues with the others. */
const schoolsMax = eventBatchSize;
/** Least scheduled events in one batch, so that many immediate events don't delay them. */
const scheduledMin = 25;
/** Scheduled events that are due first, of which a batch takes some of each school. */
const scheduledWindow = 1_000;

/** An event of a batch. */
export interface WaitingRow extends EventRow {
  /** True if the school may have more waiting events than the batch has taken. */
  readonly hasMore: boolean;
  readonly isScheduled: boolean;
}

/**
 * Selects a batch of undelivered events that are due, in turn from each school with waiting events after `after`, and in order of their
 * numbers within a school. Many events of one school don't delay those of another. The recursive part jumps from school to school in the
 * index, so it reads one row per school. Each `order by` has all columns of the index, because the planner would sort otherwise.
 */
export const waitingSql = (now: Date, after: number) => sql<WaitingRow>`
  with recursive schools (school_id, n) as (
    (select school_id, 1 from outbox
      where delivered_at is null and coalesce(due_at, '-infinity'::timestamptz) = '-infinity' and school_id > ${after}
      order by coalesce(due_at, '-infinity'::timestamptz), school_id limit 1)
    union all
    select next.school_id, s.n + 1 from schools s cross join lateral (
      select school_id from outbox
      where delivered_at is null and coalesce(due_at, '-infinity'::timestamptz) = '-infinity' and school_id > s.school_id
      order by coalesce(due_at, '-infinity'::timestamptz), school_id limit 1) next
    where s.n < ${schoolsMax}
  ), share as (select greatest(1, ${eventBatchSize} / greatest(1, count(*)))::int as size from schools),
  immediate as (
    select o.*, false as is_scheduled from (select * from schools where ${isRunHere('schools.school_id')}) schools cross join lateral (
      select school_id, id, kind, created_at, payload, origin from outbox
      where delivered_at is null and coalesce(due_at, '-infinity'::timestamptz) = '-infinity' and school_id = schools.school_id
      order by coalesce(due_at, '-infinity'::timestamptz), school_id, id limit (select size from share) for update skip locked) o
  ), scheduled as (
    select o.school_id, o.id, o.kind, o.created_at, o.payload, o.origin, true as is_scheduled
    from (select school_id, id, due, row_number() over (partition by school_id order by due, id) as turn
        from (select school_id, id, coalesce(due_at, '-infinity'::timestamptz) as due from outbox
          where delivered_at is null and coalesce(due_at, '-infinity'::timestamptz) > '-infinity'
            and coalesce(due_at, '-infinity'::timestamptz) <= ${now} and ${isRunHere('outbox.school_id')}
          order by coalesce(due_at, '-infinity'::timestamptz), school_id, id limit ${scheduledWindow}) first) due
    join outbox o on o.school_id = due.school_id and o.id = due.id and o.delivered_at is null
    order by due.turn, due.due, due.id
    limit greatest(${scheduledMin}, ${eventBatchSize} - (select count(*) from immediate)) for update of o skip locked
  )
  select school_id, id, kind, created_at, payload, origin, is_scheduled as "isScheduled",
    case when is_scheduled then count(*) filter (where is_scheduled) over () >= ${scheduledMin}
      else count(*) filter (where not is_scheduled) over (partition by school_id) >= (select size from share) end as "hasMore"
  from (select * from immediate union all select * from scheduled) taken`;

/** Returns whether any event is due, including those that another process holds, and the handlers with due tasks. */
export const selectDue = async (
  db: Db,
  now: Date,
): Promise<{ hasEvents: boolean; handlers: string[] }> => {
  const { rows } = await sql<{ hasEvents: boolean; handlers: string[] }>`
    select exists (select from outbox where delivered_at is null and coalesce(due_at, '-infinity'::timestamptz) <= ${now}
          and ${isRunHere('outbox.school_id')}) as "hasEvents",
      array(select distinct handler from event_tasks where failed_at is null and run_at <= now() and ${isRunHere('event_tasks.school_id')}) as handlers`.execute(
    db,
  );
  return rows[0] ?? { hasEvents: false, handlers: [] };
};

/** Marks events that the transaction holds as delivered, and stores their remaining tasks. */
export const updateDelivered = async (
  db: Db,
  events: readonly EventRow[],
  kept: readonly DelayedTask[],
): Promise<void> => {
  const keeping =
    kept.length === 0
      ? sql``
      : sql`with kept as (
      insert into event_tasks (school_id, event_id, handler, run_at, attempts, error)
      select school, event, handler, clock_timestamp() + seconds * interval '1 second', attempts, error
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k(school int, event bigint, handler text, attempts int, seconds int, error text)
      on conflict (school_id, event_id, handler) do update
      set run_at = excluded.run_at, attempts = excluded.attempts, error = excluded.error, failed_at = null
    )`;
  await sql`${keeping} update outbox o set delivered_at = now()
    from unnest(${events.map((event) => event.school_id)}::int[], ${events.map(({ id }) => id)}::bigint[]) as t (school_id, id)
    where o.school_id = t.school_id and o.id = t.id`.execute(db);
};

/** The number of tasks that a handler can start, its time limit, and the last school whose tasks it took. */
export interface HandlerCapacity {
  readonly name: string;
  readonly free: number;
  readonly seconds: number;
  readonly after: number;
}

/**
 * Takes due tasks, of each handler from one school after another, beginning behind the last one. Within a school, the oldest are first. A
 * school gets at most half of the free slots at a time. Other processes can take the tasks after the time limit.
 */
export const dueTasksSql = (rooms: readonly HandlerCapacity[]) => sql<TaskRow>`
    with due as (
      select t.school_id, t.event_id, t.handler, r.seconds
      from unnest(${rooms.map(({ name }) => name)}::text[], ${rooms.map(({ free }) => free)}::int[], ${rooms.map(({ seconds }) => seconds)}::int[],
          ${rooms.map(({ after }) => after)}::int[]) as r (name, free, seconds, after)
      cross join lateral (
        with recursive schools (school_id) as (
          (select school_id from event_tasks where handler = r.name and failed_at is null and school_id > r.after order by handler, school_id limit 1)
          union all
          select next.school_id from schools s cross join lateral (
            select school_id from event_tasks
            where handler = r.name and failed_at is null and school_id > s.school_id order by handler, school_id limit 1) next
        ), others (school_id) as (
          (select school_id from event_tasks where handler = r.name and failed_at is null and school_id <= r.after order by handler, school_id limit 1)
          union all
          select next.school_id from others s cross join lateral (
            select school_id from event_tasks
            where handler = r.name and failed_at is null and school_id > s.school_id and school_id <= r.after order by handler, school_id limit 1) next
        )
        select one.school_id, one.event_id, one.handler
        from (select * from (select school_id from schools union all select school_id from others) every where ${isRunHere('every.school_id')}) turn
        cross join lateral (
          select school_id, event_id, handler from event_tasks
          where handler = r.name and failed_at is null and school_id = turn.school_id and run_at <= now()
          order by handler, school_id, run_at, event_id limit (r.free + 1) / 2 for update skip locked) one
        limit r.free
      ) as t
    ), taken as (
      update event_tasks t set run_at = now() + due.seconds * interval '1 second', attempts = t.attempts + 1
      from due where t.school_id = due.school_id and t.event_id = due.event_id and t.handler = due.handler
      returning t.school_id, t.event_id, t.handler, t.attempts
    )
    select o.school_id, o.id, o.kind, o.created_at, o.payload, o.origin, taken.handler, taken.attempts
    from taken join outbox o on o.school_id = taken.school_id and o.id = taken.event_id order by o.id`;

type TaskKey = Pick<TaskRow, 'school_id' | 'id' | 'handler' | 'attempts'>;

/** Deletes a finished task. The rows of a frozen school stay as they are, so the cell that serves it next runs the task again. */
export const deleteTask = async (db: Db, { school_id, id, handler }: TaskKey): Promise<void> => {
  await sql`delete from event_tasks where school_id = ${school_id} and event_id = ${id} and handler = ${handler}
    and ${isRunHere('event_tasks.school_id')}`.execute(db);
};

/** Schedules a failed task to run again after a delay, or never. Changes nothing if another process has taken the task. */
export const updateFailedTask = async (
  db: Db,
  { school_id, id, handler, attempts }: TaskKey,
  error: string,
  seconds: number | null,
): Promise<void> => {
  await sql`update event_tasks set error = ${error},
      run_at = now() + coalesce(${seconds}::int, 0) * interval '1 second', failed_at = case when ${seconds === null} then now() end
    where school_id = ${school_id} and event_id = ${id} and handler = ${handler} and attempts = ${attempts}
      and ${isRunHere('event_tasks.school_id')}`.execute(db);
};

/** Returns an event in any state. */
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
 * Moves tasks from the queues of an earlier version (schema `pgboss`): waiting ones, and those past their time limit. Returns their number,
 * or null if the database has no such queues.
 */
export const moveQueuedTasks = (pool: Pool): Promise<number | null> =>
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

/** Ends all jobs of a school, which another cell has taken over with its rows. The transaction has the school's rows. */
export const cancelJobs = async (db: Db, school: SchoolId): Promise<void> => {
  await sql`delete from event_tasks where school_id = ${school}`.execute(db);
  await sql`update outbox set delivered_at = now() where school_id = ${school} and delivered_at is null`.execute(
    db,
  );
};
