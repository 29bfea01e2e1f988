import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

const make = (more: Record<string, unknown> = {}) =>
  world.admin.call('POST /api/v1/events', {
    clientId: newClientId(),
    title: 'Rehearsal',
    dateStart: '2027-11-01T17:00:00Z',
    dateEnd: '2027-11-01T18:00:00Z',
    timeZone: 'Europe/Berlin',
    rrule: 'FREQ=WEEKLY;COUNT=4',
    ...more,
  });
const times = ['2027-11-01T18:00:00', '2027-11-08T18:00:00', '2027-11-15T18:00:00'] as const;
const register = (who: Person, id: string, occurrence: string, more = {}) =>
  who.call('PUT /api/v1/events/{id}/registration', { id, occurrence, ...more });
const callOff = (id: string, occurrence: string) =>
  world.admin.try('POST /api/v1/events/{id}/cancellation', { id, occurrence, scope: 'this' });
const leftOf = async (id: string) =>
  (await world.ana.call('GET /api/v1/events/{id}', { id })).occurrences.map(
    (one) => one.occurrence,
  );

test('two of its times that are called off at once are both gone', async () => {
  const { id } = await make({ rrule: 'FREQ=WEEKLY;COUNT=12' });
  const all = await leftOf(id);
  const off = all.slice(2, 8);
  const answers = await Promise.all(off.map((one) => callOff(id, one)));
  expect(answers.map(({ status }) => status)).toEqual(off.map(() => 200));
  expect(await leftOf(id)).toEqual(all.filter((one) => !off.includes(one)));
});

test('a series moves to where one of its times was called off before, with those who registered', async () => {
  const { id } = await make();
  await register(world.ana, id, times[0]);
  await register(world.ana, id, times[1]);
  await register(world.ben, id, times[1]);
  expect((await callOff(id, times[1])).status).toBe(200);
  const { version } = await world.admin.call('GET /api/v1/events/{id}/settings', { id });
  await world.admin.call('PATCH /api/v1/events/{id}', {
    id,
    version,
    scope: 'all',
    occurrence: times[0],
    dateStart: '2027-11-08T17:00:00Z',
    dateEnd: '2027-11-08T18:00:00Z',
  });
  const first = await world.ana.call('GET /api/v1/events/{id}', { id, occurrence: times[1] });
  expect(first.mine).toMatchObject({ status: 'registered', occurrence: times[1] });
  expect(first.registration.taken).toBe(1);
});

const voice = {
  id: 'q1',
  kind: 'short',
  title: 'Voice?',
  help: '',
  isRequired: false,
  startsPage: false,
  conditions: [],
};
test('an event that is divided keeps questions, kinds of tickets and their quotas for what follows', async () => {
  const { id, version } = await make({
    ticketKinds: [{ name: 'Stage', quota: 1 }, { name: 'Hall' }],
    questions: { questions: [voice] },
  });
  const kindsOf = async (event: string) =>
    (await world.admin.call('GET /api/v1/events/{id}', { id: event })).ticketKinds;
  const [stage] = await kindsOf(id);
  await register(world.ana, id, times[2], { ticketKind: stage?.id, answers: { q1: 'Alto' } });
  const divided = await world.admin.call('PATCH /api/v1/events/{id}', {
    id,
    version,
    scope: 'following',
    occurrence: times[1],
    dateStart: '2027-11-08T19:00:00Z',
    dateEnd: '2027-11-08T20:00:00Z',
  });
  expect(divided.questions.questions).toHaveLength(1);
  const [ofStage] = await kindsOf(divided.id);
  const moved = '2027-11-15T20:00:00';
  const mine = await world.ana.call('GET /api/v1/events/{id}', {
    id: divided.id,
    occurrence: moved,
  });
  expect(mine.mine).toMatchObject({ status: 'registered', ticketKind: { id: ofStage?.id } });
  expect(mine.ticketKinds[0]).toMatchObject({ taken: 1, isAvailable: false });
  // The one place of the kind is not given twice.
  const second = await register(world.ben, divided.id, moved, {
    ticketKind: ofStage?.id,
    answers: { q1: 'Bass' },
  });
  expect(second.status).toBe('waiting');
});

test('whoever waits is given no place of a time that is over', async () => {
  const { id } = await make({
    rrule: null,
    dateStart: new Date(world.clock.now().getTime() + 3_600_000).toISOString(),
    dateEnd: new Date(world.clock.now().getTime() + 7_200_000).toISOString(),
    capacity: 1,
  });
  for (const who of [world.ana, world.ben])
    await who.call('PUT /api/v1/events/{id}/registration', { id });
  await world.sql(
    `update events set ends_at = $2::timestamptz - interval '1 minute', starts_at = $2::timestamptz - interval '1 hour' where id = $1`,
    [id, world.clock.now().toISOString()],
  );
  await world.admin.call('POST /api/v1/events/{id}/attendees', {
    id,
    uids: [world.ana.uid],
    act: 'cancel',
  });
  expect(
    await world.sql('select status from event_registrations where event_id = $1 and user_id = $2', [
      id,
      world.ben.id,
    ]),
  ).toEqual([{ status: 'waiting' }]);
});
