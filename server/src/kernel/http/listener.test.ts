import { fastify, type FastifyInstance } from 'fastify';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { clientNetwork, isProxyOf } from './addresses.ts';
import { openListener, type ConnectionLimit } from './listener.ts';

const host = '127.0.0.1';
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const open = async (port = 0, bound?: ConnectionLimit) => {
  const http = fastify();
  http.get('/', () => ({ here: true }));
  const listener = openListener(http, bound);
  await listener.listen({ port, host });
  opened.push(listener);
  return { http, port: portOf(http), close: listener.close };
};
const portOf = (http: FastifyInstance) => (http.server.address() as AddressInfo).port;

/**
 * Opens many connections at the same time while this thread is blocked, as they arrive at a busy server. Returns a function that closes
 * them.
 */
const crowd = async (port: number, people: number) => {
  const there = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { connect } = require('node:net');
     const { workerData: { port, people, there } } = require('node:worker_threads');
     for (let one = 0; one < people; one += 1)
       connect(port, '${host}', () => { Atomics.add(there, 0, 1); Atomics.notify(there, 0); }).on('error', () => undefined);`,
    { eval: true, workerData: { port, people, there } },
  );
  await new Promise((resolve) => worker.once('online', resolve));
  for (let now = 0; now < people; now = Atomics.load(there, 0)) Atomics.wait(there, 0, now, 5_000);
  return () => worker.terminate();
};

describe('listener', () => {
  test.runIf(process.platform === 'linux')(
    'a server accepts simultaneous connections in fewer turns of the event loop than one per connection',
    async () => {
      const { http, port } = await open();
      const people = 64;
      let taken = 0;
      http.server.on('connection', () => (taken += 1));
      const leave = await crowd(port, people);
      let turns = 0;
      while (taken < people) {
        turns += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
      await leave();
      expect(turns).toBeLessThan(people / 2);
    },
  );

  test('a server responds to 40 simultaneous requests', async () => {
    const { port } = await open();
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () =>
        (await fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } })).json(),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 40 }, () => ({ here: true })));
  });

  test("a server can't start on a port that another server uses", async () => {
    const { port } = await open();
    await expect(open(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const alone = createServer();
    await new Promise<void>((resolve) => alone.listen(0, host, resolve));
    await expect(open((alone.address() as AddressInfo).port)).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await new Promise((resolve) => alone.close(resolve));
  });

  test('a closed server rejects connections and frees its port', async () => {
    const { port, close } = await open();
    await (await fetch(`http://${host}:${port}/`)).json();
    await close();
    await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow();
    await open(port);
  });

  test('a server limits connections per address, except from a proxy', async () => {
    const visit = async (bound: ConnectionLimit) => {
      const { port } = await open(0, bound);
      const sockets = Array.from({ length: 8 }, () =>
        connect(port, host).on('error', () => undefined),
      );
      await delay(200);
      const left = sockets.filter(({ closed }) => !closed);
      left[0]?.destroy();
      await delay(50);
      const late = connect(port, host).on('error', () => undefined);
      await delay(100);
      const isIn = !late.closed;
      for (const socket of [...sockets, late]) socket.destroy();
      return [left.length, isIn];
    };
    expect(await visit({ most: 3, isFree: () => false })).toEqual([3, true]);
    expect(await visit({ most: 3, isFree: isProxyOf('10.0.0.0/8, 127.0.0.1') })).toEqual([8, true]);
  });

  test('clientNetwork() identifies an IPv6 client by its /64 network, and isProxyOf() recognizes proxies', () => {
    expect(
      [
        '192.0.2.7',
        '::ffff:192.0.2.7',
        '2001:db8:1:2:3::4',
        '2001:db8:1:2:ffff:1:1:1',
        '::1',
        'fe80::1%eth0',
      ].map(clientNetwork),
    ).toEqual([
      '192.0.2.7',
      '192.0.2.7',
      '2001:db8:1:2::/64',
      '2001:db8:1:2::/64',
      '0:0:0:0::/64',
      'fe80:0:0:0::/64',
    ]);
    const isProxy = isProxyOf('10.0.0.0/8, 192.0.2.1, fd00::/8');
    expect(
      ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.1', 'fd12::1', '192.0.2.2'].map(isProxy),
    ).toEqual([true, true, true, true, false]);
    expect(isProxyOf(undefined)('127.0.0.1')).toBe(false);
  });
});
