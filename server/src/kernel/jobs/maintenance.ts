import { sql } from 'kysely';
import { deleteOldSecrets } from '../client-results.ts';
import { inTransaction, type Db, type Pool } from '../database/database.ts';
import { sweepFiles, type FileReferences } from '../files/file-references.ts';
import type { Files } from '../files/files.ts';
import { keepMeasured } from '../files/storage.ts';
import { schoolId, type SchoolId } from '../ids.ts';
import type { Log } from '../log.ts';

/** Puts something in order in one school, mostly by removing what has had its time; answers how many rows it removed. Running twice does nothing more. */
export type MaintenanceTask = (db: Db, now: Date, school: SchoolId) => Promise<number>;

/** How long told events are kept, in days, with what failed of them: long enough to look at what happened, no longer, for some name people. */
export const outboxDays = 7;

/** Counts of closed windows, events that have been told, and kept replies with secrets. */
export const kernelMaintenance: MaintenanceTask = async (db, now) => {
  const limits = await sql`delete from limits where window_ends_at < ${now}`.execute(db);
  const delivered =
    await sql`delete from outbox o where delivered_at < ${now}::timestamptz - ${outboxDays} * interval '1 day'
      and not exists (select from event_tasks t where t.school_id = o.school_id and t.event_id = o.id and t.failed_at is null
        and t.run_at > ${now}::timestamptz - ${outboxDays} * interval '1 day')`.execute(db);
  const secrets = await deleteOldSecrets(db, now);
  return Number(limits.numAffectedRows ?? 0) + Number(delivered.numAffectedRows ?? 0) + secrets;
};

export const selectSchools = async (pool: Pool): Promise<SchoolId[]> =>
  (
    await sql<{ id: number }>`select distinct school_id as id from school_hosts`.execute(
      pool.kysely,
    )
  ).rows.map(({ id }) => schoolId(id));

/** Keeps every school tidy once. Several servers may do it at once: what one has removed the other does not find. */
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
 * Sweeps the stored files of every school. One school after another: at once they would take the connections of the calls.
 * A school whose files cannot be listed now keeps none of the others from their turn. Answers how many files went. The
 * remaining pictures count toward the school's storage.
 */
export const sweepSchools = async (
  parts: { pool: Pool; log: Pick<Log, 'error'>; files: Files },
  references: readonly FileReferences[],
  now: Date,
): Promise<number> => {
  let removed = 0;
  for (const school of await selectSchools(parts.pool)) {
    await keepMeasured(parts.pool, school, async () => {
      const swept = await sweepFiles(parts, school, references, now);
      removed += swept.removed;
      return swept.pictureBytes;
    }).catch((error: unknown) => parts.log.error({ err: error, school }, 'file sweep'));
  }
  return removed;
};

const hourMs = 3_600_000;
/** How often a server asks whether an hour is over. */
const askMs = 600_000;
const firstMs = 60_000;

/**
 * Takes this hour's maintenance for the caller; false when a server of the same database has taken it. A mark with its time
 * rather than a lock: one that is killed at work holds up nobody for longer than an hour.
 */
export const claimMaintenance = async (pool: Pool, now: Date): Promise<boolean> => {
  // Times of one length and zone compare as text.
  const { rows } =
    await sql`insert into installation (name, value) values ('upkeep', ${now.toISOString()})
    on conflict (name) do update set value = excluded.value where installation.value <= ${new Date(now.getTime() - hourMs).toISOString()}
    returning name`.execute(pool.kysely);
  return rows.length > 0;
};

/** Keeps every school tidy, a minute after the start and then once an hour, whichever server it is; answers how to stop. */
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
