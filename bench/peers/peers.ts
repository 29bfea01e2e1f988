import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchPostgres } from '#postgres/launch.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { writeFigures } from '../figures.ts';
import { readCrowd } from '../people/crowd.ts';
import { keptSchool, openFolder } from '../people/kept-school.ts';
import { startServer, type Server } from '../people/servers.ts';
import { fillLoop, fillNotifications } from './fill.ts';
import { measureRow, type Measured } from './measure.ts';
import { peersTable } from './tables.ts';
import { workloadsOf } from './workloads.ts';

/*
 * `npm run bench -- peers [--size 20k] [--seconds 4] [--keep FOLDER] [--only NAME]`: compares the server with a minimal loop
 * of node:http and pg. They run in turn. The result is the processor time per call of server and database, which other load on the machine
 * hardly changes.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '20k' },
    seconds: { type: 'string', default: '4' },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const size = Number(values.size.replace(/k$/i, '000'));
const seconds = Number(values.seconds);
/** Askers: signed-in people with 50 to 250 connections. */
const askersMax = 40;
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Starts the server on a new database. Returns it with its school, and a function that ends both. */
const openSide = async () => {
  const { path: folder, end } = await openFolder(values.keep, 'peers');
  const database = await launchPostgres({ folder, log: () => undefined });
  const pool = openPool({ url: database.superUrl, max: 4 });
  await migrate({ url: database.superUrl });
  const { key, school } = await keptSchool(pool, folder, await readCrowd(), size);
  const { rows } = await pool.raw.query<{ user_id: number }>(
    'select user_id from connected where school_id = $1 and user_id = any($2) group by user_id having count(*) between 50 and 250',
    [school.school, school.askers.map(({ id }) => id)],
  );
  const able = new Set(rows.map(({ user_id }) => user_id));
  const asking = {
    ...school,
    askers: school.askers.filter(({ id }) => able.has(id)).slice(0, askersMax),
  };
  const client = await pool.raw.connect();
  await fillNotifications(client, asking);
  await client.query('vacuum analyze');
  client.release(true);
  const people = await pool.raw.query<{ id: number; first: string; last: string }>(
    'select id, first_name as first, last_name as last from users where school_id = $1 order by id limit 4000',
    [school.school],
  );
  const postmaster = Number(
    (await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  return {
    database,
    pool,
    postmaster,
    school: asking,
    key,
    people: people.rows,
    server: await startServer(join(import.meta.dirname, '../people/our-server.ts'), [
      database.superUrl,
      key.toString('hex'),
      'live',
    ]),
    stop: async () => {
      await pool.close();
      await database.stop();
      await end();
    },
  };
};

const now = await openSide();
const servers: Server[] = [now.server];
try {
  await now.pool.raw.query('drop database if exists raw with (force)');
  await now.pool.raw.query('create database raw');
  const url = now.database.superUrl.replace('/commons?', '/raw?');
  await fillLoop(now.database.superUrl, url, now.school);
  const loop = await startServer(join(import.meta.dirname, 'minimal-loop.ts'), [url]);
  servers.push(loop);
  const measured: Measured[] = [];
  const loads: number[] = [];
  for (const workload of workloadsOf().filter(({ name }) => name.includes(values.only))) {
    const one = await measureRow(
      workload,
      [
        { ...now, name: 'now', kind: 'ours' as const },
        { ...now, name: 'loop', server: loop, kind: 'loop' as const },
      ],
      seconds,
    );
    measured.push(one);
    loads.push(loadavg()[0] ?? 0);
    for (const line of peersTable([one]).slice(measured.length > 1 ? 2 : 0)) print(line);
    // Limits count per hour, and the benchmark's hour is shorter.
    await now.pool.raw.query('delete from rate_limits');
  }
  const lines = [
    `A school of ${size.toLocaleString('en')} people; ${now.school.askers.length} signed-in people with 50 to 250 connections, 16 connections at once, ${seconds} s each, alternating, everything on loopback. Load average of the machine during the run: ${Math.min(...loads).toFixed(0)} to ${Math.max(...loads).toFixed(0)}; this bench alone makes about 2.`,
    '',
    'The minimal loop is plain `node:http` and `pg`: the same 20 rows from plain tables with one prepared statement, without session, school, privacy, connections, mutual connections or total. Milliseconds are the processor time of server and PostgreSQL for one call, including background work.',
    '',
    ...peersTable(measured),
  ];
  if (values.only === '') await writeFigures('peers', 'Compared with a minimal loop', lines);
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  await now.stop();
}
