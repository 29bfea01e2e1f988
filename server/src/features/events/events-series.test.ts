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

test('simultaneous cancellations of several dates all take effect', async () => {
  const { id } = await make({ rrule: 'FREQ=WEEKLY;COUNT=12' });
  const all = await leftOf(id);
  const off = all.slice(2, 8);
  const answers = await Promise.all(off.map((one) => callOff(id, one)));
  expect(answers.map(({ status }) => status)).toEqual(off.map(() => 200));
  expect(await leftOf(id)).toEqual(all.filter((one) => !off.includes(one)));
});

test('a series can be rescheduled onto a date that was canceled before, and keeps its registrations', async () => {
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
test('splitting an event keeps questions, ticket types and quotas for the following dates', async () => {
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
  // The only spot of the ticket type isn't given twice.
  const second = await register(world.ben, divided.id, moved, {
    ticketKind: ofStage?.id,
    answers: { q1: 'Bass' },
  });
  expect(second.status).toBe('waiting');
});

test('the waitlist of a past event is never promoted', async () => {
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

const clocks = ['2027-10-19T18:00:00', '2027-10-26T18:00:00', '2027-11-02T18:00:00'] as const;
const settingsOf = (id: string, occurrence?: string) =>
  world.admin.call('GET /api/v1/events/{id}/settings', {
    id,
    ...(occurrence !== undefined && { occurrence }),
  });
const statusAt = async (who: Person, id: string, occurrence: string) =>
  (await who.call('GET /api/v1/events/{id}', { id, occurrence })).mine?.status ?? null;

test('[EVENT-01] rescheduling a series across a clock change keeps exceptions, and registrations stay on their dates', async () => {
  const { id } = await make({
    dateStart: '2027-10-12T16:00:00Z',
    dateEnd: '2027-10-12T17:00:00Z',
    rrule: 'FREQ=WEEKLY;COUNT=6;BYDAY=TU',
  });
  expect((await callOff(id, clocks[0])).status).toBe(200);
  const one = await settingsOf(id, clocks[1]);
  expect(one).toMatchObject({ occurrence: clocks[1], dateStart: '2027-10-26T16:00:00Z' });
  const moved = await world.admin.call('PATCH /api/v1/events/{id}', {
    id,
    version: one.version,
    scope: 'this',
    occurrence: clocks[1],
    dateStart: '2027-10-28T16:00:00Z',
    dateEnd: '2027-10-28T17:00:00Z',
  });
  expect(moved).toMatchObject({ occurrence: clocks[1], dateStart: '2027-10-28T16:00:00Z' });
  await register(world.ana, id, clocks[1]);
  await register(world.ben, id, clocks[2]);
  // A form that sends all its fields, including the unchanged rule.
  const all = await settingsOf(id, clocks[2]);
  const saved = await world.admin.call('PATCH /api/v1/events/{id}', {
    id,
    version: all.version,
    scope: 'all',
    occurrence: all.occurrence,
    dateStart: '2027-11-02T18:30:00Z',
    dateEnd: '2027-11-02T19:30:00Z',
    timeZone: all.timeZone,
    isAllDay: false,
    rrule: all.rrule,
  });
  expect(saved).toMatchObject({
    occurrence: '2027-11-02T19:30:00',
    dateStart: '2027-11-02T18:30:00Z',
  });
  const page = await world.ana.call('GET /api/v1/events/{id}', { id });
  expect(page.occurrences.map(({ dateStart }) => dateStart.slice(0, 16))).toEqual([
    '2027-10-12T17:30',
    '2027-10-28T16:00',
    '2027-11-02T18:30',
    '2027-11-09T18:30',
    '2027-11-16T18:30',
  ]);
  expect(await statusAt(world.ana, id, '2027-10-26T19:30:00')).toBe('registered');
  expect(await statusAt(world.ben, id, '2027-11-02T19:30:00')).toBe('registered');
  // From one date on: earlier dates stay, and a count of six isn't six more.
  const rest = await settingsOf(id, '2027-11-02T19:30:00');
  const divided = await world.admin.call('PATCH /api/v1/events/{id}', {
    id,
    version: rest.version,
    scope: 'following',
    occurrence: rest.occurrence,
    dateStart: '2027-11-03T18:30:00Z',
    dateEnd: '2027-11-03T19:30:00Z',
    rrule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=6',
  });
  expect(divided.id).not.toBe(id);
  expect(divided.occurrence).toBe('2027-11-03T19:30:00');
  expect(await leftOf(divided.id)).toEqual([
    '2027-11-03T19:30:00',
    '2027-11-10T19:30:00',
    '2027-11-17T19:30:00',
  ]);
  expect(await leftOf(id)).toEqual(['2027-10-12T19:30:00', '2027-10-26T19:30:00']);
  expect(await statusAt(world.ben, divided.id, '2027-11-03T19:30:00')).toBe('registered');
});

test('[EVENT-01] editing this and following dates leaves earlier dates unchanged', async () => {
  const { id } = await make();
  const { version, occurrence } = await settingsOf(id, times[1]);
  const made = await world.admin.call('PATCH /api/v1/events/{id}', {
    id,
    version,
    scope: 'following',
    occurrence,
    title: 'Dress rehearsal',
  });
  expect(made).toMatchObject({ title: 'Dress rehearsal', occurrence: times[1] });
  expect((await world.ana.call('GET /api/v1/events/{id}', { id })).title).toBe('Rehearsal');
  expect(await leftOf(id)).toEqual([times[0]]);
});

test('[EVENT-01] an event on several dates keeps the others when one changes, with their registrations', async () => {
  const { id } = await make({
    rrule: null,
    registration: 'occurrence',
    dates: [
      { dateStart: '2027-11-10T17:00:00Z', dateEnd: '2027-11-10T18:00:00Z' },
      { dateStart: '2027-11-20T17:00:00Z', dateEnd: '2027-11-20T18:00:00Z' },
    ],
  });
  const startsOf = async () =>
    (await settingsOf(id)).dates?.map(({ dateStart }) => dateStart.slice(5, 16));
  const first = await settingsOf(id);
  const last = first.dates?.[2]?.occurrence ?? '';
  await register(world.ana, id, last);
  await world.admin.call('PATCH /api/v1/events/{id}', {
    id,
    version: first.version,
    scope: 'all',
    occurrence: first.occurrence,
    dateStart: '2027-11-01T18:00:00Z',
    dateEnd: '2027-11-01T19:00:00Z',
    rrule: null,
  });
  expect(await startsOf()).toEqual(['11-01T18:00', '11-10T18:00', '11-20T18:00']);
  expect(await statusAt(world.ana, id, last)).toBe('registered');
  // The middle date is removed, the first one moved, and another one added.
  const { version, dates } = await settingsOf(id);
  const changed = await world.admin.call('PATCH /api/v1/events/{id}', {
    id,
    version,
    dates: [
      {
        occurrence: dates?.[0]?.occurrence,
        dateStart: '2027-11-02T18:00:00Z',
        dateEnd: '2027-11-02T19:00:00Z',
      },
      { occurrence: last, dateStart: '2027-11-20T18:00:00Z', dateEnd: '2027-11-20T19:00:00Z' },
      { dateStart: '2027-11-30T18:00:00Z', dateEnd: '2027-11-30T19:00:00Z' },
    ],
  });
  expect(changed.rrule).toBeNull();
  expect(await startsOf()).toEqual(['11-02T18:00', '11-20T18:00', '11-30T18:00']);
  expect(await statusAt(world.ana, id, last)).toBe('registered');
  // A copy keeps the distances between its dates.
  const copy = await world.admin.call('POST /api/v1/events/{id}/duplicate', {
    id,
    clientId: newClientId(),
    dateStart: '2027-12-02T18:00:00Z',
  });
  expect(copy.dates?.map(({ dateStart }) => dateStart.slice(5, 16))).toEqual([
    '12-02T18:00',
    '12-20T18:00',
    '12-30T18:00',
  ]);
});

test('[EVENT-01] “my events” shows the registered date of a series, and only its managers see past dates', async () => {
  const { ana, ben, admin } = world;
  const { id } = await make();
  await register(ana, id, times[1]);
  const mine = async (who: Person, kinds: readonly string[]) =>
    (
      await who.call('GET /api/v1/events', { filters: JSON.stringify({ Mine: kinds }) })
    ).items.flatMap((one) => (one.id === id ? [[one.occurrence, one.mine?.status]] : []));
  expect(await mine(ana, ['registered', 'waiting'])).toEqual([[times[1], 'registered']]);
  expect(await mine(ana, ['waiting'])).toEqual([]);
  expect(await mine(ben, ['registered', 'hosting'])).toEqual([]);

  const at = (days: number) =>
    new Date(world.clock.now().getTime() + days * 86_400_000).toISOString();
  const begun = await make({ dateStart: at(-10), dateEnd: at(-9.9), timeZone: 'UTC' });
  const page = await admin.call('GET /api/v1/events/{id}', { id: begun.id });
  const days = (dates: readonly { dateStart: string }[]) =>
    dates.map(({ dateStart }) =>
      Math.round((Date.parse(dateStart) - world.clock.now().getTime()) / 86_400_000),
    );
  expect(days(page.pastOccurrences)).toEqual([-3, -10]);
  expect(days(page.occurrences)).toEqual([4, 11]);
  const asked = { id: begun.id, occurrence: page.pastOccurrences[1]?.occurrence };
  expect(days([await admin.call('GET /api/v1/events/{id}', asked)])).toEqual([-10]);
  const shown = await ana.call('GET /api/v1/events/{id}', { id: begun.id });
  expect(shown.pastOccurrences).toEqual([]);
});
