import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchPostgres } from '#postgres/launch.ts';
import { createRandomSource } from '#demo/random-source.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { openTokens } from '#server/kernel/security/tokens.ts';
import { writeFigures } from '../figures.ts';
import { readCrowd } from '../people/crowd.ts';
import { askOnce, load, type Ask } from '../people/load.ts';
import { buildSchool, signInAgain, type BenchSchool } from '../people/school.ts';
import { readThrough } from '../people/read-through.ts';
import { startServer } from '../people/servers.ts';
import { slope } from '../people/tables.ts';
import { requestsOf, workloadsOf } from '../people/workloads.ts';

/*
 * `npm run bench -- schools [--counts 1,10,100] [--people 2k] [--seconds 4] [--keep FOLDER] [--build]`: measures the cost of a request as
 * schools of one size are added to an installation, with each request to a random school. `--counts 1,10 --people 100k` is a million people
 * in ten schools. `--keep`: keeps the data there for the next run. `--build`: only creates the data.
 */
const { values } = parseArgs({
  options: {
    counts: { type: 'string', default: '1,10,100' },
    people: { type: 'string', default: '2k' },
    seconds: { type: 'string', default: '4' },
    keep: { type: 'string' },
    build: { type: 'boolean', default: false },
  },
});
const counts = values.counts.split(',').map(Number);
const people = Number(values.people.replace(/k$/i, '000'));
const seconds = Number(values.seconds);
if (![...counts, people, seconds].every((one) => one > 0)) {
  process.stderr.write(
    'Usage: npm run bench -- schools [--counts 1,10,100] [--people 2k] [--seconds 4]\n',
  );
  process.exit(1);
}
/** Maximum exponent of the cost over schools. */
const growth = 0.05;
const turns = 2;
const print = (line: string) => process.stdout.write(`${line}\n`);
const middle = (list: readonly number[], share: number) =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? Number.NaN;

interface Cost {
  readonly p50: number;
  readonly p99: number;
}

const folder =
  values.keep === undefined
    ? await mkdtemp(join(tmpdir(), 'commons-schools-'))
    : resolve(values.keep);
await mkdir(folder, { recursive: true });
const database = await launchPostgres({ folder, log: () => undefined });
const pool = openPool({ url: database.superUrl, max: 4 });
const crowd = await readCrowd();
const stored = join(folder, 'schools.json');
const found = existsSync(stored)
  ? (JSON.parse(await readFile(stored, 'utf8')) as { key: string; schools: BenchSchool[] })
  : null;
const key = found === null ? randomBytes(32) : Buffer.from(found.key, 'hex');
const tokens = openTokens(key);
const schools: BenchSchool[] = [];
const codeOf = (place: number) => (place === 0 ? 'bench' : `bench${place + 1}`);
const hostOf = (place: number) => (place === 0 ? 'localhost' : `${codeOf(place)}.localhost`);
const table = new Map<string, Cost[]>();
let highestLoad = 0;

/** Returns requests of one workload, each to a random one of the first `count` schools. */
const asksOf = (name: string, count: number, seed: number): (() => Ask) => {
  const chance = createRandomSource(seed);
  const each = schools.slice(0, count).map((built, index) => {
    const workload = workloadsOf(built, crowd).find((one) => one.name === name);
    if (workload === undefined) throw new Error(`no workload ${name}`);
    return { host: hostOf(index), next: requestsOf(built, workload, 'ours', seed + index).next };
  });
  return () => {
    const one = chance.pick(each);
    return { ...one.next(), host: one.host };
  };
};

try {
  await migrate({ url: database.superUrl });
  for (const school of found?.schools ?? []) schools.push(await signInAgain(pool, tokens, school));
  for (const count of counts) {
    while (schools.length < count) {
      schools.push(await buildSchool(pool, tokens, crowd, people, codeOf(schools.length)));
      await writeFile(stored, JSON.stringify({ key: key.toString('hex'), schools }));
      print(`${schools.length} built, ${schools.at(-1)?.seconds.toFixed(0)} s`);
    }
    if (values.build) continue;
    await pool.raw.query('vacuum analyze');
    await readThrough(folder);
    const server = await startServer('our-server.ts', [database.superUrl, key.toString('hex')]);
    try {
      const [first] = schools;
      if (first === undefined) throw new Error('no school');
      const open = (name: string, seed: number) => (slot: number) => ({
        next: asksOf(name, count, seed + slot),
        isWhole: () => true,
      });
      // Each asker's session is cached, as for people who have used the app for a while.
      await load(server.port, {
        connections: 16,
        seconds: 2 * seconds,
        open: open('profile', 1_000),
      });
      for (const { name, holds } of workloadsOf(first, crowd).filter(
        (one) => one.growth !== undefined,
      )) {
        const warm = asksOf(name, count, 7);
        let isFull = false;
        for (let left = 20; left > 0 && !isFull; left -= 1)
          isFull = holds.test(await askOnce(server.port, warm()));
        if (!isFull) throw new Error(`${name} answers nothing`);
        await load(server.port, { connections: 16, seconds, open: open(name, 2_000) });
        const times: number[] = [];
        for (let turn = 0; turn < turns; turn += 1)
          times.push(
            ...(
              await load(server.port, {
                connections: 1,
                seconds: seconds / turns,
                open: open(name, 100 + turn),
              })
            ).times,
          );
        table.set(name, [
          ...(table.get(name) ?? []),
          { p50: middle(times, 0.5), p99: middle(times, 0.99) },
        ]);
        highestLoad = Math.max(highestLoad, loadavg()[0] ?? 0);
        print(
          `${count} schools, ${name}: p50 ${middle(times, 0.5).toFixed(2)} ms of ${times.length}`,
        );
        await pool.raw.query('delete from rate_limits');
      }
    } finally {
      await server.stop();
    }
  }
} finally {
  await pool.close();
  await database.stop();
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
}
if (values.build) process.exit();

const ms = (n: number) => n.toFixed(n < 10 ? 2 : 1);
const lines = [
  `Schools of ${people.toLocaleString('en')} people in one installation, one connection, each request to a random school; p50 / p99 in ms. Load average of the machine up to ${highestLoad.toFixed(0)}. ✗: an exponent over ${growth}.`,
  '',
  `| workload | ${counts.map((count) => `${count} school${count === 1 ? '' : 's'}`).join(' | ')} | exponent |`,
  `|---|${counts.map(() => '---').join('|')}|---|`,
  ...[...table].map(([name, costs]) => {
    const exponent = slope(costs.map(({ p50 }, index) => [counts[index] ?? 1, p50]));
    return `| ${name} | ${costs.map(({ p50, p99 }) => `${ms(p50)} / ${ms(p99)}`).join(' | ')} | ${exponent.toFixed(2)}${exponent <= growth ? '' : ' ✗'} |`;
  }),
];
print(lines.join('\n'));
await writeFigures(
  people === 2_000 ? 'schools' : `schools-${values.people}`,
  `Schools of ${people.toLocaleString('en')}`,
  lines,
);
