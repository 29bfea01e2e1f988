import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchPostgres } from '#postgres/launch.ts';
import { openPool } from '#server/kernel/database.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { openTickets } from '#server/kernel/tickets.ts';
import { writeFigures } from '../figures.ts';
import { readCrowd } from '../people/crowd.ts';
import { buildSchool } from '../people/school.ts';
import { startServer, type Server } from '../people/servers.ts';
import { buildLive, tokensOf } from './campus.ts';
import { flood, idle, paced, room, type Delay, type Flooded } from './measure.ts';
import { bareRelays } from './relays.ts';
import { floorSide, oursSide, type Side } from './sides.ts';

/*
 * `npm run bench -- live [--seconds 8] [--idle 5000] [--only words]`: sending, delivering, rooms and idle sockets of the product beside
 * the durable floor (floor-server.ts) and bare relays, by turns, on this machine and the same PostgreSQL.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, idle: { type: 'string', default: '5000' }, only: { type: 'string', default: '.' } },
});
const seconds = Number(values.seconds);
const idleCount = Number(values.idle);
const only = new RegExp(values.only);
const say = (line: string) => process.stdout.write(`${line}\n`);
const people = 2_000;
const pairs = 200;
const folder = await mkdtemp(join(tmpdir(), 'commons-live-'));
const database = await launchPostgres({ folder, log: () => undefined });
const pool = openPool({ url: database.url, max: 4 });
const servers: Server[] = [];
const lines: string[] = [];
const note = (line: string) => {
  lines.push(line);
  say(line);
};
const ms = (value: number) => `${value.toFixed(1)} ms`;
const ratio = (ours: number, theirs: number, limit: number, isLess = true) =>
  `${(ours / theirs).toFixed(2)}${(isLess ? ours / theirs <= limit : ours / theirs >= limit) ? '' : ' ✗'} (${limit})`;

try {
  await migrate({ url: database.url });
  const key = randomBytes(32);
  const tickets = openTickets(key);
  const built = await buildSchool(pool, tickets, await readCrowd(), Math.max(people, idleCount) + 1_000);
  const live = await buildLive(pool, built, Math.max(people, idleCount));
  await pool.raw.query(`create table floor_messages (id bigint generated always as identity primary key, conversation_id bigint not null,
    author_id bigint not null, client_id uuid not null, text text not null, sent_at timestamptz not null default now());
    create index on floor_messages (conversation_id, id); create unique index on floor_messages (author_id, client_id)`);
  const start = async (file: string, args: readonly string[]): Promise<Server> => {
    const server = await startServer(file, args, ['--expose-gc']);
    servers.push(server);
    return server;
  };
  const ourServer = await start('our-server.ts', [database.url, key.toString('hex'), 'live']);
  const floorServer = await start('../live/floor-server.ts', [database.url]);
  const sidesNow = async (): Promise<{ ours: Side; floor: Side }> => ({
    ours: oursSide(ourServer, live, await tokensOf(tickets, live.chatters)),
    floor: floorSide(floorServer, live),
  });

  // First: what the others leave in a process would hide what its sockets take.
  if (only.test('idle')) {
    const { ours, floor } = await sidesNow();
    const ourIdle = await idle(ours, idleCount);
    const bareIdle = await idle(floor, idleCount);
    const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
    note(`| ${idleCount.toLocaleString('en')} idle sockets, each | ours, signed in | bare ws | share (limit) |`);
    note('|---|---|---|---|');
    note(`| memory of the process | ${kib(ourIdle.rss)} | ${kib(bareIdle.rss)} | ${ratio(ourIdle.rss, bareIdle.rss, 2.2)} |`);
    note(`| heap | ${kib(ourIdle.heap)} | ${kib(bareIdle.heap)} | |`);
    ours.close();
    floor.close();
    note('');
  }
  if (only.test('paced')) {
    note('| sent between two, stored, delivered to the other | ours p50 | floor p50 | share (limit) | ours p99 | floor p99 |');
    note('|---|---|---|---|---|---|');
    for (const rate of [50, 200]) {
      const { ours, floor } = await sidesNow();
      const turn: { ours: Delay[]; floor: Delay[] } = { ours: [], floor: [] };
      await paced(ours, live, { rate, seconds: 2, pairs });
      for (let n = 0; n < 2; n += 1) {
        turn.ours.push(await paced(ours, live, { rate, seconds: seconds / 2, pairs }));
        turn.floor.push(await paced(floor, live, { rate, seconds: seconds / 2, pairs }));
      }
      const mean = (side: 'ours' | 'floor', of: 'p50' | 'p99') => turn[side].reduce((sum, one) => sum + one[of], 0) / turn[side].length;
      note(
        `| ${rate} messages/s | ${ms(mean('ours', 'p50'))} | ${ms(mean('floor', 'p50'))} | ${ratio(mean('ours', 'p50'), mean('floor', 'p50'), 1.5)} | ${ms(mean('ours', 'p99'))} | ${ms(mean('floor', 'p99'))} |`,
      );
      ours.close();
      floor.close();
    }
    note('');
  }
  if (only.test('flood')) {
    note(
      '| highest rate on one server, 32 at a time | ours | floor | share (limit) | our milliseconds of a core a message | statements a message |',
    );
    note('|---|---|---|---|---|---|');
    const { ours, floor } = await sidesNow();
    await flood(ours, live, { atOnce: 32, seconds: 1, pairs: people / 2 });
    const turns: { ours: Flooded[]; floor: Flooded[] } = { ours: [], floor: [] };
    for (let n = 0; n < 2; n += 1) {
      turns.ours.push(await flood(ours, live, { atOnce: 32, seconds: seconds / 2, pairs: people / 2 }));
      turns.floor.push(await flood(floor, live, { atOnce: 32, seconds: seconds / 2, pairs: people / 2 }));
    }
    const mean = (side: 'ours' | 'floor', of: keyof Flooded) => turns[side].reduce((sum, one) => sum + one[of], 0) / turns[side].length;
    note(
      `| messages/s | ${mean('ours', 'rate').toFixed(0)} | ${mean('floor', 'rate').toFixed(0)} | ${ratio(mean('ours', 'rate'), mean('floor', 'rate'), 0.6, false)} | ${mean('ours', 'cpu').toFixed(2)} | ${mean('ours', 'statements').toFixed(1)} |`,
    );
    ours.close();
    floor.close();
    note('');
  }
  if (only.test('room')) {
    const { ours, floor } = await sidesNow();
    const ourRoom = await room(ours, live, { people: 1_000, seconds, senders: 4 });
    const floorRoom = await room(floor, live, { people: 1_000, seconds, senders: 4 });
    const relays = await bareRelays(start, { people: 1_000, seconds });
    note('| room of 1,000 | ours | floor | bare ws | bare socket.io | ours of bare ws (limit) |');
    note('|---|---|---|---|---|---|');
    note(
      `| deliveries/s | ${ourRoom.deliveries.toFixed(0)} | ${floorRoom.deliveries.toFixed(0)} | ${relays.ws.toFixed(0)} | ${relays.io.toFixed(0)} | ${ratio(ourRoom.deliveries, relays.ws, 0.5, false)} |`,
    );
    note(`| heard at 5 messages/s, p50 | ${ms(ourRoom.p50)} | ${ms(floorRoom.p50)} | | | |`);
    note(`| heard at 5 messages/s, p99 | ${ms(ourRoom.p99)} | ${ms(floorRoom.p99)} | | | |`);
    ours.close();
    floor.close();
    note('');
  }
  if (values.only === '.')
    await writeFigures('live', 'Live: chat and the realtime hub', [
      `A school of ${built.size.toLocaleString('en')} people. The floor: node:http POST, one INSERT, \`ws\` push; no session, no checks, no sequence. Both on the same PostgreSQL, by turns, loaded from the same machine.`,
      '',
      ...lines,
    ]);
} finally {
  await Promise.allSettled(servers.map((server) => server.stop()));
  await pool.close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
