import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

let club = '';
beforeAll(async () => {
  const made = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Film',
    membership: 'open',
    president: world.ben.uid,
  });
  club = made.id;
});

const make = (title: string, more: Record<string, unknown> = {}) =>
  world.admin.call('POST /api/v1/events', {
    clientId: newClientId(),
    title,
    dateStart: '2027-11-02T17:00:00Z',
    dateEnd: '2027-11-02T18:00:00Z',
    timeZone: 'Europe/Berlin',
    club,
    ...more,
  });
const weekly = { rrule: 'FREQ=WEEKLY;COUNT=3' };
const [first, second] = ['2027-11-02T18:00:00', '2027-11-09T18:00:00'] as const;
const register = (who: Person, id: string, more: Record<string, unknown> = {}) =>
  who.call('PUT /api/v1/events/{id}/registration', { id, ...more });
const newsOf = async (who: Person, title: string) => {
  await world.app.jobs.settle();
  const { items } = await who.call('GET /api/v1/notifications', { count: 100 });
  return items.filter(({ about }) => about?.title === title);
};

test('[EVENT-01] the reason for canceling an event or one date is on its page and in the notification', async () => {
  const { admin, ana, cy } = world;
  const { id } = await make('Noir', weekly);
  await register(ana, id, { occurrence: second });
  await admin.call('POST /api/v1/events/{id}/cancellation', {
    id,
    occurrence: second,
    scope: 'this',
    reason: 'The projector broke.',
  });
  const [notice] = await newsOf(ana, 'Noir');
  expect(notice).toMatchObject({
    kind: 'event_date_called_off',
    about: {
      note: 'The projector broke.',
      path: `/events/${id}?occurrence=${encodeURIComponent(second)}`,
    },
  });
  const off = await ana.call('GET /api/v1/events/{id}', { id, occurrence: second });
  expect(off).toMatchObject({
    status: 'canceled',
    isDateCanceled: true,
    cancelReason: 'The projector broke.',
    dateStart: '2027-11-09T17:00:00Z',
    can: { register: false, edit: false },
  });
  expect(off.occurrences).toHaveLength(2);
  const again = await cy.try('PUT /api/v1/events/{id}/registration', { id, occurrence: second });
  expect(again.body).toMatchObject({ code: 'event_canceled' });
  // The reason stays with the date when all dates move and its ID changes.
  const { version, occurrence } = await admin.call('GET /api/v1/events/{id}/settings', { id });
  await admin.call('PATCH /api/v1/events/{id}', {
    id,
    version,
    occurrence,
    scope: 'all',
    dateStart: '2027-11-02T18:00:00Z',
    dateEnd: '2027-11-02T19:00:00Z',
  });
  const later = '2027-11-09T19:00:00';
  expect(await ana.call('GET /api/v1/events/{id}', { id, occurrence: later })).toMatchObject({
    isDateCanceled: true,
    dateStart: '2027-11-09T18:00:00Z',
  });
  await register(ana, id, { occurrence: '2027-11-02T19:00:00' });
  await admin.call('POST /api/v1/events/{id}/cancellation', { id, reason: 'No hall.' });
  expect(await ana.call('GET /api/v1/events/{id}', { id })).toMatchObject({
    status: 'canceled',
    isDateCanceled: false,
    cancelReason: 'No hall.',
  });
  expect((await newsOf(ana, 'Noir')).map(({ about }) => about?.note)).toContain('No hall.');
});

test('[EVENT-01] people registered for all dates are notified when one is canceled, and stay registered', async () => {
  const { admin, cy } = world;
  const { id } = await make('Westerns', { ...weekly, registration: 'event' });
  await register(cy, id);
  await admin.call('POST /api/v1/events/{id}/cancellation', {
    id,
    occurrence: first,
    scope: 'this',
    reason: 'Holiday',
  });
  expect(await newsOf(cy, 'Westerns')).toMatchObject([
    { kind: 'event_date_called_off', about: { note: 'Holiday' } },
  ]);
  expect((await cy.call('GET /api/v1/events/{id}', { id })).mine?.status).toBe('registered');
});

test('[EVENT-01] people see the reason when hosts decline or remove them', async () => {
  const { admin, ana, cy } = world;
  const { id } = await make('Premiere', { needsApproval: true });
  await register(ana, id);
  await register(cy, id);
  const act = (who: Person, name: 'accept' | 'cancel' | 'decline', reason = '') =>
    admin.call('POST /api/v1/events/{id}/attendees', { id, uids: [who.uid], act: name, reason });
  await act(cy, 'accept');
  await act(ana, 'decline', 'For crew only');
  await act(cy, 'cancel', 'You asked us to');
  expect((await ana.call('GET /api/v1/events/{id}', { id })).mine).toMatchObject({
    isDeclined: true,
    reason: 'For crew only',
  });
  expect((await cy.call('GET /api/v1/events/{id}', { id })).mine).toMatchObject({
    status: 'canceled',
    reason: 'You asked us to',
  });
  expect((await newsOf(ana, 'Premiere'))[0]?.about?.note).toBe('For crew only');
  // A new registration or cancellation by the person removes the hosts' reason.
  await register(cy, id);
  await cy.call('DELETE /api/v1/events/{id}/registration', { id });
  expect((await cy.call('GET /api/v1/events/{id}', { id })).mine?.reason).toBe('');
});

test('[EVENT-01, CAL-01, CAL-02] the calendar and the calendar file link to the specific date', async () => {
  const { ana } = world;
  const { id } = await make('Shorts', weekly);
  await register(ana, id, { occurrence: second });
  const url = `/events/${id}?occurrence=${encodeURIComponent(second)}`;
  const { items } = await ana.call('GET /api/v1/calendar', {
    from: '2027-11-01',
    to: '2027-11-30',
    timeZone: 'Europe/Berlin',
  });
  expect(items.find(({ title }) => title === 'Shorts')?.url).toBe(url);
  const { ics } = await ana.call('GET /api/v1/events/{id}/calendar-file', {
    id,
    occurrence: second,
  });
  expect(ics.replace(/\r\n /g, '')).toContain(url);
});

const minutes = (count: number) =>
  new Date(
    Math.floor(world.clock.now().getTime() / 60_000) * 60_000 + count * 60_000,
  ).toISOString();
test('[EVENT-01] an offered spot expires when registration closes, and the person is notified', async () => {
  const { ana, ben, cy } = world;
  const offers = { capacity: 1, waitlist: 'offer', offerHours: 24 };
  const { id } = await make('Matinee', {
    ...offers,
    dateStart: minutes(240),
    dateEnd: minutes(300),
    closesMinutes: 60,
  });
  await register(ana, id);
  await register(ben, id);
  await register(cy, id);
  await ana.call('DELETE /api/v1/events/{id}/registration', { id });
  const mineOf = async (who: Person) => (await who.call('GET /api/v1/events/{id}', { id })).mine;
  expect((await mineOf(ben))?.offeredUntil).toBe(minutes(180));
  world.clock.advance(181 * 60_000);
  await world.app.jobs.settle();
  // Tokens expire after ten minutes.
  world.clock.advance(-181 * 60_000);
  expect((await newsOf(ben, 'Matinee')).map(({ kind }) => kind)).toContain('event_offer_over');
  // No one can accept an offer any longer, so the next person gets the spot immediately.
  expect(await mineOf(cy)).toMatchObject({ status: 'registered' });
  expect((await mineOf(ben))?.status).toBe('canceled');
});

test('[EVENT-01, CAL-02] one date’s own title, location and note appear on its page and in lists, calendars and files', async () => {
  const { admin, ana } = world;
  const { id } = await make('Club night', {
    ...weekly,
    location: 'Hall',
    description: '<p>Bring &amp; share</p>',
    address: 'Main St 1',
  });
  await register(ana, id, { occurrence: second });
  const { version } = await admin.call('GET /api/v1/events/{id}/settings', {
    id,
    occurrence: second,
  });
  const change = (more: Record<string, unknown>, at = version) =>
    admin.try('PATCH /api/v1/events/{id}', {
      id,
      version: at,
      scope: 'this',
      occurrence: second,
      ...more,
    });
  expect((await change({ guestsMax: 3 })).body).toMatchObject({ code: 'event_scope' });
  const saved = await change({ title: 'Guest night', location: 'Room 4', note: 'Knock twice' });
  expect(saved.body).toMatchObject({
    title: 'Club night',
    own: { title: 'Guest night', location: 'Room 4', note: 'Knock twice' },
  });
  const page = (occurrence: string) => ana.call('GET /api/v1/events/{id}', { id, occurrence });
  expect(await page(second)).toMatchObject({
    title: 'Guest night',
    location: 'Room 4',
    note: 'Knock twice',
  });
  expect(await page(first)).toMatchObject({ title: 'Club night', location: 'Hall', note: '' });
  const tickets = await ana.call('GET /api/v1/event-tickets');
  expect(tickets.items.find(({ event }) => event === id)).toMatchObject({
    title: 'Guest night',
    location: 'Room 4',
  });
  expect((await newsOf(ana, 'Club night')).map(({ kind }) => kind)).toEqual(['event_moved']);
  const { items } = await ana.call('GET /api/v1/calendar', {
    from: '2027-11-01',
    to: '2027-11-30',
    timeZone: 'Europe/Berlin',
  });
  expect(items.find((one) => one.id === id)).toMatchObject({
    title: 'Guest night',
    location: 'Room 4',
  });
  const file = async (occurrence?: string) =>
    (
      await ana.call('GET /api/v1/events/{id}/calendar-file', {
        id,
        ...(occurrence !== undefined && { occurrence }),
      })
    ).ics.replace(/\r\n /g, '');
  expect(await file(second)).toContain('SUMMARY:Guest night');
  const whole = await file();
  expect(whole).toContain('DESCRIPTION:Bring & share');
  expect(whole).toContain('LOCATION:Hall\\, Main St 1');
  expect(whole).toContain('LOCATION:Room 4\\, Main St 1');

  // A canceled date stays in the calendar, the feed and the file as canceled.
  await admin.call('POST /api/v1/events/{id}/cancellation', {
    id,
    occurrence: second,
    scope: 'this',
  });
  // Hosts see it once, even if their own registration was canceled with the date.
  await admin.call('PATCH /api/v1/events/{id}', {
    id,
    version: (await admin.call('GET /api/v1/events/{id}/settings', { id })).version,
    hosts: [ana.uid],
  });
  const hosted = await ana.call('GET /api/v1/calendar', {
    from: '2027-11-01',
    to: '2027-11-30',
    timeZone: 'Europe/Berlin',
  });
  expect(hosted.items.filter((one) => one.id === id).map((one) => one.isCanceled)).toEqual([
    false,
    true,
    false,
  ]);
  await admin.call('PATCH /api/v1/events/{id}', {
    id,
    version: (await admin.call('GET /api/v1/events/{id}/settings', { id })).version,
    hosts: [],
  });
  const after = await ana.call('GET /api/v1/calendar', {
    from: '2027-11-01',
    to: '2027-11-30',
    timeZone: 'Europe/Berlin',
  });
  expect(after.items.filter((one) => one.id === id)).toMatchObject([{ isCanceled: true }]);
  const canceled = (await file())
    .split('BEGIN:VEVENT')
    .find((part) => part.includes('RECURRENCE-ID'));
  expect(canceled).toContain('STATUS:CANCELLED');
  expect(await file(second)).toContain('STATUS:CANCELLED');
  expect(await file()).not.toContain('EXDATE');
});

test('[EVENT-01] one date can omit the event’s link, and all dates can be canceled from a canceled one', async () => {
  const { admin, ana } = world;
  const { id } = await make('Stream', { ...weekly, onlineUrl: 'https://meet.example.edu/film' });
  const { version } = await admin.call('GET /api/v1/events/{id}/settings', {
    id,
    occurrence: second,
  });
  const saved = await admin.call('PATCH /api/v1/events/{id}', {
    id,
    version,
    scope: 'this',
    occurrence: second,
    onlineUrl: null,
  });
  expect(saved.own.onlineUrl).toBe('');
  const online = async (occurrence: string) =>
    (await ana.call('GET /api/v1/events/{id}', { id, occurrence })).online;
  expect(await online(second)).toBeNull();
  expect(await online(first)).not.toBeNull();
  const cancel = (scope: 'this' | 'all') =>
    admin.call('POST /api/v1/events/{id}/cancellation', { id, occurrence: second, scope });
  await cancel('this');
  await cancel('all');
  expect((await ana.call('GET /api/v1/events/{id}', { id })).status).toBe('canceled');
});

test('[EVENT-01] one date has its own capacity, never below its taken spots, and a raise admits the waitlist', async () => {
  const { admin, ana, ben, cy, eve } = world;
  const { id } = await make('Workshop', { ...weekly, capacity: 1 });
  const change = async (capacity: number | null, occurrence: string = second, who = admin) => {
    const { version } = await admin.call('GET /api/v1/events/{id}/settings', { id });
    const answer = await who.try('PATCH /api/v1/events/{id}', {
      id,
      version,
      scope: 'this',
      occurrence,
      capacity,
    });
    return [answer.status, (answer.body as { code?: string }).code];
  };
  for (const who of [ana, cy, ben]) await register(who, id, { occurrence: second });
  const placeOf = async (who: Person, occurrence: string = second) => {
    const { mine, registration } = await who.call('GET /api/v1/events/{id}', { id, occurrence });
    return [mine?.status, registration.capacity, registration.taken, registration.waiting];
  };
  expect(await placeOf(cy)).toEqual(['waiting', 1, 1, 2]);
  expect(await change(5, second, cy)).toEqual([404, 'not_found']);
  expect(await change(5, second, eve)).toEqual([404, 'not_found']);
  // Without any page view, the next person gets a spot and a notification. Other dates are unchanged.
  expect((await change(2))[0]).toBe(200);
  const statuses = await world.sql(
    `select r.status from event_registrations r where r.event_id = $1 order by r.number`,
    [id],
  );
  expect(statuses.map((row) => row['status'])).toEqual(['registered', 'registered', 'waiting']);
  expect((await newsOf(cy, 'Workshop')).map(({ kind }) => kind)).toContain('event_promoted');
  expect(await placeOf(cy)).toEqual(['registered', 2, 2, 1]);
  expect(await placeOf(cy, first)).toEqual([undefined, 1, 0, 0]);
  expect(await change(1)).toEqual([409, 'event_capacity_taken']);
  expect(await placeOf(ben)).toEqual(['waiting', 2, 2, 1]);
  // A new capacity for all dates doesn't change the date's own. Without its own, the date has the event's.
  const settings = await admin.call('GET /api/v1/events/{id}/settings', { id, occurrence: second });
  expect([settings.capacity, settings.own.capacity]).toEqual([1, 2]);
  const all = { id, version: settings.version, scope: 'all', capacity: 3 } as const;
  await admin.call('PATCH /api/v1/events/{id}', all);
  expect(await placeOf(ben)).toEqual(['waiting', 2, 2, 1]);
  expect((await change(null))[0]).toBe(200);
  expect(await placeOf(ben)).toEqual(['registered', 3, 3, 0]);
  // Hidden events are in no list, whether or not they have spots.
  await make('Workshop in secret', { capacity: 9, audience: 'invited', invited: [ben.uid] });
  const listed = await ana.call('GET /api/v1/events', {
    filters: JSON.stringify({
      HasRoom: true,
      Search: 'Workshop',
      From: '2027-11-01T00:00:00Z',
      To: '2027-12-01T00:00:00Z',
    }),
  });
  expect(listed.items.map(({ occurrence }) => occurrence)).toEqual([first, '2027-11-16T18:00:00']);
  // If people register for all dates, a date has no capacity of its own.
  const whole = await make('Course', { ...weekly, registration: 'event' });
  const refused = await admin.try('PATCH /api/v1/events/{id}', {
    id: whole.id,
    version: whole.version,
    scope: 'this',
    occurrence: second,
    capacity: 4,
  });
  expect(refused.body).toMatchObject({ code: 'event_date_capacity' });
});
