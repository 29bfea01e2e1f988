import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createRandomSource } from '#demo/random-source.ts';
import { moveSchool, type MoveReport } from '#server/features/cells/moving/move.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { folderFiles } from '#server/kernel/files/files.ts';
import { writeFigures } from '../figures.ts';
import { tokensOf } from '../live/campus.ts';
import { at } from '../live/posting.ts';
import { checkAgainstDatabase } from './check.ts';
import { startNodes } from './nodes.ts';
import { Person, type Log } from './person.ts';
import { startProxy } from './proxy.ts';
import { openSetup } from './setup.ts';

/*
 * `npm run drill -- move [--write]`: a school of 2,000 people moves to another cell while 40 of them chat. Each cell has a server, a database
 * and a folder for files; both databases are in one PostgreSQL on this machine. A proxy reads the map of hosts from both cells. No acknowledged
 * message may be lost, and all readers must have the same messages as the target's database.
 */
const people = 40;
const ports = { source: 3_951, target: 3_952 } as const;
/** Maximum milliseconds for which writes are refused. */
const frozenMax = 5_000;
const print = (line: string) => process.stdout.write(`${line}\n`);
const closes: (() => Promise<unknown> | void)[] = [];
const {
  folder,
  database,
  key,
  tokens: signer,
  live,
  nodeArgs,
  stop,
} = await openSetup(people, { wal_level: 'logical', max_connections: '200' });

/** Returns the port of the cell whose map has the school's host. */
const findCell = async (): Promise<number[]> => {
  for (const port of Object.values(ports)) {
    const map = await fetch(`http://127.0.0.1:${port}/cell-hosts?cell=${port}`)
      .then((answer) => answer.text())
      .catch(() => '');
    if (map.split('\n').includes(`localhost ${port}`)) return [port];
  }
  return [];
};

try {
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin
    .query(`create database other_cell encoding 'UTF8' template template0`)
    .finally(() => admin.end());
  const otherUrl = new URL(database.superUrl);
  otherUrl.pathname = '/other_cell';
  await migrate({ url: otherUrl.href });
  const otherFolder = join(folder, 'other-files');
  await mkdir(otherFolder);
  const otherPool = openPool({ url: otherUrl.href, max: 6, onError: () => undefined });
  closes.push(() => otherPool.close());
  // The source's pool of the drill has too few connections for the comparison.
  const sourcePool = openPool({ url: database.superUrl, max: 6, onError: () => undefined });
  closes.push(() => sourcePool.close());

  const nodes = await startNodes(
    2,
    (port) =>
      port === ports.source
        ? nodeArgs(port).slice(0, 4)
        : [otherUrl.href, key.toString('hex'), String(port), otherFolder],
    ports.source,
  );
  closes.push(() => nodes.stop());
  let cell = await findCell();
  const reading = setInterval(() => void findCell().then((found) => (cell = found)), 200);
  closes.push(() => clearInterval(reading));
  const proxy = await startProxy(() => cell);
  closes.push(() => proxy.stop());

  const tokens = await tokensOf(signer, live.chatters);
  const logs: Log[] = [];
  const chatting = Array.from({ length: people }, (_, n) => {
    const log: Log = { acknowledged: new Map(), reconnects: [], odd: [], tries: 0, asked: 0 };
    logs.push(log);
    return new Person({
      port: () => proxy.port,
      token: () => tokens[n] ?? '',
      conversations: [live.pairs[Math.floor(n / 2)] ?? 0],
      log,
    });
  });
  closes.push(() => chatting.forEach((one) => one.stop()));
  for (let wait = 0; wait < 200 && !chatting.every((one) => one.isHere()); wait += 1)
    await delay(50);
  const chance = createRandomSource(29);
  const waits: number[] = [];
  let isOver = false;
  const talking = chatting.map(async (person, n) => {
    for (let nth = 0; !isOver; nth += 1) {
      const since = performance.now();
      await person.send(live.pairs[Math.floor(n / 2)] ?? 0, `${n}/${nth} see you`, () => isOver);
      waits.push(performance.now() - since);
      await delay(380 + chance.below(240));
    }
  });
  await delay(3_000);
  const report: MoveReport = await moveSchool({
    school: live.school,
    source: {
      name: 'source',
      pool: sourcePool,
      files: folderFiles(join(folder, 'files'), key),
      secret: key,
    },
    target: { name: 'target', pool: otherPool, files: folderFiles(otherFolder, key), secret: key },
    publisherUrl: database.superUrl,
    subscriberUrl: otherUrl.href,
    signal: new AbortController().signal,
    log: print,
  });
  await delay(5_000);
  isOver = true;
  await Promise.all(talking);
  for (let wait = 0; wait < 200 && !chatting.every((one) => one.isHere()); wait += 1)
    await delay(50);
  await delay(2_000);
  const away = chatting.filter((one) => !one.isHere()).length;
  const { found, messages } = await checkAgainstDatabase(otherPool, live, chatting, logs);
  const wrong = [...found, ...logs.flatMap(({ odd }) => odd.slice(0, 3))];
  if (away > 0) wrong.push(`${away} sockets did not come back`);
  if (report.frozenMs > frozenMax) wrong.push(`writes were refused for ${report.frozenMs} ms`);
  const acknowledged = logs.reduce((sum, log) => sum + log.acknowledged.size, 0);
  const reconnects = logs.flatMap((log) => log.reconnects);
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
  const number = (value: number) => value.toLocaleString('en');
  const lines = [
    `A school of 2,000 people moves to another cell while ${people} of them chat. Each cell has one server, a database and a folder; both databases are in one PostgreSQL. A proxy reads both maps of hosts five times a second. Every table was compared by hash while the school was frozen, and at the end, every reader's conversations with the target's database.`,
    '',
    '| tables | rows | copy in use | writes refused (5 s) | longest wait of a message | messages acknowledged | lost | doubled | readers that differ | reconnect p50 / p95 |',
    '|---|---|---|---|---|---|---|---|---|---|',
    `| ${report.tables} | ${number(report.rows)} | ${seconds(report.copyMs)} | ${seconds(report.frozenMs)} | ${seconds(Math.max(...waits))} | ${number(acknowledged)} | ${messages.lost} | ${messages.doubled} | ${messages.different} | ${seconds(at(reconnects, 0.5))} / ${seconds(at(reconnects, 0.95))} |`,
  ];
  print(lines.join('\n'));
  if (wrong.length > 0) {
    print(wrong.slice(0, 20).join('\n'));
    process.exitCode = 1;
  } else if (process.argv.includes('--write'))
    await writeFigures(
      'drill-move',
      'Drill: a school moves to another cell',
      lines,
      'npm run drill -- move --write',
    );
} finally {
  for (const close of closes.toReversed()) await close();
  await stop();
}
