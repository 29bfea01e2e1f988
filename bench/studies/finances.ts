import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { launchPostgres } from '#postgres/launch.ts';
import { importCampus } from '#server/features/imports/import-campus.ts';
import { openPool, type Pool } from '#server/kernel/database/database.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { folderFiles } from '#server/kernel/files/files.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { openTokens } from '#server/kernel/security/tokens.ts';
import { writeFigures } from '../figures.ts';
import { readCrowd } from '../people/crowd.ts';
import { buildSchool } from '../people/school.ts';
import { startServer, type Server } from '../people/servers.ts';
import { slope } from '../people/tables.ts';
import { measureRow, type Measured, type Side } from '../peers/measure.ts';
import { peersTable } from '../peers/tables.ts';
import type { PeerWorkload } from '../peers/workloads.ts';

interface Options {
  readonly students: number;
  readonly charges: number;
  readonly seconds: number;
  readonly print: (line: string) => void;
}

/** Transactions of a measured student: four years with ten charges and payments each. */
const linesOfOne = 40;
const day = (n: number): string => `20${22 + (n % 4)}-${String(1 + (n % 9)).padStart(2, '0')}-15`;

async function* chargesCsv(usernames: readonly string[], rows: number): AsyncGenerator<string> {
  yield 'id,username,amount,title,detail,date\n';
  let chunk = '';
  for (let n = 0; n < rows; n += 1) {
    const name = usernames[n % usernames.length] ?? '';
    chunk += `charge-${n},${name},${100 + (n % 5_000)}.${String(n % 100).padStart(2, '0')},Tuition and fees,Part ${n % 7},${day(n)}\n`;
    if (chunk.length < 65_536) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

const mebibytes = (bytes: number): string => Math.round(bytes / 1_048_576).toLocaleString('en');

/** Imports charges through the importer. Returns the seconds, and the maximum growth of the process. */
const timeImport = async (
  { pool, school, folder }: { pool: Pool; school: SchoolId; folder: string },
  usernames: readonly string[],
  rows: number,
): Promise<{ seconds: number; grown: number }> => {
  const path = join(folder, `charges-${rows}`);
  await mkdir(path);
  await pipeline(
    Readable.from(chargesCsv(usernames, rows)),
    createWriteStream(join(path, 'charges.csv')),
  );
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50);
  const since = performance.now();
  const report = await importCampus({
    pool,
    files: folderFiles(join(folder, 'files'), randomBytes(32)),
    school,
    path,
    now: new Date(),
  });
  const seconds = (performance.now() - since) / 1_000;
  clearInterval(watch);
  if (report.charges?.added !== rows)
    throw new Error(`imported ${report.charges?.added} of ${rows}: ${report.problems[0]?.reason}`);
  return { seconds, grown: most - before };
};

/**
 * Copies the same transactions into an empty table with the same columns and indexes, without triggers and foreign keys. Returns the
 * seconds.
 */
const timeCopy = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: columns } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'finance_transactions'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    );
    const names = columns.map(({ name }) => name).join(', ');
    await client.query(
      'create table baseline_lines (like finance_transactions including defaults including generated including indexes)',
    );
    const file = join(tmpdir(), `commons-bench-copy-${process.pid}.txt`);
    await client.query(`copy (select ${names} from finance_transactions) to '${file}'`);
    const text = await readFile(file);
    await rm(file, { force: true });
    const since = performance.now();
    await client.query('begin');
    await pipeline(
      Readable.from([text]),
      client.query(copyFrom(`copy baseline_lines (${names}) from stdin`)),
    );
    await client.query('commit');
    const seconds = (performance.now() - since) / 1_000;
    await client.query('drop table baseline_lines');
    return seconds;
  } finally {
    await client.end();
  }
};

/** Gives those of the first `count` people without an account one with `linesOfOne` transactions. */
const fillAccounts = async (
  client: pg.ClientBase,
  school: SchoolId,
  people: readonly number[],
): Promise<void> => {
  await client.query(`set commons.school_id = '${school}'; set session_replication_role = replica`);
  await client.query(
    `with opened as (insert into finance_accounts (school_id, user_id, currency) select $1, u, 'USD' from unnest($2::bigint[]) as u
        on conflict do nothing returning id)
    insert into finance_transactions (school_id, account_id, code, kind, title, amount, on_date, created_at)
    select $1, o.id, o.id || '-' || n, case n % 2 when 0 then 'charge' else 'payment' end, 'Line number ' || n, 1000 + n, '2023-01-01'::date + n * 30, now()
    from opened o, generate_series(1, ${linesOfOne}) as n`,
    [school, people],
  );
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze finance_accounts, finance_transactions');
};

/** Copies the transactions to a plain table for the baseline. */
const fillBaseline = async (
  client: pg.ClientBase,
  target: string,
  school: SchoolId,
): Promise<void> => {
  const to = new pg.Client({ connectionString: target });
  await to.connect();
  try {
    await to.query(`drop table if exists line;
      create table line (id bigint primary key, person bigint, kind text, title text, detail text, amount bigint, on_date date, balance bigint)`);
    const { rows } = await client.query<{ rows: unknown }>(
      `select jsonb_agg(jsonb_build_object('id', l.id, 'person', a.user_id, 'kind', l.kind, 'title', l.title, 'detail', l.detail, 'amount', l.amount,
          'on_date', l.on_date, 'balance', l.amount)) as rows
      from finance_transactions l join finance_accounts a on a.school_id = l.school_id and a.id = l.account_id where l.school_id = $1 group by a.user_id % 50`,
      [school],
    );
    for (const part of rows)
      await to.query(
        `insert into line select * from jsonb_to_recordset($1::jsonb) as t (id bigint, person bigint, kind text, title text, detail text, amount bigint, on_date date, balance bigint)`,
        [JSON.stringify(part.rows)],
      );
    await to.query('create index on line (person, on_date desc, id desc)');
    await to.query('vacuum analyze line');
  } finally {
    await to.end();
  }
};

const workload: PeerWorkload = {
  name: 'finance page',
  aim: { ms: 1, share: 0.3 },
  isBearer: true,
  holds: /"accounts":\[\{/,
  paths: ({ me }) => ({ ours: ['/api/v1/finance/bursar'], loop: [`/account?v=${me.id}`] }),
};

/** Compares the finance page with its baseline, measures how it grows with the school's students, and compares a large import with COPY. */
export const benchFinances = async ({
  students,
  charges,
  seconds,
  print,
}: Options): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'commons-bench-'));
  const database = await launchPostgres({ folder, log: () => undefined });
  const servers: Server[] = [];
  const pool = openPool({ url: database.superUrl, max: 4 });
  const client = await pool.raw.connect();
  try {
    await migrate({ url: database.superUrl });
    const key = randomBytes(32);
    print(`creating a school of ${students} students …`);
    const school = await buildSchool(pool, openTokens(key), await readCrowd(), students);
    await client.query('create database raw');
    const raw = database.superUrl.replace('/commons?', '/raw?');
    const postmaster = Number(
      (await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0],
    );
    const askers = school.askers.map(({ id }) => id);
    const sizes = [Math.round(students / 10), Math.round(students / 3), students];
    const measured: Measured[] = [];
    const grown: (readonly [number, number])[] = [];
    for (const size of sizes) {
      print(`accounts of ${size} students …`);
      await fillAccounts(client, school.school, [
        ...new Set([...askers, ...school.people.slice(0, size)]),
      ]);
      await fillBaseline(client, raw, school.school);
      const [server, baseline] = await Promise.all([
        startServer(join(import.meta.dirname, '../people/our-server.ts'), [
          database.superUrl,
          key.toString('hex'),
        ]),
        startServer(join(import.meta.dirname, 'finances-baseline.ts'), [raw]),
      ]);
      servers.push(server, baseline);
      const side = { postmaster, pool, school, people: [] };
      const sides: Side[] = [
        { ...side, name: 'now', kind: 'ours', server },
        { ...side, name: 'loop', kind: 'loop', server: baseline },
      ];
      const one = await measureRow(workload, sides, seconds);
      for (const line of peersTable([one]).slice(2)) print(line);
      grown.push([size, one.costs.get('now')?.database ?? 0]);
      if (size === students) measured.push(one);
      await Promise.all([server, baseline].map((each) => each.stop()));
      servers.length = 0;
    }
    print('importing …');
    // Into empty tables, because the comparison is with an empty table.
    await client.query(
      `set session_replication_role = replica; truncate finance_transactions, finance_accounts cascade`,
    );
    await client.query('set session_replication_role = origin');
    const usernames = (
      await client.query<{ username: string }>(
        'select username from users where school_id = $1 order by username',
        [school.school],
      )
    ).rows.map(({ username }) => username);
    const parts = { pool, school: school.school, folder };
    const small = await timeImport(parts, usernames, Math.round(charges / 10));
    await client.query('truncate finance_transactions, finance_accounts cascade');
    const large = await timeImport(parts, usernames, charges);
    const copied = await timeCopy(database.superUrl);
    const share = copied / large.seconds;
    const lines = [
      `A school of ${students.toLocaleString('en')} students with ${linesOfOne} transactions each; 16 connections at once, ${seconds} s each, alternating, everything on loopback. The baseline is plain \`node:http\` and \`pg\`, which reads the page's transactions from a plain table with one prepared statement.`,
      '',
      ...peersTable(measured).map((line) =>
        line.replaceAll('the loop', 'the baseline').replaceAll('loop,', 'baseline,'),
      ),
      '',
      `PostgreSQL’s time for the page grows with the school's students with an exponent of ${slope(grown).toFixed(2)} (at most 0.05; ${sizes.map((one) => one.toLocaleString('en')).join(', ')} students).`,
      '',
      `Importing ${charges.toLocaleString('en')} charges takes ${large.seconds.toFixed(1)} s, validated and with the journal for an undo, in one transaction. COPY of the same rows into a table with the same indexes, without triggers and foreign keys, takes ${copied.toFixed(1)} s, a ratio of ${share.toFixed(2)} (at least 0.15). The importing process grows by ${mebibytes(large.grown)} MiB at most, and by ${mebibytes(small.grown)} MiB with a tenth of the charges.`,
    ];
    for (const line of lines) print(line);
    await writeFigures('finances', 'Finances', lines, 'npm run bench -- studies');
  } finally {
    client.release(true);
    await Promise.all(servers.map((server) => server.stop()));
    await pool.close();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
