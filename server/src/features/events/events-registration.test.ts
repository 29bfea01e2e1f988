import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

let club = '';
beforeAll(async () => {
  const made = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Chess',
    membership: 'open',
    president: world.ben.uid,
  });
  club = made.id;
});

/** An event that begins so many hours from now. */
const timesFrom = (hours: number, length = 2) => {
  const start = Math.floor(world.clock.now().getTime() / 60_000) * 60_000 + hours * 3_600_000;
  return {
    dateStart: new Date(start).toISOString(),
    dateEnd: new Date(start + length * 3_600_000).toISOString(),
    timeZone: 'Europe/Berlin',
  };
};
const make = (more: Record<string, unknown> = {}) =>
  world.admin.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Opening night',
    ...timesFrom(48),
    ...more,
  });
const register = (who: Person, id: string, more: Record<string, unknown> = {}) =>
  who.call('PUT /api/v1/events/{id}/registration', { id, ...more });
const cancel = (who: Person, id: string) =>
  who.call('DELETE /api/v1/events/{id}/registration', { id });

test('[EVENT-01] ana registers, the same again changes nothing, and canceling gives the place to ben who waits', async () => {
  const { id } = await make({ capacity: 1 });
  expect(await register(world.ana, id)).toMatchObject({ status: 'registered', taken: 1 });
  expect(await register(world.ana, id)).toMatchObject({ status: 'registered', taken: 1 });
  expect(await register(world.ben, id)).toMatchObject({ status: 'waiting', position: 1 });
  expect(await register(world.cy, id)).toMatchObject({ status: 'waiting', position: 2 });
  expect(await cancel(world.ana, id)).toMatchObject({ status: 'none', taken: 1, waiting: 1 });
  expect(await cancel(world.ana, id)).toMatchObject({ status: 'none', taken: 1, waiting: 1 });
  const page = await world.ben.call('GET /api/v1/events/{id}', { id });
  expect(page.mine).toMatchObject({ status: 'registered', position: null });
  expect((await world.cy.call('GET /api/v1/events/{id}', { id })).mine).toMatchObject({
    status: 'waiting',
    position: 1,
  });
  expect((await world.eve.try('GET /api/v1/events/{id}', { id })).status).toBe(404);
  expect((await world.eve.try('PUT /api/v1/events/{id}/registration', { id })).status).toBe(404);
});
