import { sql } from 'kysely';
import { cancelJobs } from '../../../kernel/jobs/event-store.ts';
import { insertEvent } from '../../../kernel/jobs/outbox.ts';
import type { Db, Pool } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { insertArrivedHosts, touchSchool, type HostRow } from '../../schools/schools.queries.ts';

/** The state of a school in a cell. */
export type SchoolState = 'active' | 'frozen' | 'moved' | 'arriving';

/** A school's state, and the name of the cell that serves a moved one. */
export interface StateRow {
  readonly state: SchoolState;
  readonly movedTo: string | null;
}

/** Returns the state of a school in this cell. */
export const selectState = async (pool: Pool, school: SchoolId): Promise<StateRow> => {
  const { rows } = await sql<StateRow>`select state, moved_to as "movedTo" from school_states
    where school = ${school}`.execute(pool.kysely);
  return rows[0] ?? { state: 'active', movedTo: null };
};

/** Returns the states of all schools that aren't active. */
export const selectStates = async (pool: Pool): Promise<ReadonlyMap<SchoolId, StateRow>> => {
  const { rows } = await sql<StateRow & { school: SchoolId }>`
    select school, state, moved_to as "movedTo" from school_states`.execute(pool.kysely);
  return new Map(rows.map(({ school, ...row }) => [school, row]));
};

const upsertState = async (
  db: Db,
  school: SchoolId,
  state: Exclude<SchoolState, 'active'>,
  movedTo: string | null = null,
): Promise<void> => {
  await sql`insert into school_states (school, state, moved_to) values (${school}, ${state}, ${movedTo})
    on conflict (school) do update set state = excluded.state, moved_to = excluded.moved_to, changed_at = now()`.execute(
    db,
  );
};

/** Freezes a school. Transactions that are already running can still write; `waitForTransactions` waits for them. */
export const freezeSchool = (pool: Pool, school: SchoolId): Promise<void> =>
  pool.kysely.transaction().execute(async (db) => {
    await upsertState(db, school, 'frozen');
    await touchSchool(db, school);
  });

/** Makes a school active again. */
export const thawSchool = (pool: Pool, school: SchoolId): Promise<void> =>
  pool.kysely.transaction().execute(async (db) => {
    await sql`delete from school_states where school = ${school}`.execute(db);
    await touchSchool(db, school);
  });

/** Reserves a school's id in the cell that it moves to. Until it is active, this cell refuses its requests and runs no jobs for it. */
export const insertArriving = async (pool: Pool, school: SchoolId): Promise<void> => {
  await sql`insert into school_states (school, state) values (${school}, 'arriving')`.execute(
    pool.kysely,
  );
};

/**
 * Marks a school as moved, and closes its sockets. Its jobs run in the other cell, so none remain here. Nothing here is replicated any
 * longer.
 */
export const updateMoved = (pool: Pool, school: SchoolId, to: string): Promise<void> =>
  pool.kysely.transaction().execute(async (db) => {
    await upsertState(db, school, 'moved', to);
    await touchSchool(db, school);
    await cancelJobs(db, school);
    await insertEvent(db, school, null, 'school_moved', {}, null, null, false);
  });

/** Activates an arrived school with its hosts. It becomes the default only if this cell has no default. */
export const activateSchool = (
  pool: Pool,
  school: SchoolId,
  hosts: readonly HostRow[],
): Promise<void> =>
  pool.kysely.transaction().execute(async (db) => {
    await insertArrivedHosts(db, school, hosts);
    await sql`delete from school_states where school = ${school}`.execute(db);
  });

/**
 * Waits until all transactions that are running now in this database have ended. Later ones have seen the committed state of the school.
 * Every transaction holds a lock on its own virtual id. Returns the processes of those that still run after `limitMs`.
 */
export const waitForTransactions = async (pool: Pool, limitMs: number): Promise<number[]> => {
  const select = async (known: readonly string[] | null) =>
    (
      await sql<{ id: string; pid: number }>`
        select l.virtualtransaction as id, l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'virtualxid' and l.virtualtransaction = l.virtualxid and l.pid <> pg_backend_pid() and a.usesysid is not null
          and a.datname = current_database() and (${known}::text[] is null or l.virtualtransaction = any(${known}::text[]))`.execute(
        pool.kysely,
      )
    ).rows;
  const until = performance.now() + limitMs;
  for (let running = await select(null); ;) {
    if (running.length === 0) return [];
    if (performance.now() > until) return running.map(({ pid }) => pid);
    await new Promise((resolve) => setTimeout(resolve, 20));
    running = await select(running.map(({ id }) => id));
  }
};
