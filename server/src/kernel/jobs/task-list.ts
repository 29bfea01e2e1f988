import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database/database.ts';
import { many } from '../sql.ts';

/** A filter for stored tasks. An empty one matches all of them. */
export interface TaskFilter {
  readonly school?: number | undefined;
  readonly handler?: string | undefined;
  /** The event's id, which is unique in its school. */
  readonly event?: number | undefined;
  readonly isFailed?: boolean | undefined;
}

/** A task that a handler hasn't finished. */
export interface StoredTask {
  readonly school_id: number;
  readonly event_id: number;
  readonly handler: string;
  readonly kind: string;
  readonly created_at: Date;
  readonly attempts: number;
  readonly run_at: Date;
  readonly failed_at: Date | null;
  readonly error: string | null;
}

/** The event queue's metrics. */
export interface QueueFigures {
  /** Events that are due and that no server has taken. */
  readonly events: number;
  /** Seconds since the oldest of them was due. 0 if there are none. */
  readonly eventsAge: number;
  /** Tasks without an error that are scheduled or running. */
  readonly scheduled: number;
  /** Tasks that a server will retry after an error. */
  readonly retrying: number;
  /** Seconds since the oldest of them was due. 0 if none is due. */
  readonly retryingAge: number;
  /** Tasks that failed permanently. */
  readonly failed: number;
}

const matching = ({ school, handler, event, isFailed }: TaskFilter): RawBuilder<unknown> => {
  const conditions = [
    ...(school === undefined ? [] : [sql`t.school_id = ${school}`]),
    ...(handler === undefined ? [] : [sql`t.handler = ${handler}`]),
    ...(event === undefined ? [] : [sql`t.event_id = ${event}`]),
    ...(isFailed === undefined ? [] : [sql`(t.failed_at is not null) = ${isFailed}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
};

/** Returns stored tasks, failed ones first, then by their next run. */
export const selectTasks = (db: Db, filter: TaskFilter, size: number): Promise<StoredTask[]> =>
  many(
    db,
    sql<StoredTask>`select t.school_id, t.event_id, t.handler, o.kind, o.created_at, t.attempts, t.run_at, t.failed_at, t.error
      from event_tasks t join outbox o on o.school_id = t.school_id and o.id = t.event_id
      where ${matching(filter)} order by t.failed_at is null, t.run_at, t.school_id, t.event_id limit ${size}`,
  );

/** Schedules failed tasks to run now, with all of their attempts restored. Returns their number. */
export const updateTasksRetried = async (db: Db, filter: TaskFilter): Promise<number> => {
  const { numAffectedRows } = await sql`update event_tasks t
    set failed_at = null, run_at = now(), attempts = 0 where ${matching(filter)} and t.failed_at is not null`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
};

/** Deletes failed tasks, and the task that a filter names in any state, so that they never run again. Returns their number. */
export const deleteTasks = async (db: Db, filter: TaskFilter): Promise<number> => {
  const canBeAny = filter.event !== undefined;
  const { numAffectedRows } =
    await sql`delete from event_tasks t where ${matching(filter)} and (t.failed_at is not null or ${canBeAny})`.execute(
      db,
    );
  return Number(numAffectedRows ?? 0);
};

/** Counts waiting events and tasks of all schools. */
export const selectQueueFigures = async (db: Db): Promise<QueueFigures> => {
  const [row] = await many(
    db,
    sql<QueueFigures>`select e.events, e.age as "eventsAge", t.scheduled, t.retrying, t.age as "retryingAge", f.failed
      from (select count(*)::int as events, coalesce(extract(epoch from now() - min(coalesce(due_at, created_at))), 0)::float8 as age
          from outbox where delivered_at is null and coalesce(due_at, '-infinity'::timestamptz) <= now()) e,
        (select count(*) filter (where error is null)::int as scheduled, count(error)::int as retrying,
            greatest(coalesce(extract(epoch from now() - min(run_at) filter (where error is not null)), 0), 0)::float8 as age
          from event_tasks where failed_at is null) t,
        (select count(*)::int as failed from event_tasks where failed_at is not null) f`,
  );
  if (row === undefined) throw new Error('An aggregate returned no row.');
  return row;
};
