import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createRandomSource } from '#demo/random-source.ts';
import { writeFigures } from '../figures.ts';
import { runCommand, startCampus, type Campus } from '../campus.ts';
import { check } from './checks.ts';
import {
  keepConnecting,
  keepUploading,
  signIn,
  type Reported,
  type Worker,
} from './people-at-work.ts';

/*
 * `npm run bench -- faults [--kills 50]`: runs the demo data as `npm start` does, and kills the server and the database in turn while
 * people connect, upload pictures and a roster is imported. After each start, it compares the stored data with the acknowledged changes.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, port: { type: 'string', default: '3789' } },
});
const kills = Number(values.kills);
const port = Number(values.port);
const importSize = 150;

const print = (line: string) => process.stdout.write(`${line}\n`);
const folder = await mkdtemp(join(tmpdir(), 'commons-faults-'));
const chance = createRandomSource(11);
const reported: Reported = { pairs: new Map(), photos: new Map(), calls: 0 };
const imports = new Map<string, { people: number; isTold: boolean }>();
const wrong: string[] = [];
const starts: number[] = [];
let workers: Worker[] = [];
let others: string[] = [];
let running: Campus | undefined;

const writeImport = async (mark: string): Promise<string> => {
  const path = join(folder, `import-${mark}`);
  await mkdir(path, { recursive: true });
  const names = Array.from({ length: importSize }, (_, n) => `fault-${mark}-${n}`);
  await writeFile(
    join(path, 'people.csv'),
    `username,firstName,lastName,major\n${names.map((name) => `${name},Fault,${name},History`).join('\n')}\n`,
  );
  const ties = names
    .slice(1)
    .map((name, n) => `${names[n]},${name},connected,2026-01-02T00:00:00Z,2026-01-02T00:00:00Z`);
  await writeFile(
    join(path, 'connections.csv'),
    `a,b,status,requestedAt,acceptedAt\n${ties.join('\n')}\n`,
  );
  return path;
};

const onDatabase = async <T>(url: string, work: (db: pg.Client) => Promise<T>): Promise<T> => {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    await db.query(
      `select set_config('commons.school_id', (select school_id::text from school_hosts where host = 'demo'), false)`,
    );
    // As the product sees it, in one school.
    await db.query('set role commons_app');
    return await work(db);
  } finally {
    await db.end();
  }
};

try {
  for (let round = 0; round <= kills; round += 1) {
    const since = performance.now();
    const campus = await startCampus(folder, port);
    running = campus;
    if (round > 0) starts.push(performance.now() - since);
    if (round === 0) {
      workers = await Promise.all(
        ['ana', 'ben', 'officer', 'admin'].map((name) =>
          signIn(campus.address, `${name}@demo.campus.example`),
        ),
      );
      others = await onDatabase(campus.database, async (db) => {
        const { rows } = await db.query<{ id: string }>(
          `select id from users u where not is_disabled and email is distinct from 'ana@demo.campus.example' and not exists (
            select from connections c where u.id in (c.low_id, c.high_id) and (c.low_id = any($1) or c.high_id = any($1)))
            and u.id <> all($1) and not has_hold and is_listed order by id limit 400`,
          [workers.map(({ uid }) => uid)],
        );
        return rows.map(({ id }) => id);
      });
    } else {
      const found = await onDatabase(campus.database, (db) => check(db, folder, reported, imports));
      wrong.push(...found.map((one) => `after kill ${round}: ${one}`));
      for (const one of found) print(one);
      // Limits count per hour, and a round is shorter.
      await onDatabase(campus.database, (db) => db.query('delete from rate_limits'));
    }
    if (round === kills) {
      await campus.stop();
      break;
    }
    const half = round % 2 === 0 ? 'server' : 'database';
    const mark = String(round).padStart(3, '0');
    imports.set(mark, { people: importSize, isTold: false });
    const path = await writeImport(mark);
    const importing = runCommand(folder, ['import', path, '--school', 'demo']).then((isDone) =>
      imports.set(mark, { people: importSize, isTold: isDone }),
    );
    const atWork = [
      ...workers.map((worker, index) =>
        keepConnecting(
          campus.address,
          worker,
          others.slice(index * 100, index * 100 + 100),
          chance,
          reported,
        ),
      ),
      ...workers
        .slice(0, 2)
        .map((worker) => keepUploading(campus.address, worker, chance, reported)),
    ];
    // Checked below. Until then, a failure must not count as unhandled.
    for (const one of atWork) one.catch(() => undefined);
    await delay(300 + chance.below(1_700));
    await campus.kill(half);
    await importing;
    const odd = (await Promise.allSettled(atWork)).flatMap((one) =>
      one.status === 'rejected' ? [String(one.reason)] : [],
    );
    wrong.push(...odd);
    print(
      `kill ${round + 1} of ${kills}, the ${half}: ${reported.calls} calls acknowledged so far`,
    );
  }
  const isLogWhole = await runCommand(folder, ['audit', 'verify']);
  if (!isLogWhole) wrong.push('the audit log is broken');
} finally {
  await running?.stop();
  await rm(folder, { recursive: true, force: true });
}
const done = [...imports.values()].filter(({ isTold: isReported }) => isReported).length;
const sorted = starts.toSorted((a, b) => a - b);
const lines = [
  `The demo schools as started by \`npm start\`, with the server and the database killed in turn (SIGKILL) at random moments, while four people request and cancel connections, two upload pictures, and a list of ${importSize} people is imported. After each start, the bench checks that every acknowledged change is stored, no import is partial, counts, words, filters and checkpoints match the people, every referenced file exists, and the activity log is complete.`,
  '',
  '| kills | calls acknowledged | imports done / broken off | found wrong | start after a kill, median / longest |',
  '|---|---|---|---|---|',
  `| ${kills} | ${reported.calls.toLocaleString('en')} | ${done} / ${imports.size - done} | ${wrong.length} | ${((sorted[Math.floor(sorted.length / 2)] ?? 0) / 1000).toFixed(1)} s / ${((sorted.at(-1) ?? 0) / 1000).toFixed(1)} s |`,
];
print(lines.join('\n'));
if (wrong.length > 0) {
  print(wrong.join('\n'));
  process.exitCode = 1;
} else await writeFigures('faults', 'Faults', lines);
