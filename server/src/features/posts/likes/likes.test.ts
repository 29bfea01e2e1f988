import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { codeOf } from '../../../../test/chat-world.ts';
import { inWorld, type Person } from '../../../../test/world.ts';

const world = inWorld();

const like = (who: Person, id: string) => who.try('PUT /api/v1/posts/{id}/like', { id });
const likedItems = async (who: Person) =>
  (await who.call('GET /api/v1/notifications', { count: 50 })).items.filter(
    ({ kind }) => kind === 'post_liked',
  );

test('[FEED-01] rejects simultaneous likes without permission, counts the others, and notifies the author', async () => {
  const { id: club } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Chess',
    membership: 'open',
    president: world.ben.uid,
  });
  const fans = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      world.join({ username: `fan${n}`, first_name: 'Fan', last_name: String(n) }),
    ),
  );
  await Promise.all(
    fans.slice(0, 4).map((who) => who.call('PUT /api/v1/clubs/{id}/membership', { id: club })),
  );
  const say = (more: object) =>
    world.ben.call('POST /api/v1/posts', { clientId: randomUUID(), text: 'Hello', ...more });
  const [open, closed] = await Promise.all([say({}), say({ club })]);
  const blocked = fans.at(-1) ?? world.eve;
  await world.ben.call('PUT /api/v1/blocks/{uid}', { uid: blocked.uid });

  const answers = await Promise.all([
    ...fans.map((who) => like(who, open.id)),
    ...fans.map((who) => like(who, closed.id)),
    like(world.eve, open.id),
    like(world.ana, '999'),
  ]);
  const codes = answers.map((answer) => (answer.status === 200 ? 200 : codeOf(answer).join(' ')));
  expect(codes).toEqual([
    ...fans.map((who) => (who === blocked ? '404 not_found' : 200)),
    ...fans.map((who, n) =>
      who === blocked ? '404 not_found' : n < 4 ? 200 : '403 posts_members_only',
    ),
    '404 not_found',
    '404 not_found',
  ]);
  expect(answers[0]?.body).toMatchObject({ liked: true });
  const read = (id: string) => world.ben.call('GET /api/v1/posts/{id}', { id });
  expect([(await read(open.id)).likes, (await read(closed.id)).likes]).toEqual([11, 4]);

  await world.app.jobs.settle();
  const items = await likedItems(world.ben);
  expect(items.map(({ peopleCount }) => peopleCount).toSorted((a, b) => a - b)).toEqual([4, 11]);

  // A second like by the same person changes nothing and emits no second event.
  const reported = async () =>
    (await world.sql(`select from outbox where kind = 'post_liked'`)).length;
  const before = await reported();
  await Promise.all(fans.slice(0, 4).map((who) => like(who, open.id)));
  expect(await reported()).toBe(before);
  expect((await read(open.id)).likes).toBe(11);

  // People add and remove likes at the same time. The last call of each person counts.
  await Promise.all(
    fans
      .slice(0, 6)
      .map((who) => who.call('DELETE /api/v1/posts/{id}/like', { id: open.id }))
      .concat(
        fans.slice(6, 11).map((who) => who.call('PUT /api/v1/posts/{id}/like', { id: open.id })),
      ),
  );
  expect((await read(open.id)).likes).toBe(5);
});
