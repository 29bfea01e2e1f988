import { sql } from 'kysely';
import { deleteOldSecrets } from '../client-results.ts';
import { inTransaction, type Db, type Pool } from '../database/database.ts';
import { sweepFiles, type FileReferences } from '../files/file-references.ts';
import type { Files } from '../files/files.ts';
import { storeMeasuredSize } from '../files/storage.ts';
import { schoolId, type SchoolId } from '../ids.ts';
import type { Log } from '../log.ts';

/** Cleans up one school, mostly by deleting expired rows. Returns the number of deleted rows. Running it again changes nothing more. */
export type MaintenanceTask = (db: Db, now: Date, school: SchoolId) => Promise<number>;

/** Days that delivered events are kept. No longer than an investigation needs, because some events name people. */
export const outboxDays = 7;
/** Days that failed tasks and their events are kept, so that an operator can run them again after a vacation. */
export const failedDays = 30;

/** Deletes rate limit counts of past periods, delivered events, and stored replies with secrets. */
export const kernelMaintenance: MaintenanceTask = async (db, now) => {
  const limits = await sql`delete from rate_limits where window_ends_at < ${now}`.execute(db);
  const delivered =
    await sql`delete from outbox o where delivered_at < ${now}::timestamptz - ${outboxDays} * interval '1 day'
      and not exists (select from event_tasks t where t.school_id = o.school_id and t.event_id = o.id
        and coalesce(t.failed_at + ${failedDays - outboxDays} * interval '1 day', t.run_at) > ${now}::timestamptz - ${outboxDays} * interval '1 day')`.execute(
      db,
    );
  const secrets = await deleteOldSecrets(db, now);
  return Number(limits.numAffectedRows ?? 0) + Number(delivered.numAffectedRows ?? 0) + secrets;
};

/** Returns the schools that this cell serves and can change. */
export const selectSchools = async (pool: Pool): Promise<SchoolId[]> =>
  (
    await sql<{
      id: number;
    }>`select distinct school_id as id from school_hosts h
      where not exists (select from school_states s where s.school = h.school_id)`.execute(
      pool.kysely,
    )
  ).rows.map(({ id }) => schoolId(id));

/**
 * Runs all tasks once in every school. Several servers can do this at the same time, because they don't find rows that another server has
 * deleted.
 */
export const runMaintenance = async (
  pool: Pool,
  tasks: readonly MaintenanceTask[],
  now: Date,
): Promise<number> => {
  let removed = 0;
  for (const school of await selectSchools(pool)) {
    for (const one of tasks)
      removed += await inTransaction(pool, { school, timeout: 60_000 }, (db) =>
        one(db, now, school),
      );
  }
  return removed;
};

/**
 * Sweeps the stored files of every school, and returns the number of deleted files. Runs one school after another, because all at the same
 * time would use the connections that requests need. If the files of a school can't be listed, continues with the others. The remaining
 * pictures count toward the school's storage.
 */
export const sweepSchools = async (
  parts: { pool: Pool; log: Pick<Log, 'error'>; files: Files },
  references: readonly FileReferences[],
  now: Date,
): Promise<number> => {
  let removed = 0;
  for (const school of await selectSchools(parts.pool)) {
    await storeMeasuredSize(parts.pool, school, async () => {
      const swept = await sweepFiles(parts, school, references, now);
      removed += swept.removed;
      return swept.pictureBytes;
    }).catch((error: unknown) => parts.log.error({ err: error, school }, 'file sweep'));
  }
  return removed;
};

const hourMs = 3_600_000;
/** Milliseconds between a server's checks whether an hour has passed. */
const askMs = 600_000;
const firstMs = 60_000;

/**
 * Claims this hour's maintenance. Returns false if another server of the same database has claimed it. A timestamp is used instead of a
 * lock, so that a killed server delays maintenance by an hour at most.
 */
export const claimMaintenance = async (pool: Pool, now: Date): Promise<boolean> => {
  // Timestamps with the same length and time zone compare correctly as text.
  const { rows } =
    await sql`insert into installation (name, value) values ('upkeep', ${now.toISOString()})
    on conflict (name) do update set value = excluded.value where installation.value <= ${new Date(now.getTime() - hourMs).toISOString()}
    returning name`.execute(pool.kysely);
  return rows.length > 0;
};

/** Starts maintenance, which runs a minute after startup and then once an hour on one of the servers. Returns a function that stops it. */
export const startMaintenance = (
  parts: { pool: Pool; log: Log; files: Files; clock: { now(): Date } },
  tasks: readonly MaintenanceTask[],
  references: readonly FileReferences[],
): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    const now = parts.clock.now();
    running = claimMaintenance(parts.pool, now)
      .then(async (isOurs) => {
        if (!isOurs) return;
        parts.log.info({ removed: await runMaintenance(parts.pool, tasks, now) }, 'upkeep');
        parts.log.info({ removed: await sweepSchools(parts, references, now) }, 'file sweep');
      })
      .catch((error: unknown) => parts.log.error({ err: error }, 'upkeep'));
  };
  const first = setTimeout(run, firstMs);
  const every = setInterval(run, askMs);
  return () => {
    clearTimeout(first);
    clearInterval(every);
    return running;
  };
};
