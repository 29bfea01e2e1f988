import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { positionHeader } from '#contract/log-position.ts';
import type { App } from '#server/app.ts';
import { openLive } from '../../../test/live-client.ts';
import { startReplicatedPostgres, type ReplicatedPostgres } from '../../../test/standby.ts';
import { inWorld, send, type Answer, type Person, type Request } from '../../../test/world.ts';
import { openReplicas, parsePosition, type Replicas } from '../database/replicas.ts';

/* Reads from a hot standby that is always two seconds behind (decision 078). */

const delayMs = 2_000;
let postgres: ReplicatedPostgres;
const world = inWorld({
  database: async () => {
    postgres = await startReplicatedPostgres(delayMs);
    const { url, callsUrl } = postgres.primary;
    return { url, callsUrl, directUrl: url };
  },
});
let replicas: Replicas;
let app: App;

beforeAll(async () => {
  replicas = openReplicas(world.pool, [postgres.standbyUrl], () => undefined);
  app = await world.startAnother({ replicas });
  // Until the standby has the world.
  do await delay(delayMs);
  while (replicas.lag()[0] === null);
});
afterAll(async () => {
  await app.close();
  await replicas.close();
  await postgres.stop();
});

const start = '0/0';

/** A person's browser, which sends the newest position that it knows of. */
const openBrowser = (who: Person, host = 'localhost') => {
  let position = start;
  const remember = (text: unknown) => {
    const received = parsePosition(String(text));
    if (received !== null && received > (parsePosition(position) ?? 0n)) position = String(text);
  };
  const ask = async (path: string, request: Request = {}): Promise<Answer> => {
    const answer = await send(app, path, {
      host,
      ...request,
      headers: {
        authorization: `Bearer ${who.tokens.jwt}`,
        [positionHeader]: position,
        ...request.headers,
      },
    });
    remember(answer.headers[positionHeader]);
    return answer;
  };
  return { ask, remember };
};
type Browser = ReturnType<typeof openBrowser>;

/** Only the primary's replies have a position. */
const isFromPrimary = ({ headers }: Answer): boolean => headers[positionHeader] !== undefined;
/** Reads as a browser that doesn't know of the newest changes. */
const readOld = ({ ask }: Browser, path: string) =>
  ask(path, { headers: { [positionHeader]: start } });
const feed = '/api/v1/feed?scope=school&size=50';

/** Writes, checks that the next read has the change, and that the standby doesn't have it yet, but has it later. */
const writesAndReads = async (
  browser: Browser,
  path: string,
  request: Request,
  readPath: string | ((written: Answer) => string),
  isThere: (read: Answer) => boolean,
): Promise<Answer> => {
  const written = await browser.ask(path, request);
  expect([written.status, written.text]).toEqual([200, expect.anything()]);
  const from = typeof readPath === 'string' ? readPath : readPath(written);
  const old = await readOld(browser, from);
  expect([path, isFromPrimary(old), isThere(old)]).toEqual([path, false, false]);
  const own = await browser.ask(from);
  expect([path, isFromPrimary(own), isThere(own)]).toEqual([path, true, true]);
  const later = async () => {
    const answer = await browser.ask(from);
    return [isFromPrimary(answer), isThere(answer)];
  };
  await expect.poll(later, { timeout: 20_000 }).toEqual([false, true]);
  return written;
};

test('people who post, like, join, register or change settings see the change at once, although the replica is behind', async () => {
  const { id: club } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Rowing',
    membership: 'open',
    president: world.ben.uid,
  });
  const starts = new Date(world.clock.now().getTime() + 48 * 3_600_000);
  const event = await world.admin.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Regatta',
    dateStart: starts.toISOString(),
    dateEnd: new Date(starts.getTime() + 3_600_000).toISOString(),
    timeZone: 'Europe/Berlin',
    registration: 'event',
  });
  await delay(delayMs + 500);
  const ana = openBrowser(world.ana);
  const settings = '/api/v1/notifications/settings';
  expect(isFromPrimary(await ana.ask(settings))).toBe(false);
  await writesAndReads(
    ana,
    settings,
    { method: 'PATCH', body: { hidesText: true } },
    settings,
    ({ body }) => (body as { hidesText: boolean }).hidesText,
  );

  const text = 'Rowing at six';
  const post = await writesAndReads(
    ana,
    '/api/v1/posts',
    { method: 'POST', body: { clientId: newClientId(), text } },
    feed,
    (read) => read.text.includes(text),
  );
  const { id } = post.body as { id: string };
  await writesAndReads(
    ana,
    `/api/v1/posts/${id}/like`,
    { method: 'PUT', body: {} },
    `/api/v1/posts/${id}`,
    ({ body }) => (body as { likes: number }).likes === 1,
  );
  await writesAndReads(
    ana,
    `/api/v1/clubs/${club}/membership`,
    { method: 'PUT', body: {} },
    `/api/v1/clubs/${club}/members`,
    (read) => read.text.includes(world.ana.uid),
  );
  await writesAndReads(
    ana,
    `/api/v1/events/${event.id}/registration`,
    { method: 'PUT', body: {} },
    `/api/v1/events/${event.id}`,
    (read) => read.text.includes('"taken":1'),
  );
});

test('other people’s sockets receive the position with the change, and strangers see nothing', async () => {
  const socket = await openLive(app, world.ben);
  const [ana, ben] = [openBrowser(world.ana), openBrowser(world.ben)];
  const eve = openBrowser(world.eve, 'north.localhost');
  const conversation = await ana.ask('/api/v1/chat/conversations', {
    method: 'POST',
    body: { kind: 'direct', uid: world.ben.uid },
  });
  expect(conversation.status).toBe(200);
  const { id } = conversation.body as { id: string };
  const messages = `/api/v1/chat/conversations/${id}/messages`;
  const sent = await ana.ask(messages, {
    method: 'POST',
    body: { clientId: newClientId(), text: 'Coffee at ten?' },
  });
  expect(sent.status).toBe(200);
  const { position } = await socket.next('position');
  ben.remember(position);
  expect((await ben.ask(messages)).text).toContain('Coffee at ten?');
  socket.close();

  await delay(delayMs + 500);
  const read = await readOld(ben, messages);
  expect([isFromPrimary(read), read.text.includes('Coffee at ten?')]).toEqual([false, true]);
  expect((await readOld(eve, messages)).status).toBe(404);
});

test('if the replica is gone, the primary answers; clients that send no position never read from it', async () => {
  const ana = openBrowser(world.ana);
  const plain = await send(app, feed, {
    headers: { authorization: `Bearer ${world.ana.tokens.jwt}` },
  });
  expect([plain.status, isFromPrimary(plain)]).toEqual([200, false]);
  expect(plain.headers[positionHeader]).toBe(undefined);
  await postgres.stopStandby();
  for (let nth = 0; nth < 5; nth += 1) {
    const answer = await ana.ask(feed);
    expect([answer.status, isFromPrimary(answer)]).toEqual([200, true]);
  }
  expect(replicas.lag()).toEqual([null]);
});
