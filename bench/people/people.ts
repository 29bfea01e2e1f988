import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchPostgres } from '#postgres/launch.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { writeFigures } from '../figures.ts';
import { readCrowd } from './crowd.ts';
import { measureImport, type ImportRate } from './import-rate.ts';
import { keptSchool, openFolder } from './kept-school.ts';
import { measure, type Measured } from './measure.ts';
import { startServer, type Server } from './servers.ts';
import { growthTable, importTable, measuredHead, measuredRow } from './tables.ts';

/*
 * `npm run bench -- people [--sizes 10k,100k,1m] [--seconds 4] [--keep FOLDER] [--hold]`: compares the product's server with a baseline, in
 * turn on this machine. `--keep`: keeps the data there for the next run. `--hold` prints the database's address after the last size and
 * waits for Ctrl-C.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10k,100k' },
    seconds: { type: 'string', default: '4' },
    keep: { type: 'string' },
    hold: { type: 'boolean', default: false },
  },
});
const sizes = values.sizes
  .split(',')
  .map((text) => Number(text.replace(/k$/i, '000').replace(/m$/i, '000000')));
const seconds = Number(values.seconds);
if (!sizes.every((size) => Number.isInteger(size) && size >= 1_000) || !(seconds > 0)) {
  process.stderr.write(
    'Usage: npm run bench -- people [--sizes 10k,100k,1m] [--seconds 4] [--keep FOLDER] [--hold]\n',
  );
  process.exit(1);
}
const print = (line: string) => process.stdout.write(`${line}\n`);
const crowd = await readCrowd();
const measured: Measured[] = [];
const loads: number[] = [];
const notes: string[] = [];
let version = '';

/** Creates a school of this size in a new database, and measures both servers. */
const runSize = async (size: number, isLast: boolean): Promise<void> => {
  const folder = await openFolder(values.keep, String(size));
  const database = await launchPostgres({ folder: folder.path, log: () => undefined });
  const pool = openPool({ url: database.superUrl, max: 4 });
  const servers: Server[] = [];
  try {
    await migrate({ url: database.superUrl });
    version =
      (await pool.raw.query<{ server_version: string }>('show server_version')).rows[0]
        ?.server_version ?? '';
    const { key, school } = await keptSchool(pool, folder.path, crowd, size);
    notes.push(
      `${size.toLocaleString('en')} people, ${school.pairs.toLocaleString('en')} connections, built in ${school.seconds.toFixed(0)} s`,
    );
    print(notes.at(-1) ?? '');
    const ours = await startServer('our-server.ts', [database.superUrl, key.toString('hex')]);
    servers.push(ours);
    const baseline = await startServer('baseline-server.ts', [
      database.superUrl,
      String(school.school),
    ]);
    servers.push(baseline);
    const all = await measure({ ours, baseline }, school, crowd, seconds, async (one) => {
      print(measuredRow(one));
      loads.push(loadavg()[0] ?? 0);
      // Limits count per hour, and the benchmark's hour is shorter.
      await pool.raw.query('delete from rate_limits');
    });
    measured.push(...all);
    if (isLast && values.hold) {
      print(`${database.superUrl}\nschool ${school.school}, an asker: ${school.askers[0]?.id}`);
      await new Promise((resolve) => process.once('SIGINT', resolve));
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await pool.close();
    await database.stop();
    await folder.end();
  }
};

/** Measures the import in a separate database. */
const runImport = async (): Promise<ImportRate> => {
  const folder = await openFolder(undefined, 'import');
  const database = await launchPostgres({ folder: folder.path, log: () => undefined });
  const pool = openPool({ url: database.superUrl, max: 4 });
  try {
    await migrate({ url: database.superUrl });
    return await measureImport(pool, crowd, join(folder.path, 'import'));
  } finally {
    await pool.close();
    await database.stop();
    await folder.end();
  }
};

for (const [index, size] of sizes.entries()) await runSize(size, index === sizes.length - 1);
const imported = await runImport();
const lines = [
  `PostgreSQL ${version} (packaged, fsync on), pools of 20 in both servers, everything on loopback; ${seconds} s each, alternating. Load average of the machine during the run: ${Math.min(...loads).toFixed(0)} to ${Math.max(...loads).toFixed(0)}; this bench alone makes about 2. ${notes.join('; ')}.`,
  '',
  'The baseline is plain `node:http` and `pg`: one query per call that returns the same data (people, connections, mutual connections, total), as a superuser, without session, school, privacy, limits or schemas. It sends the query text with each call, as `pool.query` does, while Commons has it prepared; in rows marked `baseline prepared`, the baseline prepares it, too, and there is no target. ✗: less than 0.5 of the baseline (profile and connect 0.35), or more than twice its p99.',
  '',
  ...measuredHead,
  ...measured.filter(({ workload }) => !workload.isGrowthOnly).map(measuredRow),
  ...growthTable(measured, sizes),
  ...importTable(imported),
];
print(lines.join('\n'));
await writeFigures('people', 'People', lines);
