import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { openLive } from '../../../test/live-client.ts';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();
let app: App;
let port = 0;
/** The server's side of each connection, by the client's port. */
const accepted = new Map<number | undefined, Socket>();

beforeAll(async () => {
  app = await world.startAnother({ timeouts: { headers: 400, body: 500, idle: 900, rest: 300 } });
  await app.listen({ port: 0, host: '127.0.0.1' });
  app.http.server.on('connection', (socket: Socket) => accepted.set(socket.remotePort, socket));
  port = (app.http.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Opens a bare connection, and records what arrives and when the server closes it. */
const caller = (options: { reads?: boolean } = {}) => {
  const since = performance.now();
  const socket = connect({ port, host: '127.0.0.1' });
  let got = '';
  let closedAfter: number | undefined;
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  void closed.then(() => (closedAfter = performance.now() - since));
  const take = (chunk: Buffer) => (got += chunk.toString());
  if (options.reads === false) socket.pause();
  else socket.on('data', take);
  return {
    socket,
    write: (text: string) => socket.write(text),
    take,
    closed,
    got: () => got,
    statuses: () => [...got.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status)),
    isOpen: () => closedAfter === undefined,
  };
};
const until = (closed: Promise<void>, ms: number) =>
  Promise.race([closed.then(() => 'closed'), delay(ms, 'open')]);

const head = (line: string, ...fields: string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...fields, '', ''].join('\r\n');
const json = 'Content-Type: application/json';

describe('connections that make the server wait', () => {
  test('the server closes silent connections, slow headers, slow bodies, and unread responses', async () => {
    const silent = caller();
    const slowHead = caller();
    slowHead.write('GET /healthz HTTP/1.1\r\nHost: loc');
    const slowBody = caller();
    slowBody.write(head('POST /api/v1/login', json, 'Content-Length: 5000'));
    const drip = setInterval(() => slowBody.write('x'), 50);
    const unread = caller({ reads: false });
    for (let n = 0; n < 40; n += 1) unread.write(head('GET /api/v1/openapi.json'));
    const all = { silent, slowHead, slowBody, unread };
    // A client that doesn't read can't see the end of its connection, so the test waits for the server's side first.
    const unreadClosed = async () => {
      await expect
        .poll(() => accepted.get(unread.socket.localPort)?.destroyed, { timeout: 20_000 })
        .toBe(true);
      unread.socket.on('data', unread.take).resume();
    };
    try {
      const states = Object.entries(all).map(async ([name, { closed }]) => {
        if (name === 'unread') await unreadClosed();
        return [name, await until(closed, 20_000)];
      });
      expect(Object.fromEntries(await Promise.all(states))).toEqual({
        silent: 'closed',
        slowHead: 'closed',
        slowBody: 'closed',
        unread: 'closed',
      });
    } finally {
      clearInterval(drip);
      for (const { socket } of Object.values(all)) socket.destroy();
    }
    expect(slowBody.statuses()).toEqual([408]);
    expect(unread.statuses().length).toBeLessThan(40);
  });

  test('a file upload can take longer than a call, and a live socket stays open', async () => {
    const live = await openLive(app, world.ana);
    const file = caller();
    const fields = [
      `Authorization: Bearer ${world.ana.tokens.jwt}`,
      'Content-Type: image/png',
      'Content-Length: 16',
    ];
    file.write(head('POST /api/v1/profile/pictures/photo', ...fields));
    for (let n = 0; n < 8; n += 1) {
      await delay(150);
      file.write('xx');
    }
    await delay(300);
    // The file arrived completely, took longer than a call's timeout, and was examined.
    expect(file.got()).toContain('picture_format');
    await delay(900);
    expect(live.socket.connected).toBe(true);
    live.close();
    file.socket.destroy();
  });
});

describe('a response before the whole request has arrived', () => {
  const large = 'x'.repeat(100_000);

  test("a visitor gets 401 before the body arrives, but the server waits for a signed-in user's body", async () => {
    const one = caller();
    one.write(head('PATCH /api/v1/notifications/settings', json, 'Content-Length: 90'));
    await expect.poll(one.statuses).toEqual([401]);
    expect(await until(one.closed, 1_500)).toBe('closed');
    // With permission, the server reads the body and rejects an invalid one.
    const two = caller();
    two.write(
      head(
        'PATCH /api/v1/notifications/settings',
        json,
        `Authorization: Bearer ${world.ana.tokens.jwt}`,
        'Content-Length: 3',
      ),
    );
    await delay(200);
    expect(two.statuses()).toEqual([]);
    two.write('{x}');
    await expect.poll(two.statuses).toEqual([400]);
    two.socket.destroy();
  });

  test.each([
    [
      'a body that is too large',
      413,
      head('POST /api/v1/login', json, 'Content-Length: 3000000'),
      large,
      30,
    ],
    [
      'a body in chunks that is too large',
      413,
      head('POST /api/v1/login', json, 'Transfer-Encoding: chunked'),
      `186a0\r\n${large}\r\n`,
      30,
    ],
    [
      'a body with an unsupported content type',
      415,
      head('POST /api/v1/login', 'Content-Type: text/x', 'Content-Length: 900000'),
      large,
      3,
    ],
    [
      'a body for an unknown path',
      404,
      head('POST /api/v1/nothing', json, 'Content-Length: 900000'),
      large,
      3,
    ],
  ])(
    '%s gets an error, and the server closes the connection',
    async (_, status, first, rest, times) => {
      const one = caller();
      one.write(first);
      for (let n = 0; n < times; n += 1) one.write(rest);
      expect(await until(one.closed, 3_000)).toBe('closed');
      expect(one.statuses()).toEqual([status]);
      expect(one.got().toLowerCase()).toContain('connection: close');
    },
  );

  test('a file that is too large gets an error, and the server closes the connection', async () => {
    const one = caller();
    const fields = [
      `Authorization: Bearer ${world.ana.tokens.jwt}`,
      'Content-Type: image/jpeg',
      'Content-Length: 13000000',
    ];
    one.write(head('POST /api/v1/profile/pictures/photo', ...fields));
    for (let n = 0; n < 110; n += 1) one.write(large);
    expect(await until(one.closed, 4_000)).toBe('closed');
    expect(one.statuses()).toEqual([413]);
    expect(one.got()).toContain('upload_too_large');
  });
});
