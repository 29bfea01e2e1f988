import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { codeOf } from '../../../test/chat-world.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

test('[FEED-01] a feed contains the event cards that each reader can see, without additional statements', async () => {
  const { id: club } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Choir',
    membership: 'open',
    president: world.ben.uid,
  });
  const cem = await world.join({ username: 'cem', first_name: 'Cem' });
  for (const who of [world.ana, cem])
    await who.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  const inHours = (hours: number) =>
    new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString();
  const make = async (title: string, more: object) => {
    const { id } = await world.ben.call('POST /api/v1/events', {
      clientId: newClientId(),
      title,
      dateStart: inHours(30),
      dateEnd: inHours(32),
      timeZone: 'Europe/Berlin',
      club,
      location: 'Hall 1',
      registration: 'event',
      capacity: 2,
      ...more,
    });
    const { version } = await world.ben.call('GET /api/v1/events/{id}/settings', { id });
    await world.ben.call('POST /api/v1/events/{id}/publish', { id, version });
    return id;
  };
  const say = (event?: string) => {
    world.clock.advance(1);
    return world.ben.call('POST /api/v1/posts', {
      clientId: randomUUID(),
      club,
      text: 'See',
      event,
    });
  };
  const feedOf = async (who: Person) =>
    (await who.call('GET /api/v1/feed', { scope: 'club', club })).items.map(({ event }) => event);
  const statements = async () => {
    await world.app.jobs.settle();
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await feedOf(world.ana);
    const { length } = query.mock.calls;
    query.mockRestore();
    return length;
  };
  await say();
  const without = await statements();

  const open = await make('For all', { audience: 'school' });
  const invited = await make('By invitation', { audience: 'invited', invited: [world.ana.uid] });
  for (const event of [open, invited]) await say(event);
  const whole = {
    id: open,
    title: 'For all',
    location: 'Hall 1',
    status: 'published',
    mine: null,
    registration: { state: 'open', capacity: 2, taken: 0 },
    can: { register: true },
  };
  expect(await feedOf(world.ana)).toMatchObject([{ title: 'By invitation' }, whole, null]);
  expect(await feedOf(cem)).toMatchObject([null, whole, null]);
  expect(await statements()).toBe(without);

  // The card depends on the reader's registration.
  await cem.call('PUT /api/v1/events/{id}/registration', { id: open });
  expect((await feedOf(cem))[1]).toMatchObject({ mine: { status: 'registered' } });
  expect((await feedOf(world.ana))[1]).toMatchObject({ mine: null, registration: { taken: 1 } });
  await world.ben.call('POST /api/v1/events/{id}/cancellation', { id: open });
  expect((await feedOf(cem))[1]).toMatchObject({ status: 'canceled', can: { register: false } });
  expect(codeOf(await world.eve.try('GET /api/v1/feed', { scope: 'club', club }))).toEqual([
    404,
    'not_found',
  ]);
});
