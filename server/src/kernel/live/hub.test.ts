import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { listen, openLive, type LiveClient } from '../../../test/live-client.ts';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();

const open: LiveClient[] = [];
const live = async (...args: Parameters<typeof openLive>): Promise<LiveClient> => {
  const client = await openLive(...args);
  open.push(client);
  return client;
};
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});

test('[CHAT-02] both people in a connection request get an event, the recipient on each device, and no one else does', async () => {
  const [ana, phone, ben, cy] = await Promise.all(
    [world.ana, world.ana, world.ben, world.cy].map((who) => live(world.app, who)),
  );
  await world.ben.call('GET /mobile_ws/v18/user_connect', {
    student_uid: world.ana.uid,
    type: 'request',
  });
  await world.app.hub.catchUp();
  expect(await ana?.next('connections_changed')).toEqual({
    kind: 'connections_changed',
    uid: world.ben.uid,
  });
  expect(await phone?.next('connections_changed')).toEqual({
    kind: 'connections_changed',
    uid: world.ben.uid,
  });
  expect(await ben?.next('connections_changed')).toEqual({
    kind: 'connections_changed',
    uid: world.ana.uid,
  });
  expect(cy?.events.map(({ kind }) => kind)).toEqual(['resync']);
});

test('[CHAT-02] a socket gets an event once, even if the hub reads the outbox several times', async () => {
  const ana = await live(world.app, world.ana);
  await world.ana.call('GET /mobile_ws/v18/user_connect', {
    student_uid: world.cy.uid,
    type: 'request',
  });
  await Promise.all([world.app.hub.catchUp(), world.app.hub.catchUp(), world.app.hub.catchUp()]);
  await world.app.hub.catchUp();
  await ana.next('connections_changed');
  expect(ana.events.filter(({ kind }) => kind === 'connections_changed')).toHaveLength(1);
});

test('a socket gets the event of a transaction that commits after a later one', async () => {
  const ana = await live(world.app, world.ana);
  const slow = await world.pool.raw.connect();
  try {
    await slow.query(`begin; set local commons.school_id = '${world.school}'`);
    await slow.query(
      `insert into outbox (school_id, kind, payload) values ($1, 'connection_requested', $2)`,
      [world.school, { from: world.ana.id, to: world.admin.id }],
    );
    await world.sql(
      `insert into outbox (school_id, kind, payload) values ($1, 'connection_requested', $2)`,
      [world.school, { from: world.ana.id, to: world.ben.id }],
    );
    await world.app.hub.catchUp();
    expect(await ana.next('connections_changed')).toMatchObject({ uid: world.ben.uid });
    await slow.query('commit');
  } finally {
    slow.release();
  }
  await world.app.hub.catchUp();
  expect(await ana.next('connections_changed')).toMatchObject({ uid: world.admin.uid });
});

test('a socket needs a valid token from this school and a page on the same origin', async () => {
  await expect(openLive(world.app, world.ana, { token: 'x' })).rejects.toThrow('invalid_token');
  await expect(openLive(world.app, world.ana, { token: { a: 1 } })).rejects.toThrow(
    'invalid_input',
  );
  await expect(openLive(world.app, world.ana, { host: 'north.localhost' })).rejects.toThrow(
    'invalid_token',
  );
  await expect(openLive(world.app, world.eve)).rejects.toThrow('invalid_token');
  await expect(
    openLive(world.app, world.ana, { headers: { origin: 'https://evil.example' } }),
  ).rejects.toThrow();
  const port = await listen(world.app);
  await live(world.app, world.ana, {
    host: `localhost:${port}`,
    headers: { origin: `http://localhost:${port}` },
  });
  await live(world.app, world.eve, { host: 'north.localhost' });
});

test('signing out closes only the sockets of that session', async () => {
  const device = await world.signInAgain(world.ben);
  const [there, here] = [await live(world.app, device), await live(world.app, world.ben)];
  await device.raw('/api/v1/logout', {
    method: 'POST',
    body: {},
    headers: { 'x-xsrf-token': device.cookies.get('XSRF-TOKEN') ?? '' },
  });
  await world.app.hub.catchUp();
  await there.next('session_ended');
  await there.ended;
  expect(here.socket.connected).toBe(true);
  await expect(openLive(world.app, device)).rejects.toThrow('invalid_token');
});

test("disabling an account closes its socket, and it can't open another", async () => {
  const dan = await world.join({ username: 'dan' });
  const socket = await live(world.app, dan);
  await world.sql('update users set is_disabled = true where id = $1', [dan.id]);
  await world.app.hub.catchUp();
  await socket.next('session_ended');
  await socket.ended;
  await expect(openLive(world.app, dan)).rejects.toThrow('invalid_token');
});

test('a socket closes when its token expires, unless it renews the token from the same session', async () => {
  const app = await world.startAnother({ live: true });
  try {
    const [stored, left] = [await live(app, world.cy), await live(app, world.cy)];
    const other = await world.signInAgain(world.cy);
    expect(await stored.call('renew', { token: other.tokens.jwt })).toEqual({
      ok: false,
      code: 'invalid_token',
    });
    expect(await stored.call('renew', { token: 'x' })).toEqual({
      ok: false,
      code: 'invalid_token',
    });
    world.clock.advance(500_000);
    const { jwt } = (await world.cy.call('GET /mobile_ws/v18/auth_tokens')) as { jwt: string };
    expect(await stored.call('renew', { token: jwt })).toEqual({ ok: true });
    world.clock.advance(200_000);
    await left.ended;
    expect(stored.socket.connected).toBe(true);
  } finally {
    await app.close();
  }
});

test('a socket closes when its token or session expires', async () => {
  const app = await world.startAnother({ live: true });
  try {
    const person = await world.join({ username: 'leaving' });
    world.clock.advance(500_000);
    // The token is already old when the socket connects, so the socket lives only for the rest of its lifetime.
    const early = await live(app, person);
    const fresh = async () => ({
      tokens: { csrfToken: '', jwt: (await person.call('GET /mobile_ws/v18/auth_tokens')).jwt },
    });
    const long = await live(app, await fresh());
    await world.sql(`update sessions set expires_at = $2 where user_id = $1`, [
      person.id,
      new Date(world.clock.now().getTime() + 300_000),
    ]);
    const short = await live(app, await fresh());
    world.clock.advance(110_000);
    await early.ended;
    expect([long.socket.connected, short.socket.connected]).toEqual([true, true]);
    world.clock.advance(200_000);
    await short.ended;
    // Its token lasts longer, and its session's end was further away when it connected.
    expect(long.socket.connected).toBe(true);
    world.clock.advance(300_000);
    await long.ended;
  } finally {
    await app.close();
  }
});

test('a socket rejects unknown, invalid and too frequent calls, and closes after a flood or an oversized frame', async () => {
  const { jwt } = (await world.ana.call('GET /mobile_ws/v18/auth_tokens')) as { jwt: string };
  const ana = { tokens: { csrfToken: '', jwt } };
  const socket = await live(world.app, ana);
  expect(await socket.call('drop' as never, {} as never)).toEqual({ ok: false, code: 'not_found' });
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    expect(await socket.call(name as never, {} as never)).toEqual({ ok: false, code: 'not_found' });
  expect(await socket.call('watch', { uids: 'all' as never })).toEqual({
    ok: false,
    code: 'invalid_input',
  });
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => socket.call('watch', { uids: [] })),
  );
  expect(answers.filter(({ code }) => code === 'too_many_requests').length).toBeGreaterThan(40);
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(20);
  // All sockets of a person share one limit for calls.
  const second = await live(world.app, ana);
  const more = await Promise.all(
    Array.from({ length: 40 }, () => second.call('watch', { uids: [] })),
  );
  expect(more.filter(({ code }) => code === 'too_many_requests').length).toBeGreaterThan(10);
  for (let n = 0; n < 600; n += 1) socket.socket.emit('watch', { uids: [] });
  await socket.ended;
  const large = await live(world.app, ana);
  large.socket.emit('watch', { uids: ['x'.repeat(20_000)] });
  await large.ended;
});

test('the hub closes a client that does not read, and another client in the same room gets everything', async () => {
  const app = await world.startAnother({ live: true });
  try {
    const ben = await world.signInAgain(world.ben);
    const [deaf, other] = [await live(app, ben), await live(app, ben)];
    const { transport } = deaf.socket.io.engine as unknown as {
      transport: { ws: { pause(): void; terminate(): void } };
    };
    transport.ws.pause();
    const said = 400;
    for (let n = 0; n < said; n += 1) {
      const uid = `${n} ${'x'.repeat(100_000)}`;
      app.hub.deliver(world.school, [
        { rooms: [`person:${world.ben.id}`], event: { kind: 'connections_changed', uid } },
      ]);
      // Gives the reading client time.
      if (n % 20 === 0) await delay(20);
    }
    await expect.poll(() => app.hub.size(), { timeout: 20_000 }).toBe(1);
    expect(app.hub.counts().slow).toBe(1);
    // A new server also delivers events from before its start.
    const received = () =>
      other.events.filter(
        (event) => event.kind === 'connections_changed' && event.uid.endsWith('xxx'),
      ).length;
    await expect.poll(received, { timeout: 20_000 }).toBe(said);
    transport.ws.terminate();
  } finally {
    await app.close();
  }
});
