import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '#server/kernel/clock.ts';
import type { Scope } from '#server/kernel/context.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { findPoolers } from '#server/kernel/database/poolers.ts';
import { onEvent } from '#server/kernel/jobs/event-handler.ts';
import { openJobs } from '#server/kernel/jobs/jobs.ts';
import { openLog } from '#server/kernel/log.ts';

/*
 * The event handlers of another server, which record their tasks in a table of the test. Arguments: database, name of the handler,
 * concurrency, milliseconds per task, and timeout in seconds (0 for none). jobs-guarantees.test.ts starts and kills it.
 */
const [url = '', name = '', concurrency = '1', ms = '0', seconds = '0'] = process.argv.slice(2);
const pool = openPool({ url, isPooled: await findPoolers(url, undefined), max: 4 });
await openJobs({
  pool,
  log: openLog('silent'),
  clock: systemClock,
  handlers: [
    onEvent(
      name,
      'import_stored',
      async (_, { import: task }) => {
        await pool.raw.query('insert into handled values ($1, $2)', [task, 'begun']);
        await delay(Number(ms));
        await pool.raw.query('insert into handled values ($1, $2)', [task, 'there']);
      },
      {
        concurrency: Number(concurrency),
        ...(Number(seconds) > 0 && { timeoutSeconds: Number(seconds) }),
      },
    ),
  ],
  scopeOf: async () => ({}) as Scope,
  live: true,
});
process.stdout.write('ready\n');
