import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { launchPostgres } from '#postgres/launch.ts';
import { insertSchool } from '#server/features/schools/schools.queries.ts';
import { systemClock } from '#server/kernel/clock.ts';
import type { Scope } from '#server/kernel/context.ts';
import { inTransaction, openPool } from '#server/kernel/database/database.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { onEventWithNumber } from '#server/kernel/jobs/event-handler.ts';
import { openJobs } from '#server/kernel/jobs/jobs.ts';
import { insertEvent } from '#server/kernel/jobs/outbox.ts';
import { openLog } from '#server/kernel/log.ts';

/*
 * `npm run bench -- outbox [--events 20k] [--schools 1] [--runs 5]`: how long an event waits behind many events of other schools, compared
 * with an event of the same school, which waits for all of them. `--schools 50 --events 200k`: the events are of fifty schools.
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '20k' },
    schools: { type: 'string', default: '1' },
    runs: { type: 'string', default: '5' },
  },
});
const events = Number(values.events.replace(/k$/i, '000'));
const [count, runs] = [Number(values.schools), Number(values.runs)];
const print = (line: string) => process.stdout.write(`${line}\n`);
/** The event whose wait is measured. */
const marked = -1;

const folder = await mkdtemp(join(tmpdir(), 'commons-outbox-'));
const database = await launchPostgres({ folder, log: () => undefined });
await migrate({ url: database.url });
const pool = openPool({ url: database.url });
const schools: SchoolId[] = [];
for (let place = 0; place <= count; place += 1)
  schools.push(await insertSchool(pool, { code: `s${place}`, name: `School ${place}` }));
const [other = schools[0], ...busy] = schools.toReversed();

/** Milliseconds until an event of `school` is handled, and until everything is. */
const measure = async (school: SchoolId): Promise<{ own: number; all: number }> => {
  await pool.raw.query('delete from event_tasks');
  for (const one of busy)
    await inTransaction(pool, { school: one, timeout: 600_000 }, async (db) => {
      await sql`insert into outbox (school_id, kind, payload) select ${one}, 'import_stored', '{"import": 1}'
        from generate_series(1, ${Math.round(events / busy.length)}::int)`.execute(db);
    });
  await pool.raw.query('vacuum analyze outbox');
  let handled = 0;
  let own = 0;
  const began = performance.now();
  const jobs = await openJobs({
    pool,
    log: openLog('warn'),
    clock: systemClock,
    handlers: [
      onEventWithNumber('bench.measure', 'import_stored', async (_, { payload }) => {
        handled += 1;
        if (payload.import === marked) own = performance.now() - sent;
      }),
    ],
    scopeOf: async () => ({}) as Scope,
    live: true,
  });
  let sent = performance.now();
  await delay(200);
  sent = performance.now();
  await inTransaction(pool, { school }, (db) =>
    insertEvent(db, school, null, 'import_stored', { import: marked }),
  );
  jobs.nudge('import_stored');
  while (own === 0 || handled <= events) await delay(5);
  const all = performance.now() - began;
  await jobs.stop();
  return { own, all };
};

const middle = (list: readonly number[]) =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
try {
  print(
    `${events} waiting events of ${count} schools, ${runs} runs, load ${loadavg()[0]?.toFixed(1)}`,
  );
  for (const [name, school] of [
    ['another school', other],
    ['the same school', busy[0]],
  ] as const) {
    const found: { own: number; all: number }[] = [];
    for (let run = 0; run < runs; run += 1)
      if (school !== undefined) found.push(await measure(school));
    const worst = Math.max(...found.map(({ own }) => own));
    print(
      `event of ${name}: median ${(middle(found.map(({ own }) => own)) / 1000).toFixed(3)} s, worst ${(worst / 1000).toFixed(3)} s; all events: ${(middle(found.map(({ all }) => all)) / 1000).toFixed(1)} s`,
    );
  }
} finally {
  await pool.close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
