import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { codeOf } from '../../../test/chat-world.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

const feed = async (who: Person) => {
  const { items, pinned } = await who.call('GET /api/v1/feed', { scope: 'home', size: 50 });
  return [...(pinned ? [pinned] : []), ...items].map(({ text }) => text);
};
const post = (who: Person, more: object) =>
  who.try('POST /api/v1/posts', { clientId: randomUUID(), text: 'For us', ...more });

test('[FEED-01] only people in a hub see its posts in lists, addresses, comments, pins and notifications', async () => {
  const hub = await world.admin.call('POST /api/v1/school/hubs', {
    name: 'Law',
    description: '',
    icon: null,
    isForEveryone: false,
    accountTypes: [],
    majors: [],
  });
  const belong = (who: Person, does: boolean) =>
    world.admin.call(
      does
        ? 'PUT /api/v1/school/hubs/{id}/members/{uid}'
        : 'DELETE /api/v1/school/hubs/{id}/members/{uid}',
      { id: hub.id, uid: who.uid },
    );
  for (const who of [world.ana, world.ben]) await belong(who, true);
  const sent = await world.ana.call('POST /api/v1/posts', {
    clientId: randomUUID(),
    text: 'Moot court on Friday',
    hub: hub.id,
  });
  expect(sent.hub).toEqual({ id: hub.id, name: 'Law' });
  await world.app.jobs.settle();
  expect(await feed(world.ben)).toContain('Moot court on Friday');
  for (const other of [world.cy, world.eve]) {
    expect(await feed(other)).not.toContain('Moot court on Friday');
    expect((await other.try('GET /api/v1/posts/{id}', { id: sent.id })).status).toBe(404);
    const comments = await other.try('GET /api/v1/posts/{id}/comments', { id: sent.id });
    expect(comments.status).toBe(404);
    expect((await other.try('PUT /api/v1/posts/{id}/like', { id: sent.id })).status).toBe(404);
  }
  const items = await world.sql<{ user_id: number }>(
    `select user_id from notifications where key = 'general.schoolFeedPosts' and user_id = any($1)`,
    [[world.ben.id, world.cy.id]],
  );
  expect(items.map(({ user_id }) => user_id)).toEqual([world.ben.id]);

  // Only they see it as pinned. The school's moderators also see it, and people who leave the hub don't.
  await world.admin.call('PUT /api/v1/posts/{id}/pin', { id: sent.id });
  expect(await feed(world.cy)).not.toContain('Moot court on Friday');
  expect(await feed(world.ben)).toContain('Moot court on Friday');
  await belong(world.ben, false);
  expect(await feed(world.ben)).not.toContain('Moot court on Friday');
  expect((await world.admin.try('GET /api/v1/posts/{id}', { id: sent.id })).status).toBe(200);

  // Only people in a hub can post there, and a post has one audience.
  expect((await post(world.cy, { hub: hub.id })).status).toBe(404);
  expect((await post(world.eve, { hub: hub.id })).status).toBe(404);
  const { id: club } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Moot',
    membership: 'open',
    president: world.ana.uid,
  });
  expect(codeOf(await post(world.ana, { hub: hub.id, club }))).toEqual([422, 'post_place']);
  expect(codeOf(await post(world.ana, { hub: hub.id, kind: 'topic', title: 'x' }))).toEqual([
    422,
    'post_place',
  ]);
});
