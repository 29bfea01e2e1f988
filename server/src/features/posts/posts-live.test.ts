import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { openLive, type LiveClient } from '../../../test/live-client.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

const open: LiveClient[] = [];
const live = async (who: Person): Promise<LiveClient> => {
  const client = await openLive(world.app, who);
  open.push(client);
  return client;
};
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});

const create = (postsFor: 'everyone' | 'members') =>
  world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: `Club ${randomUUID().slice(0, 8)}`,
    membership: 'open',
    president: world.ben.uid,
    postsFor,
  });
const say = (club: string) =>
  world.ben.call('POST /api/v1/posts', { clientId: randomUUID(), club, text: 'Hello' });
const changes = async (client: LiveClient) => {
  await world.app.hub.catchUp();
  // The socket receives events in order, so the response to a later call comes after them.
  await client.call('watch', { uids: [] });
  return client.events.flatMap((event) => (event.kind === 'posts_changed' ? [event.what] : []));
};

test('[FEED-01] non-members on a club’s page receive events about its posts while they can read them', async () => {
  const { ana, ben, eve } = world;
  const club = await create('everyone');
  const reader = await live(ana);
  await say(club.id);
  expect(await changes(reader)).toEqual([]);

  expect(await reader.call('read', { club: club.id })).toEqual({ ok: true });
  const { id, version } = await say(club.id);
  await ben.call('PATCH /api/v1/posts/{id}', { id, version, text: 'Hello again' });
  await ben.call('DELETE /api/v1/posts/{id}', { id });
  expect(await changes(reader)).toEqual(['new', 'changed', 'deleted']);

  // After the client switches to another club, it receives no events about the previous one.
  const other = await create('everyone');
  await reader.call('read', { club: other.id });
  await say(club.id);
  expect(await changes(reader)).toHaveLength(3);
  await say(other.id);
  expect(await changes(reader)).toHaveLength(4);
  await reader.call('read', { club: null });
  await say(other.id);
  expect(await changes(reader)).toHaveLength(4);

  // People get no events about clubs that only members can read or about other schools.
  const closed = await create('members');
  const refused = { ok: false, code: 'not_found' };
  expect(await reader.call('read', { club: closed.id })).toEqual(refused);
  expect(await reader.call('read', { club: 'x' })).toMatchObject({ ok: false });
  const stranger = await openLive(world.app, eve, { host: 'north.localhost' });
  open.push(stranger);
  expect(await stranger.call('read', { club: club.id })).toEqual(refused);
  await say(closed.id);
  expect(await changes(reader)).toHaveLength(4);
});

test('[FEED-01] events about a post include the period over which clients spread their requests', async () => {
  const { ana, ben } = world;
  const readers = [await live(ana), await live(ben), await live(ben)];
  await ben.call('POST /api/v1/posts', { clientId: randomUUID(), text: 'For everyone' });
  await world.app.hub.catchUp();
  for (const reader of readers) {
    await reader.call('watch', { uids: [] });
    // 100 requests a second.
    expect(reader.events.filter(({ kind }) => kind === 'posts_changed')).toEqual([
      expect.objectContaining({ what: 'new', spreadMs: 30 }),
    ]);
  }
});

test("[FEED-01] removed members stop receiving events about a club's posts", async () => {
  const { ana, ben } = world;
  const club = await create('everyone');
  await ana.call('PUT /api/v1/clubs/{id}/membership', { id: club.id });
  const reader = await live(ana);
  await reader.call('read', { club: club.id });
  await say(club.id);
  expect(await changes(reader)).toEqual(['new']);
  await ben.call('PATCH /api/v1/clubs/{id}/members', { id: club.id, uids: [ana.uid], act: 'ban' });
  await world.app.hub.catchUp();
  await say(club.id);
  expect(await changes(reader)).toEqual(['new']);
});
