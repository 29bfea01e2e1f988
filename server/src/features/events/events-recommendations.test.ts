import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { eventReasons, type EventReasonKind } from '#contract/events/limits.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import {
  isRecommended,
  reasonsOf,
  scoreOf,
  type EventSignals,
} from './recommendations/recommendations.rules.ts';

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
const inDays = (days: number) => {
  const at = world.clock.now().getTime() + days * 86_400_000;
  return {
    dateStart: new Date(at).toISOString(),
    dateEnd: new Date(at + 3_600_000).toISOString(),
  };
};
const recommended = async (who: Person) =>
  (await who.call('GET /api/v1/recommendations/events', { size: 20 })).results;

test('[EVENT-02] recommends events for a person’s clubs, interests and connections with visible attendance', async () => {
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
  // A person who hides their attendance is no reason.
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
  // Neither is a blocked person.
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

test('[EVENT-02] recommends open events, excludes full and closed ones, and counts only past events as attended', async () => {
  const fan = await world.join({ username: 'fan', interests: ['Astronomy'] });
  const open = await make('Astronomy picnic', { registration: 'none' });
  const full = await make('Astronomy dinner', { capacity: 1, waitlist: 'off' });
  const waits = await make('Astronomy lecture', { capacity: 1 });
  for (const { id } of [full, waits])
    await world.ana.call('PUT /api/v1/events/{id}/registration', { id });
  const soon = new Date(world.clock.now().getTime() + 60_000).toISOString();
  const closing = await make('Astronomy night', { closesAt: soon });
  const ids = async () => (await recommended(fan)).map(({ eventId }) => eventId).toSorted();
  expect(await ids()).toEqual([open.id, waits.id, closing.id].toSorted());
  world.clock.advance(120_000);
  expect(await ids()).toEqual([open.id, waits.id].toSorted());
  world.clock.advance(-120_000);
  // A later date of a started series doesn't show a person's taste.
  const series = await make('Crafts', {
    tags: ['crafts'],
    rrule: 'FREQ=WEEKLY;COUNT=4',
    ...inDays(-8),
  });
  await make('Crafts market', { tags: ['crafts'], ...inDays(40) });
  const page = await world.admin.call('GET /api/v1/events/{id}', { id: series.id });
  await fan.call('PUT /api/v1/events/{id}/registration', {
    id: series.id,
    occurrence: page.occurrences[0]?.occurrence,
  });
  const titles = async () => (await recommended(fan)).map(({ title }) => title);
  expect(await titles()).not.toContain('Crafts market');
  await world.sql('update event_registrations set original = $1 where user_id = $2', [
    page.pastOccurrences[0]?.occurrence,
    fan.id,
  ]);
  expect(await titles()).toContain('Crafts market');
});

const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 6 });
const signals: fc.Arbitrary<EventSignals> = fc.record({
  clubs: names,
  interests: names,
  known: fc.nat({ max: 400 }),
  attended: names,
  isFree: fc.boolean(),
  disliked: fc.nat({ max: 50 }),
});
const without: Readonly<Record<EventReasonKind, Partial<EventSignals>>> = {
  clubs: { clubs: [] },
  interests: { interests: [] },
  connections: { known: 0 },
  attended: { attended: [] },
  free: { isFree: false },
};

test('[EVENT-02] an event scores lower without one of its reasons, and a dislike always lowers the score', () => {
  fc.assert(
    fc.property(signals, (all) => {
      for (const kind of reasonsOf(all))
        expect(scoreOf({ ...all, ...without[kind] })).toBeLessThan(scoreOf(all));
      // Omitting unused reasons changes nothing.
      for (const kind of eventReasons.filter((one) => !reasonsOf(all).includes(one)))
        expect(scoreOf({ ...all, ...without[kind] })).toBe(scoreOf(all));
      expect(scoreOf({ ...all, disliked: all.disliked + 1 })).toBeLessThan(scoreOf(all));
    }),
  );
  expect(
    isRecommended({
      clubs: [],
      interests: [],
      known: 0,
      attended: [],
      isFree: true,
      disliked: 0,
    }),
  ).toBe(false);
});
