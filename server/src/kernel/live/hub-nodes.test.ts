import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../app.ts';
import { connect, direct, sendMessage } from '../../../test/chat-world.ts';
import { openLive, type LiveClient } from '../../../test/live-client.ts';
import { inWorld } from '../../../test/world.ts';
import { createClient } from 'redis';
import type { SchoolId } from '../ids.ts';
import { schoolChannel } from './live-bus.ts';
import { tailMs } from './live-tail.ts';

/*
 * Two servers of one installation. They share Redis if the machine has it (Debian's redis-server). Otherwise they share only the outbox,
 * which is a separate case.
 */
const world = inWorld();
const program = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);
const port = 20_000 + (process.pid % 20_000);
let redis: ChildProcess | undefined;
const open: { close(): unknown }[] = [];

const isUp = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTo(port, '127.0.0.1', () => {
      socket.end();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
const startRedis = async (): Promise<void> => {
  redis = spawn(
    program ?? '',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
  for (let wait = 0; wait < 100 && !(await isUp()); wait += 1) await delay(50);
};
const stopRedis = async (): Promise<void> => {
  if (redis === undefined || redis.exitCode !== null || redis.signalCode !== null) return;
  const ended = once(redis, 'exit');
  redis.kill('SIGKILL');
  await ended;
};
const server = async (redisUrl?: string): Promise<App> => {
  const app = await world.startAnother({ live: true, ...(redisUrl !== undefined && { redisUrl }) });
  open.push(app);
  return app;
};
const live = async (
  app: App,
  who: Parameters<typeof openLive>[1],
  options?: Parameters<typeof openLive>[2],
): Promise<LiveClient> => {
  const client = await openLive(app, who, options);
  open.unshift(client);
  return client;
};
const ask = (type: 'request' | 'cancel') =>
  world.cy.call('GET /mobile_ws/v18/user_connect', { student_uid: world.ana.uid, type });

beforeAll(async () => {
  if (program !== undefined) await startRedis();
});
afterAll(async () => {
  for (const one of open) await one.close();
  await stopRedis();
});

test("[CHAT-02] without a bus, sockets get another server's events through the outbox", async () => {
  const [one, two] = [await server(), await server()];
  const [here, there] = [await live(one, world.ana), await live(two, world.ana)];
  await ask('request');
  expect(await here.next('connections_changed')).toMatchObject({ uid: world.cy.uid });
  expect(await there.next('connections_changed')).toMatchObject({ uid: world.cy.uid });
  // The session ends on one server, and both close its sockets.
  const device = await world.signInAgain(world.ben);
  const socket = await live(two, device);
  await device.raw('/api/v1/logout', {
    method: 'POST',
    body: {},
    headers: { 'x-xsrf-token': device.cookies.get('XSRF-TOKEN') ?? '' },
  });
  await socket.ended;
  await ask('cancel');
});

test.skipIf(program === undefined)(
  '[CHAT-02] messages reach a member on another server with Redis, without it, and after it comes back',
  async () => {
    const url = `redis://127.0.0.1:${port}`;
    const [one, two] = [await server(url), await server(url)];
    const conversation = (
      await world.admin.call('POST /api/v1/chat/conversations', {
        kind: 'direct',
        uid: world.ben.uid,
      })
    ).id;
    const post = (text: string) =>
      one.http.inject({
        method: 'POST',
        url: `/api/v1/chat/conversations/${conversation}/messages`,
        headers: {
          host: 'localhost',
          authorization: `Bearer ${world.admin.tokens.jwt}`,
          'content-type': 'application/json',
        },
        payload: JSON.stringify({ clientId: crypto.randomUUID(), text }),
      });
    const first = (await post('first')).json<{ change: number }>();
    const ben = await live(two, world.ben);
    expect((await post('with Redis')).statusCode).toBe(200);
    // The outbox may deliver the first message again.
    let whole = await ben.next('conversation_changed');
    while (whole.change <= first.change) whole = await ben.next('conversation_changed');
    // Through Redis, the message arrives complete. The outbox only reports a change.
    expect(whole.delta?.messages.map(({ text }) => text)).toEqual(['with Redis']);
    await stopRedis();
    for (let wait = 0; wait < 100 && one.hub.bus() === 'ok'; wait += 1) await delay(20);
    expect(
      (await one.http.inject({ url: '/readyz', headers: { host: 'localhost' } })).json(),
    ).toEqual({
      status: 'ok',
      database: 'ok',
      bus: 'unreachable',
    });
    expect((await post('without Redis')).statusCode).toBe(200);
    for (;;) {
      const { change } = await ben.next('conversation_changed');
      if (change > whole.change) break;
    }
    await startRedis();
    for (let wait = 0; wait < 200 && one.hub.bus() !== 'ok'; wait += 1) await delay(50);
    // Clients that may have missed something are asked to sync.
    await ben.next('resync');
    expect((await post('with Redis again')).statusCode).toBe(200);
    await expect
      .poll(
        () =>
          ben.events.some(
            (event) => event.kind === 'conversation_changed' && event.change > whole.change + 1,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
  },
  180_000,
);

test.skipIf(program === undefined)(
  'a server subscribes only to schools that have a socket on it',
  async () => {
    const url = `redis://127.0.0.1:${port}`;
    const watcher = createClient({ url });
    await watcher.connect();
    open.push({ close: () => watcher.destroy() });
    const channel = (school: SchoolId) => schoolChannel(school);
    const receivers = async (school: SchoolId): Promise<number> =>
      Number((await watcher.pubSubNumSub([channel(school)]))[channel(school)] ?? 0);
    const [one, two] = [await server(url), await server(url)];
    const before = await receivers(world.school);
    expect(await receivers(world.otherSchool)).toBe(0);
    const [ana, again] = [await live(one, world.ana), await live(one, world.ana)];
    await expect.poll(() => receivers(world.school)).toBe(before + 1);
    const eve = await live(two, world.eve, { host: 'north.localhost' });
    await expect.poll(() => receivers(world.otherSchool)).toBe(1);
    expect(await receivers(world.school)).toBe(before + 1);
    // The other server announces a change, and only the server with Ana's sockets gets it.
    two.hub.deliver(world.school, [
      {
        rooms: [`person:${world.ana.id}`],
        event: { kind: 'connections_changed', uid: world.cy.uid },
      },
    ]);
    expect(await ana.next('connections_changed')).toMatchObject({ uid: world.cy.uid });
    expect(eve.events.filter(({ kind }) => kind === 'connections_changed')).toEqual([]);
    ana.close();
    await again.next('connections_changed');
    expect(await receivers(world.school)).toBe(before + 1);
    again.close();
    eve.close();
    await expect
      .poll(() => Promise.all([receivers(world.school), receivers(world.otherSchool)]), {
        timeout: 30_000,
      })
      .toEqual([before, 0]);
  },
);

test.skipIf(program === undefined)(
  '[CHAT-02] someone who came online before another server started is online there until they disconnect',
  async () => {
    const { ana, cy } = world;
    await connect(ana, cy);
    const url = `redis://127.0.0.1:${port}`;
    const here = await live(await server(url), cy);
    const watcher = await live(await server(url), ana);
    const isOnline = async () =>
      (await watcher.call('watch', { uids: [cy.uid] })).online?.includes(cy.uid) ?? false;
    await expect.poll(isOnline, { timeout: 30_000, interval: 500 }).toBe(true);
    here.close();
    await expect.poll(isOnline, { timeout: 30_000, interval: 500 }).toBe(false);
  },
);

test(
  "[CHAT-04] without a bus, a member's device on another server gets an event when they read or pin a conversation",
  { tags: ['soak'] },
  async () => {
    const { ana, ben } = world;
    await connect(ana, ben);
    const { id } = await direct(ana, ben);
    await sendMessage(ana, id, 'Hello');
    const there = await live(await server(), ben);
    const received = () =>
      there.events.filter(
        (event) => event.kind === 'conversations_changed' && event.conversation === id,
      ).length;
    for (const act of [
      () =>
        ben.call('PUT /api/v1/chat/conversations/{conversation}/read', {
          conversation: id,
          seq: 1,
        }),
      () =>
        ben.call('PATCH /api/v1/chat/conversations/{conversation}/own', {
          conversation: id,
          isPinned: true,
        }),
    ]) {
      // By then, every event from before has arrived.
      await delay(3 * tailMs);
      const before = received();
      await act();
      await expect.poll(received, { timeout: 10_000 }).toBeGreaterThan(before);
    }
  },
);
