import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, send, worldPassword, type Person } from '../../../test/world.ts';

const world = inWorld();

/** Returns the times of an event that starts in this number of hours. */
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

const statusesOf = async (id: string) =>
  Object.fromEntries(
    (
      await world.sql<{ user_id: string; status: string }>(
        'select user_id, status from event_registrations where event_id = $1',
        [id],
      )
    ).map(({ user_id: person, status }) => [person, status]),
  );
/** Returns the time an hour after another. */
const later = (time: string): string => new Date(Date.parse(time) + 3_600_000).toISOString();

test('[EVENT-01] registering and canceling are idempotent, and a canceled spot goes to the waitlist in order', async () => {
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

test('guests and ticket types have their own limits, and registering never exceeds one', async () => {
  const { id } = await make({
    capacity: 4,
    guestsMax: 2,
    ticketKinds: [
      { name: 'Standing', quota: 2 },
      { name: 'Backstage', accessCode: 'crew', isHidden: true },
      { name: 'Dinner' },
    ],
  });
  // Earlier releases stored prices for events without a club.
  await world.sql(
    `update event_ticket_types set price = 1500, currency = 'EUR' where event_id = $1 and name = 'Dinner'`,
    [id],
  );
  const page = await world.ana.call('GET /api/v1/events/{id}', { id });
  expect(page.ticketKinds.map(({ name }) => name)).toEqual(['Standing', 'Dinner']);
  expect(page.hasHiddenKinds).toBe(true);
  const shown = await world.ana.call('GET /api/v1/events/{id}', { id, code: 'crew' });
  const [standing, backstage, dinner] = shown.ticketKinds.map((kind) => kind.id);
  const refused = async (who: Person, more: Record<string, unknown>) =>
    (
      (await who.try('PUT /api/v1/events/{id}/registration', { id, ...more })).body as {
        code: string;
      }
    ).code;
  expect(await refused(world.ana, {})).toBe('ticket_kind_needed');
  expect(await refused(world.ana, { ticketKind: backstage })).toBe('ticket_kind_code');
  expect(await refused(world.ana, { ticketKind: dinner })).toBe('ticket_kind_paid');
  expect(await refused(world.ana, { ticketKind: '1' })).toBe('ticket_kind_unknown');
  expect(await refused(world.ana, { ticketKind: standing, guests: 3 })).toBe('registration_guests');
  // A group that could never fit would wait forever.
  expect(await refused(world.ana, { ticketKind: standing, guests: 2 })).toBe('registration_group');
  expect(await register(world.ana, id, { ticketKind: standing, guests: 1 })).toMatchObject({
    status: 'registered',
    guests: 1,
    taken: 2,
  });
  // Its ticket type is full, but the event isn't.
  expect(await register(world.ben, id, { ticketKind: standing })).toMatchObject({
    status: 'waiting',
  });
  expect(
    await register(world.cy, id, { ticketKind: backstage, code: 'crew', guests: 1 }),
  ).toMatchObject({ status: 'registered', taken: 4 });
  // Ana keeps her spots if there aren't more.
  expect(await refused(world.ana, { guests: 2 })).toBe('registration_group');
  expect(await register(world.ana, id)).toMatchObject({ status: 'registered', guests: 1 });
  // With one guest fewer, Ben gets a spot.
  expect(await register(world.ana, id, { guests: 0 })).toMatchObject({ taken: 4, waiting: 0 });
  expect((await world.ben.call('GET /api/v1/events/{id}', { id })).mine).toMatchObject({
    status: 'registered',
  });
});

test('an offered spot is held for its hours, taken by registering, and otherwise passed on', async () => {
  const { id } = await make({ capacity: 1, waitlist: 'offer', offerHours: 2, ...timesFrom(200) });
  for (const who of [world.ana, world.ben, world.cy]) await register(who, id);
  await cancel(world.ana, id);
  const mineOf = async (who: Person) => (await who.call('GET /api/v1/events/{id}', { id })).mine;
  const offered = await mineOf(world.ben);
  expect(offered).toMatchObject({ status: 'waiting', ticket: null });
  expect(Date.parse(offered?.offeredUntil ?? '') - world.clock.now().getTime()).toBe(7_200_000);
  // The spot is held, so people who come in between are behind it.
  expect(await register(world.ana, id)).toMatchObject({ status: 'waiting', position: 2 });
  world.clock.advance(7_300_000);
  await world.app.jobs.settle();
  // Tokens expire after ten minutes.
  world.clock.advance(-7_300_000);
  expect(await mineOf(world.ben)).toMatchObject({ status: 'canceled' });
  expect((await mineOf(world.cy))?.offeredUntil).not.toBeNull();
  expect(await register(world.cy, id)).toMatchObject({ status: 'registered', taken: 1 });
});

test('a person on the waitlist who drops guests gets an offer that expires', async () => {
  const { ana, ben, cy } = world;
  const { id } = await make({
    capacity: 2,
    guestsMax: 1,
    waitlist: 'offer',
    offerHours: 2,
    ...timesFrom(200),
  });
  await register(ana, id);
  expect(await register(ben, id, { guests: 1 })).toMatchObject({ status: 'waiting', position: 1 });
  // A spot is free, but Ben is first.
  expect(await register(cy, id)).toMatchObject({ status: 'waiting', position: 2, taken: 1 });
  const offer = await register(ben, id, { guests: 0 });
  expect(offer).toMatchObject({ status: 'waiting', taken: 2 });
  expect(offer.offeredUntil).not.toBeNull();
  world.clock.advance(7_300_000);
  await world.app.jobs.settle();
  world.clock.advance(-7_300_000);
  expect(await statusesOf(id)).toMatchObject({ [ben.uid]: 'canceled', [cy.uid]: 'offered' });
});

test('offers expire on time after their date was rescheduled or split from the series', async () => {
  const { admin, ana, ben } = world;
  const { dateStart, dateEnd } = timesFrom(200);
  for (const scope of ['all', 'following', 'this'] as const) {
    const { id, version } = await make({
      capacity: 1,
      waitlist: 'offer',
      offerHours: 2,
      dateStart,
      dateEnd,
      timeZone: 'UTC',
      rrule: 'FREQ=DAILY;COUNT=3',
    });
    const { occurrences } = await admin.call('GET /api/v1/events/{id}', { id });
    const occurrence = occurrences[scope === 'all' ? 0 : 1]?.occurrence ?? '';
    const at = occurrences[scope === 'all' ? 0 : 1]?.dateStart ?? '';
    await register(ana, id, { occurrence });
    await register(ben, id, { occurrence });
    await ana.call('DELETE /api/v1/events/{id}/registration', { id, occurrence });
    const moved = await admin.call('PATCH /api/v1/events/{id}', {
      id,
      version,
      scope,
      occurrence,
      dateStart: later(at),
      dateEnd: later(later(at)),
    });
    expect(await statusesOf(moved.id)).toMatchObject({ [ben.uid]: 'offered' });
    world.clock.advance(7_300_000);
    await world.app.jobs.settle();
    world.clock.advance(-7_300_000);
    expect([scope, (await statusesOf(moved.id))[ben.uid]]).toEqual([scope, 'canceled']);
  }
});

test('an expired offer goes to the next person even before a job ends it', async () => {
  const { ana, ben, cy } = world;
  const { id } = await make({ capacity: 1, waitlist: 'offer', offerHours: 2, ...timesFrom(200) });
  for (const who of [ana, ben, cy]) await register(who, id);
  await cancel(ana, id);
  await world.sql(
    `update event_registrations set offered_until = $2 where event_id = $1 and status = 'offered'`,
    [id, new Date(world.clock.now().getTime() - 1)],
  );
  expect(await register(ben, id)).toMatchObject({ status: 'waiting', position: 1, taken: 1 });
  expect(await statusesOf(id)).toMatchObject({ [ben.uid]: 'waiting', [cy.uid]: 'offered' });
  await world.app.jobs.settle();
  expect((await register(cy, id)).status).toBe('registered');
});

test('a deactivated person on the waitlist holds no spot and has no position', async () => {
  const { admin, ana, ben, cy } = world;
  const gone = await world.join({ username: 'waits-gone' });
  const { id } = await make({ capacity: 2, waitlist: 'offer', offerHours: 2, ...timesFrom(200) });
  for (const who of [ana, ben, gone]) await register(who, id);
  // No handler has processed this yet.
  await world.sql('update users set is_disabled = true where id = $1', [gone.id]);
  await register(cy, id);
  const own = async () => (await cy.call('GET /api/v1/events/{id}', { id })).mine?.position;
  expect(await own()).toBe(1);
  expect(await register(cy, id, { isHidden: true })).toMatchObject({ position: 1 });
  const { items } = await admin.call('GET /api/v1/events/{id}/attendees', {
    id,
    status: 'waiting',
  });
  expect(items.map(({ host }) => host?.position)).toEqual([1]);
  await cancel(cy, id);
  await cancel(ben, id);
  // The spot is free, and no one else can take it.
  expect(await register(cy, id)).toMatchObject({ status: 'registered', taken: 2 });
  await world.app.jobs.settle();
});

test('erasing an account gives its spot to the waitlist', async () => {
  const gone = await world.join({ username: 'gone' });
  const { id } = await make({ capacity: 1 });
  await register(gone, id);
  await register(world.ana, id);
  await gone.call('POST /api/v1/account/erase', { password: worldPassword });
  await world.app.jobs.settle();
  expect((await world.ana.call('GET /api/v1/events/{id}', { id })).mine?.status).toBe('registered');
  const rows = await world.sql('select from event_registrations where user_id = $1', [gone.id]);
  expect(rows).toEqual([]);
});

const promotionsOf = async (who: Person) =>
  (await who.call('GET /api/v1/notifications', { count: 100 })).items.filter(
    ({ kind }) => kind === 'event_promoted',
  ).length;

test('[EVENT-01] deactivated people lose their spots at future events and get none from a waitlist', async () => {
  const { ana, ben, cy } = world;
  const gone = await world.join({ username: 'off' });
  const waits = await world.join({ username: 'waits-off' });
  const { id } = await make({ capacity: 1 });
  for (const who of [gone, waits, ana]) await register(who, id);
  const over = await make({ dateStart: timesFrom(1).dateStart, dateEnd: timesFrom(1).dateEnd });
  await register(gone, over.id);
  const [before, hours] = [await promotionsOf(ana), 4 * 3_600_000];
  world.clock.advance(hours);
  // The first person in line is disabled, which no handler has processed yet.
  await world.sql('update users set is_disabled = true where id = $1', [waits.id]);
  await world.sql('update users set is_disabled = true where id = $1', [gone.id]);
  await world.app.jobs.settle();
  expect(await statusesOf(id)).toEqual({
    [gone.uid]: 'canceled',
    [waits.uid]: 'canceled',
    [ana.uid]: 'registered',
  });
  expect(await statusesOf(over.id)).toEqual({ [gone.uid]: 'registered' });
  world.clock.advance(-hours);
  expect(await promotionsOf(ana)).toBe(before + 1);

  const other = await make({ capacity: 1 });
  const late = await world.join({ username: 'late-off' });
  for (const who of [ben, late, cy]) await register(who, other.id);
  await world.sql('update users set is_disabled = true where id = $1', [late.id]);
  await cancel(ben, other.id);
  expect(await statusesOf(other.id)).toMatchObject({
    [late.uid]: 'waiting',
    [cy.uid]: 'registered',
  });
  await world.app.jobs.settle();
});

test('[EVENT-01] [CLUB-03] people who leave a club or are removed lose their spots at events for its members', async () => {
  const { admin, ana, ben, cy } = world;
  const made = async (name: string) =>
    (
      await admin.call('POST /api/v1/clubs', {
        clientId: newClientId(),
        name,
        membership: 'open',
        president: ben.uid,
      })
    ).id;
  const [club, friends] = [await made('Rowing'), await made('Sailing')];
  const dee = await world.join({ username: 'dee' });
  const fay = await world.join({ username: 'fay' });
  const gus = await world.join({ username: 'gus' });
  for (const who of [ana, cy, dee, fay, gus])
    await who.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  await fay.call('PUT /api/v1/clubs/{id}/membership', { id: friends });
  const of = { club, audience: 'members', cohosts: [friends], hosts: [gus.uid] };
  const first = await make({ ...of, capacity: 1 });
  const open = await make({ club });
  const { id } = await make({ ...of, invited: [dee.uid] });
  for (const who of [ana, cy]) await register(who, first.id);
  for (const who of [ana, cy, dee, fay, gus]) await register(who, id);
  await register(ana, open.id);
  const before = await promotionsOf(cy);
  for (const who of [ana, fay, gus])
    await who.call('DELETE /api/v1/clubs/{id}/membership', { id: club });
  await ben.call('PATCH /api/v1/clubs/{id}/members', { id: club, uids: [dee.uid], act: 'remove' });
  await world.app.jobs.settle();
  expect(await statusesOf(first.id)).toEqual({ [ana.uid]: 'canceled', [cy.uid]: 'registered' });
  expect(await promotionsOf(cy)).toBe(before + 1);
  // People who are invited, host it, or are in a cohosting club stay, as does everyone at events for the school.
  expect(await statusesOf(id)).toEqual({
    [ana.uid]: 'canceled',
    ...Object.fromEntries([cy, dee, fay, gus].map((who) => [who.uid, 'registered'])),
  });
  expect(await statusesOf(open.id)).toEqual({ [ana.uid]: 'registered' });
  expect((await ana.try('GET /api/v1/events/{id}', { id })).status).toBe(404);
  // The same for banned people.
  await ben.call('PATCH /api/v1/clubs/{id}/members', { id: club, uids: [cy.uid], act: 'ban' });
  await world.app.jobs.settle();
  expect((await statusesOf(first.id))[cy.uid]).toBe('canceled');
});

test('splitting a series copies questions and ticket types, and moves answers with their registrations', async () => {
  const { admin, ana, ben, cy } = world;
  const start = '2027-06-07T18:00:00';
  const question = {
    id: 'diet',
    title: 'Any diet?',
    help: '',
    isRequired: true,
    startsPage: false,
    conditions: [],
    kind: 'short',
  };
  const { id, version, ticketKinds } = await make({
    dateStart: `${start}+02:00`,
    dateEnd: '2027-06-07T20:00:00+02:00',
    rrule: 'FREQ=WEEKLY;COUNT=4',
    ticketKinds: [{ name: 'Seat', quota: 2 }],
    questions: { questions: [question] },
    guestsMax: 1,
  });
  const occurrence = '2027-06-21T18:00:00';
  const refused = await ana.try('PUT /api/v1/events/{id}/registration', { id, occurrence });
  expect(refused.body).toMatchObject({ code: 'form_answers_invalid' });
  await register(ana, id, { occurrence, answers: { diet: 'Vegan' } });
  const attendee = { id, uid: ana.uid };
  const { answers } = await admin.call('GET /api/v1/events/{id}/attendees/{uid}/answers', attendee);
  expect(answers?.questions).toMatchObject([{ title: 'Any diet?', answer: 'Vegan' }]);
  const { csv } = await admin.call('GET /api/v1/events/{id}/attendees/export', { id });
  expect(csv).toContain('Vegan');
  await ana.call('PUT /api/v1/event-reminders', { event: id, reminders: [60] });
  await register(cy, id, { occurrence: start, answers: { diet: 'Halal' } });
  const later = await admin.call('PATCH /api/v1/events/{id}', {
    id,
    version,
    scope: 'following',
    occurrence,
    dateStart: '2027-06-21T19:00:00+02:00',
    dateEnd: '2027-06-21T21:00:00+02:00',
  });
  const page = await ana.call('GET /api/v1/events/{id}', { id: later.id });
  expect(page).toMatchObject({
    mine: { status: 'registered', ticketKind: { name: 'Seat' } },
    ticketKinds: [{ name: 'Seat', taken: 1, isAvailable: true }],
    questions: { definition: { questions: [{ id: 'diet' }] } },
    reminders: [60],
  });
  expect(page.ticketKinds[0]?.id).not.toBe(ticketKinds[0]?.id);
  // Ana's answers have moved with her: hosts can read them, and she isn't asked again. Cy hasn't moved.
  const moved = { occurrence: page.occurrence };
  const answersOf = async (who: Person) =>
    (
      await admin.call('GET /api/v1/events/{id}/attendees/{uid}/answers', {
        id: later.id,
        uid: who.uid,
      })
    ).answers?.questions;
  expect(await answersOf(ana)).toMatchObject([{ title: 'Any diet?', answer: 'Vegan' }]);
  expect(await answersOf(cy)).toBeUndefined();
  expect(
    (await admin.call('GET /api/v1/events/{id}/attendees/export', { id: later.id })).csv,
  ).toContain('Vegan');
  expect(await register(ana, later.id, { ...moved, guests: 1 })).toMatchObject({
    status: 'registered',
    guests: 1,
  });
  const next = await register(ben, later.id, {
    occurrence: page.occurrence,
    answers: { diet: 'None' },
  });
  expect(next).toMatchObject({ status: 'waiting' });
});

test('hosts accept registrations that need approval, and a higher capacity admits the waitlist immediately', async () => {
  const { id, version } = await make({ capacity: 1, needsApproval: true });
  expect(await register(world.ana, id)).toMatchObject({ status: 'requested', taken: 0 });
  expect(await register(world.ben, id)).toMatchObject({ status: 'requested', taken: 0 });
  expect(await register(world.cy, id, { maybe: true })).toMatchObject({ status: 'maybe' });
  const decide = (who: Person, act: string, uids: string[]) =>
    who.call('POST /api/v1/events/{id}/attendees', { id, act: act as never, uids });
  expect(
    await decide(world.admin, 'accept', [world.ana.uid, world.ben.uid, world.cy.uid]),
  ).toMatchObject({ changed: [world.ana.uid, world.ben.uid] });
  expect((await world.ben.call('GET /api/v1/events/{id}', { id })).mine?.status).toBe('waiting');
  await world.admin.call('PATCH /api/v1/events/{id}', { id, version, capacity: 2 });
  expect((await world.ben.call('GET /api/v1/events/{id}', { id })).mine?.status).toBe('registered');
  expect(await decide(world.admin, 'decline', [world.cy.uid])).toMatchObject({ changed: [] });
});

test('[EVENT-01] of 200 simultaneous registrations on two servers, the first 20 in lock order get a spot', async () => {
  const people = await Promise.all(
    Array.from({ length: 200 }, (_, n) => world.join({ username: `racer${n}` })),
  );
  const { id } = await make({ capacity: 20 });
  const second = await world.startAnother({});
  const answers = await Promise.all(
    people.map(async (who, n) => {
      const answer = await send(
        n % 2 === 0 ? world.app : second,
        `/api/v1/events/${id}/registration`,
        {
          method: 'PUT',
          headers: { authorization: `Bearer ${who.tokens.jwt}` },
          body: {},
        },
      );
      return { status: answer.status, body: answer.body as { status: string; position: number } };
    }),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const rows = await world.sql(
    'select user_id, status, number from event_registrations where event_id = $1 order by number',
    [id],
  );
  // The locked row assigns the numbers: exactly the first twenty have spots.
  expect(rows.map(({ number }) => Number(number))).toEqual(people.map((_, n) => n + 1));
  expect(rows.map(({ status }) => status)).toEqual(
    people.map((_, n) => (n < 20 ? 'registered' : 'waiting')),
  );
  for (const [n, answer] of answers.entries()) {
    const row = rows.find(({ user_id }) => Number(user_id) === people[n]?.id);
    expect(answer.body.status).toBe(row?.status);
    if (answer.body.status === 'waiting')
      expect(answer.body.position).toBe(Number(row?.number) - 20);
  }

  // Half of those with a spot cancel on both servers, while ten spots are added and others change their mind and register again.
  const held = rows.slice(0, 20).map((row) => Number(row.user_id));
  const { version } = await world.admin.call('GET /api/v1/events/{id}', { id });
  const ask = (who: Person, n: number, method: 'PUT' | 'DELETE') =>
    send(n % 2 === 0 ? second : world.app, `/api/v1/events/${id}/registration`, {
      method,
      headers: { authorization: `Bearer ${who.tokens.jwt}` },
      ...(method === 'PUT' && { body: {} }),
    });
  const done = await Promise.all([
    ...people.flatMap((who, n) => (held.indexOf(who.id) % 2 === 0 ? [ask(who, n, 'DELETE')] : [])),
    world.admin.try('PATCH /api/v1/events/{id}', { id, version, capacity: 30 }),
    ...people.flatMap((who, n) => (n % 7 === 0 ? [ask(who, n, 'DELETE'), ask(who, n, 'PUT')] : [])),
  ]);
  expect(done.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  const [counted] = await world.sql(
    `select s.taken, s.waiting,
      (select count(*)::int from event_registrations r where r.event_id = s.event_id and r.status = 'registered') as registered,
      (select count(*)::int from event_registrations r where r.event_id = s.event_id and r.status = 'waiting') as queued,
      (select max(number) from event_registrations r where r.event_id = s.event_id and r.status = 'registered')
        < (select min(number) from event_registrations r where r.event_id = s.event_id and r.status = 'waiting') as is_in_order
    from event_spots s where s.event_id = $1`,
    [id],
  );
  expect(counted).toMatchObject({ taken: 30, registered: 30, is_in_order: true });
  expect(counted?.['waiting']).toBe(counted?.['queued']);
  await second.close();
});
