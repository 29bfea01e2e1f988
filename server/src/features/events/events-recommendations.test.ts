import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { reasonsOf, scoreOf, type EventSignals } from './recommendations/recommendations.rules.ts';

const world = inWorld();

const make = (title: string, more: Record<string, unknown> = {}) => {
  const at = (hours: number) =>
    new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString();
  return world.admin.call('POST /api/v1/events', {
    clientId: newClientId(),
    title,
    dateStart: at(30),
    dateEnd: at(32),
    timeZone: 'UTC',
    ...more,
  });
};
const recommended = async (who: Person) =>
  (await who.call('GET /api/v1/recommendations/events', { size: 20 })).results;

test('[EVENT-02] events are recommended for reasons that are there: clubs, interests, connections who show that they go', async () => {
  const { ana, ben, admin } = world;
  const dora = await world.join({ username: 'dora', interests: ['Robotics'] });
  for (const [one, two] of [[ana, dora] as const, [ben, dora] as const]) {
    await one.call('GET /mobile_ws/v18/user_connect', { student_uid: two.uid, type: 'request' });
    await two.call('GET /mobile_ws/v18/user_connect', { student_uid: one.uid, type: 'accept' });
  }
  const club = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Chess',
    membership: 'open',
  });
  await dora.call('PUT /api/v1/clubs/{id}/membership', { id: club.id });
  await make('Plain');
  const talk = await make('Robotics evening');
  const blitz = await make('Blitz', { club: club.id, tags: ['games'] });
  const party = await make('Party', { tags: ['games'] });
  await ana.call('PUT /api/v1/events/{id}/registration', { id: party.id });
  // Whoever hides that they go is no reason.
  await ben.call('PUT /api/v1/events/{id}/registration', { id: party.id, isHidden: true });
  const results = await recommended(dora);
  expect(
    Object.fromEntries(results.map((one) => [one.title, one.reasons.map(({ kind }) => kind)])),
  ).toEqual({ Party: ['connections'], Blitz: ['clubs'], 'Robotics evening': ['interests'] });
  const reason = results.find(({ eventId }) => eventId === party.id)?.reasons[0];
  expect(reason).toMatchObject({ count: 1, people: [{ uid: ana.uid }] });
  expect(Object.keys(results[0] ?? {})).toEqual(
    expect.arrayContaining(['startDate', 'endDate', 'updatedOn', 'reasons']),
  );
  // Somebody who is blocked is no reason either.
  await dora.call('PUT /api/v1/blocks/{uid}', { uid: ana.uid });
  expect((await recommended(dora)).map(({ title }) => title)).not.toContain('Party');
  await dora.call('DELETE /api/v1/recommendations/events/{eventId}', { eventId: blitz.id });
  expect((await recommended(dora)).map(({ eventId }) => eventId)).toEqual([talk.id]);
  await dora.call('PUT /api/v1/recommendations/events', { isOn: false });
  expect(await dora.call('GET /api/v1/recommendations/events', {})).toMatchObject({
    isOn: false,
    results: [],
  });
  expect(await recommended(world.eve)).toEqual([]);
});

test('without one of its reasons an event scores lower', () => {
  const none: EventSignals = { clubs: [], interests: [], known: 0, attended: [], disliked: 0 };
  const names = [[], ['a'], ['a', 'b'], ['a', 'b', 'c']];
  for (const clubs of names)
    for (const interests of names)
      for (const attended of names)
        for (const known of [0, 1, 7])
          for (const disliked of [0, 2]) {
            const all = { clubs, interests, known, attended, disliked };
            for (const kind of reasonsOf(all)) {
              const field = kind === 'connections' ? 'known' : kind;
              expect(scoreOf({ ...all, [field]: none[field] })).toBeLessThan(scoreOf(all));
            }
          }
});
