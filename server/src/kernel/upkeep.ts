import { sql } from 'kysely';
import { inTransaction, type Db, type Pool } from './database.ts';
import { schoolId, type SchoolId } from './ids.ts';
import type { Log } from './log.ts';

/** Removes what has had its time, in one school; answers how many rows. Running twice removes nothing more. */
export type Upkeep = (db: Db, now: Date) => Promise<number>;

/** How long told events are kept, in days: long enough to look at what happened, no longer, for some name people. */
export const outboxDays = 7;

/** Counts of closed windows, and events that have been told. */
export const kernelUpkeep: Upkeep = async (db, now) => {
  const limits = await sql`delete from limits where window_ends_at < ${now}`.execute(db);
  const told = await sql`delete from outbox where delivered_at < ${now}::timestamptz - ${outboxDays} * interval '1 day'`.execute(db);
  return Number(limits.numAffectedRows ?? 0) + Number(told.numAffectedRows ?? 0);
};

const selectSchools = async (pool: Pool): Promise<SchoolId[]> =>
  (await sql<{ id: number }>`select distinct school_id as id from school_hosts`.execute(pool.kysely)).rows.map(({ id }) => schoolId(id));

/** Keeps every school tidy once. Several servers may do it at once: what one has removed the other does not find. */
export const keepTidy = async (pool: Pool, upkeep: readonly Upkeep[], now: Date): Promise<number> => {
  let removed = 0;
  for (const school of await selectSchools(pool)) {
    for (const one of upkeep) removed += await inTransaction(pool, { school, timeout: 60_000 }, (db) => one(db, now));
  }
  return removed;
};

const everyMs = 3_600_000;
const firstMs = 60_000;

/** Keeps every school tidy a minute after the start and then every hour; answers how to stop. */
export const startUpkeep = (parts: { pool: Pool; log: Log; clock: { now(): Date } }, upkeep: readonly Upkeep[]): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = keepTidy(parts.pool, upkeep, parts.clock.now()).then(
      (removed) => parts.log.info({ removed }, 'upkeep'),
      (error: unknown) => parts.log.error({ err: error }, 'upkeep'),
    );
  };
  const first = setTimeout(run, firstMs);
  const every = setInterval(run, everyMs);
  return () => {
    clearTimeout(first);
    clearInterval(every);
    return running;
  };
};
