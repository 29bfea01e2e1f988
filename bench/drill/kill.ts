import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findHome } from '#postgres/home.ts';
import { createRandomSource } from '#demo/random-source.ts';
import { writeFigures } from '../figures.ts';
import { tokensOf } from '../live/campus.ts';
import { at } from '../live/posting.ts';
import { openBrowsers } from './browsers.ts';
import { checkAgainstDatabase } from './check.ts';
import { openSetup } from './setup.ts';
import { startNodes } from './nodes.ts';
import { Person, type Log } from './person.ts';
import { startProxy } from './proxy.ts';

/*
 * `npm run drill -- kill [--kills 100 --people 120 --messages 100000]`: people chat through two servers, one PostgreSQL and a Redis.
 * The drill kills one server every two seconds, kills and restarts PostgreSQL, and stops, flushes and restarts Redis. A proxy between
 * people and servers drops, doubles and delays packets. At the end, no acknowledged message may be missing, doubled or out of order,
 * and all readers must have the same messages.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    people: { type: 'string', default: '120' },
    messages: { type: 'string', default: '100000' },
    harm: { type: 'string', default: '0.06' },
    write: { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
const count = Number(values.people);
const wanted = Number(values.messages);
const print = (line: string) => process.stdout.write(`${line}\n`);
// Two more people use real browsers.
const {
  folder,
  pool,
  tokens: signer,
  live,
  redis,
  nodeArgs,
  restartDatabase,
  stop,
} = await openSetup(count + 2);
const chance = createRandomSource(23);
const wrong: string[] = [];
const logs: Log[] = [];
const people: Person[] = [];
const closes: (() => Promise<unknown>)[] = [];

try {
  const nodes = await startNodes(2, nodeArgs, 3_951);
  closes.push(() => nodes.stop());
  const proxy = await startProxy(nodes.ready);
  closes.push(() => proxy.stop());
  let tokens = await tokensOf(signer, live.chatters);
  // Tokens expire after ten minutes. The app renews them earlier.
  const renewing = setInterval(
    () => void tokensOf(signer, live.chatters).then((fresh) => (tokens = fresh)),
    240_000,
  );
  closes.push(() => Promise.resolve(clearInterval(renewing)));
  const browsers = await openBrowsers(proxy.port, live, {
    people: live.chatters.slice(count),
    conversation: live.pairs[count / 2] ?? 0,
  });
  closes.push(() => browsers.close());

  for (let place = 0; place < count; place += 1) {
    const log: Log = { acknowledged: new Map(), reconnects: [], odd: [], tries: 0, asked: 0 };
    logs.push(log);
    people.push(
      new Person({
        port: () => proxy.port,
        token: () => tokens[place] ?? '',
        conversations: [live.pairs[Math.floor(place / 2)] ?? 0, live.room],
        log,
      }),
    );
  }
  for (let wait = 0; wait < 200 && !people.every((one) => one.isHere()); wait += 1) await delay(50);
  print(
    `${count} people, two servers, ${redis === null ? 'no Redis on this machine: the outbox alone between them' : 'Redis'}`,
  );
  proxy.setHarm(Number(values.harm));
  let isOver = false;
  const acknowledged = () => logs.reduce((sum, log) => sum + log.acknowledged.size, 0);
  const talking = people.map(async (person, index) => {
    for (let n = 0; !isOver; n += 1) {
      // Mostly in a pair's conversation, and sometimes in the room.
      const conversation = n % 25 === 24 ? live.room : (live.pairs[Math.floor(index / 2)] ?? 0);
      await person.send(conversation, `${index}/${n} see you at eight`, () => isOver);
      // This stays below the rate limit of a person.
      await delay(380 + chance.below(240));
    }
  });
  talking.push(browsers.talk(() => isOver));
  let done = 0;
  let databaseKills = 0;
  let busStops = 0;
  for (; done < kills || acknowledged() < wanted; done += 1) {
    const since = performance.now();
    if (done % 12 === 11) {
      const [pid] = (
        await readFile(join(findHome(folder, () => undefined).cluster, 'postmaster.pid'), 'utf8')
      ).split('\n');
      process.kill(Number(pid), 'SIGKILL');
      databaseKills += 1;
      await delay(300);
      await restartDatabase();
    } else if (done % 12 === 5 && redis !== null) {
      busStops += 1;
      await redis.flush();
      await redis.stop();
      await delay(1_000);
      await redis.start();
    } else await nodes.kill(done % 2);
    const rest = 2_000 - (performance.now() - since);
    if (rest > 0) await delay(rest);
    if (done % 10 === 9)
      print(`${done + 1} faults, ${acknowledged().toLocaleString('en')} messages acknowledged`);
    if (done > kills * 4) break;
  }
  // A rolling restart without other faults, during which no call may fail.
  proxy.setHarm(0);
  const bothReady = async () => {
    for (let wait = 0; wait < 300 && nodes.ready().length < 2; wait += 1) await delay(100);
    await delay(1_000);
  };
  await bothReady();
  proxy.failures();
  for (const which of [0, 1]) {
    await nodes.restart(which);
    await bothReady();
  }
  const failures = proxy.failures();
  const failedCalls = failures.length;
  isOver = true;
  await Promise.all(talking);
  for (let wait = 0; wait < 200 && !people.every((one) => one.isHere()); wait += 1) await delay(50);
  await delay(2_500);

  const { found, messages } = await checkAgainstDatabase(pool, live, people, logs);
  wrong.push(...found, ...(await browsers.compare(pool)));
  for (const log of logs) wrong.push(...log.odd.slice(0, 3));
  const { frames, dropped, doubled, late } = proxy.counts();
  const reconnects = logs.flatMap((log) => log.reconnects);
  const number = (value: number) => value.toLocaleString('en');
  const lines = [
    `${count} people on two servers${redis === null ? ' without a bus' : ' with Redis'}, behind a proxy that damages ${(Number(values.harm) * 100).toFixed(0)} % of the frames: ${number(dropped)} frames dropped, ${number(doubled)} duplicated, ${number(late)} late, of ${number(frames)}. Each reader works like the web app. At the end, the bench compares every reader's conversations with the database, message by message. Two more people use the built web app in Chromium, in a separate conversation and without reloading a page: they wrote ${browsers.written()} messages, and at the end the database and both screens are equal.`,
    '',
    '| servers killed | PostgreSQL killed | Redis flushed and stopped | messages acknowledged | of which tried more than once | lost | doubled | readers that differ | reconnect p50 / p95 | calls failed in a rolling restart |',
    '|---|---|---|---|---|---|---|---|---|---|',
    `| ${done - databaseKills - busStops} | ${databaseKills} | ${busStops} | ${number(acknowledged())} | ${number(logs.reduce((sum, log) => sum + log.tries, 0) - acknowledged())} | ${messages.lost} | ${messages.doubled} | ${messages.different} | ${(at(reconnects, 0.5) / 1000).toFixed(2)} s / ${(at(reconnects, 0.95) / 1000).toFixed(2)} s | ${failedCalls} |`,
  ];
  print(lines.join('\n'));
  if (failedCalls > 0)
    wrong.push(
      `${failedCalls} calls failed in a rolling restart: ${[...new Set(failures)].slice(0, 8).join('; ')}`,
    );
  if (wrong.length > 0) {
    print(wrong.slice(0, 40).join('\n'));
    process.exitCode = 1;
  } else if (values.write)
    await writeFigures(
      'drill',
      'Drill: chat through faults',
      lines,
      'npm run drill -- kill --write',
    );
} finally {
  for (const person of people) person.stop();
  for (const close of closes.toReversed()) await close().catch(() => undefined);
  await stop();
}
