import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchPostgres } from '#postgres/launch.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { openTokens } from '#server/kernel/security/tokens.ts';
import { buildWeb } from '../../tools/build.ts';
import { webFolder } from '../../tools/web-hash.ts';
import { fillClubs } from '../clubs/fill.ts';
import { writeFigures } from '../figures.ts';
import { readCrowd } from '../people/crowd.ts';
import { keptSchool, openFolder } from '../people/kept-school.ts';
import type { BenchSchool } from '../people/school.ts';
import { startServer, type Server } from '../people/servers.ts';
import { slope } from '../people/tables.ts';
import { measureRow, type Measured, type Side } from '../peers/measure.ts';
import { peersTable } from '../peers/tables.ts';
import { adminOf, mergePhones } from './check-in.ts';
import { readFeed } from './feed.ts';
import { fillEvents, fillBaseline } from './fill.ts';
import { mark, type Setup } from './setup.ts';
import { pagesOf } from './pages.ts';
import { raceForPlaces } from './race.ts';
import { scanOffline } from './scanner.ts';
import { measureTastes } from './tastes.ts';

/*
 * `npm run bench -- events [--people 100k] [--events 1k,10k,50k,100k] [--at 50k] [--seconds 3] [--parts
 * tastes,pages,race,feed,check-in,scanner] [--only NAME] [--keep FOLDER]`: compares pages of events and the calendar with a baseline that
 * reads the same rows from plain tables with a prepared statement, and measures how they grow with the school's events. Compares
 * recommendations with popularity and chance. With `--at` events, also measures concurrent registration, a feed, check-in and the scanner.
 * `--only` selects one page. `--keep`, with one number of events: keeps the school there for the next run.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100k' },
    events: { type: 'string', default: '1k,10k,50k,100k' },
    at: { type: 'string', default: '50k' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    keep: { type: 'string' },
    parts: { type: 'string', default: 'tastes,pages,race,feed,check-in,scanner' },
  },
});
const numberOf = (text: string) => Number(text.replace(/k$/i, '000').replace(/m$/i, '000000'));
const [size, seconds, main] = [
  numberOf(values.people),
  Number(values.seconds),
  numberOf(values.at),
];
const sizes = values.events.split(',').map(numberOf);
if (values.keep !== undefined && (sizes.length > 1 || sizes[0] !== main))
  throw new Error('--keep takes one number of events: --events 50k --at 50k');
const parts = new Set(values.parts.split(','));
const print = (line: string) => process.stdout.write(`${line}\n`);
const n = (value: number) => value.toLocaleString('en');

const tastes = parts.has('tastes') ? measureTastes() : [];
for (const line of tastes) print(line);
// They need no database.
if (parts.size === 1 && tastes.length > 0) process.exit(0);

const kept = await openFolder(values.keep, `events-${sizes.join('-')}`);
const folder = kept.path;
const database = await launchPostgres({ folder, log: () => undefined });
const servers: Server[] = [];
const pool = openPool({ url: database.superUrl, max: 4 });
const client = await pool.raw.connect();
let key: Buffer = randomBytes(32);
const startOurs = async (...more: string[]): Promise<Server> => {
  const server = await startServer(join(import.meta.dirname, '../people/our-server.ts'), [
    database.superUrl,
    key.toString('hex'),
    ...more,
  ]);
  servers.push(server);
  return server;
};
const startBaseline = async (): Promise<Server> => {
  const server = await startServer(join(import.meta.dirname, 'baseline.ts'), [database.superUrl]);
  servers.push(server);
  return server;
};
const stopAll = async () => {
  await Promise.all(servers.map((server) => server.stop()));
  servers.length = 0;
};

const measured: Measured[] = [];
const grown = new Map<string, (readonly [number, number])[]>();
const others: string[] = tastes.length > 0 ? [...tastes, ''] : [];
try {
  await migrate({ url: database.superUrl });
  print(`creating a school of ${n(size)} people …`);
  const fill = async (school: BenchSchool, events: number) => {
    await fillEvents(client, school, events);
    await fillBaseline(client, school.school);
  };
  const { school, ...built } = await keptSchool(
    pool,
    folder,
    await readCrowd(),
    size,
    async (one) => {
      await fillClubs(client, one);
      if (values.keep !== undefined) await fill(one, main);
    },
  );
  await client.query(`set commons.school_id = '${school.school}'`);
  key = built.key;
  const tokens = openTokens(key);
  const postmaster = Number(
    (await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  let registrations = '';
  for (const events of sizes) {
    const since = performance.now();
    if (values.keep === undefined) await fill(school, events);
    print(`${n(events)} events, made in ${((performance.now() - since) / 1000).toFixed(0)} s`);
    if (parts.has('pages')) {
      const [server, baseline] = [await startOurs(), await startBaseline()];
      const side = { postmaster, pool, school, people: [] };
      const sides: Side[] = [
        { ...side, name: 'now', kind: 'ours', server },
        { ...side, name: 'loop', kind: 'loop', server: baseline },
      ];
      const pages = await pagesOf(client, school);
      for (const page of pages.filter(({ name }) => name.includes(values.only))) {
        const one = await measureRow(page, sides, seconds);
        const points = grown.get(page.name) ?? [];
        grown.set(page.name, [...points, [events, one.costs.get('now')?.database ?? Number.NaN]]);
        if (events === main) measured.push(one);
        for (const line of peersTable([one]).slice(2)) print(line);
        await client.query('delete from rate_limits');
      }
      await stopAll();
    }
    if (events !== main) continue;
    const { rows } = await client.query<{ n: string }>(
      'select count(*) as n from event_registrations where school_id = $1',
      [school.school],
    );
    registrations = n(Number(rows[0]?.n));
    const setup: Setup = {
      pool,
      tokens,
      client,
      school,
      servers: [await startOurs('live'), await startOurs('live')],
      baselines: [await startBaseline(), await startBaseline()],
    };
    const add = (lines: readonly string[]) => {
      for (const line of lines) print(line);
      others.push(...lines, '');
    };
    if (parts.has('race')) add(await raceForPlaces(setup));
    if (parts.has('feed')) add([await readFeed(setup)]);
    const admin = await adminOf(setup);
    if (parts.has('check-in')) add([await mergePhones(setup, admin.jwt)]);
    if (parts.has('scanner')) {
      await buildWeb({ log: print });
      const web = await startOurs('live', folder, webFolder);
      add(await scanOffline(setup, web, admin));
    }
    await stopAll();
  }
  const growth = [...grown].map(([name, points]) => {
    const exponent = slope(points);
    return `${name} ${exponent.toFixed(2)}${mark(exponent <= 0.05)} (${points.map(([, ms]) => ms.toFixed(2)).join(', ')} ms)`;
  });
  const slow = measured.filter(({ costs }) => (costs.get('now')?.database ?? 0) > 1.5);
  const lines = [
    `A school of ${n(size)} people with ${n(main)} events, a fifth of them weekly for a term, and ${registrations} registrations; 16 connections at once, ${seconds} s each, alternating, everything on loopback. The baseline is plain \`node:http\` and \`pg\`, which reads the page's rows from plain tables with one prepared statement.`,
    '',
    ...(measured.length > 0
      ? [
          ...peersTable(measured).map((line) =>
            line.replaceAll('the loop', 'the baseline').replaceAll('loop,', 'baseline,'),
          ),
          '',
          `PostgreSQL may take at most 1.5 ms per call${slow.length > 0 ? `; these calls take more: ${slow.map(({ workload }) => workload.name).join('; ')} ✗` : ': all calls do'}.`,
          '',
          `PostgreSQL’s time grows with the school's events (${sizes.map(n).join(', ')}) with an exponent of at most 0.05: ${growth.join('; ')}.`,
          '',
        ]
      : []),
    ...others,
  ];
  for (const line of lines) print(line);
  const command = ['npm run bench -- events', ...process.argv.slice(2)].join(' ');
  await writeFigures('events', 'Events and the calendar', lines.slice(0, -1), command);
} finally {
  client.release(true);
  await stopAll();
  await pool.close();
  await database.stop();
  await kept.end();
}
