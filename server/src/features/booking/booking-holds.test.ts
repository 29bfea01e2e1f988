import { beforeEach, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';
import { endOldHolds } from './waiting/holding.ts';

const world = inWorld({ ownDatabase: true });
const hourMs = 3_600_000;

/** Tokens expire after an hour. */
const signedIn = async () =>
  (await Promise.all([world.ana, world.ben, world.cy].map((one) => world.signInAgain(one)))) as [
    Person,
    Person,
    Person,
  ];

/** The time at which the test started. Hours pass during the test, and may pass midnight. */
let begun = 0;
beforeEach(() => {
  begun = world.clock.now().getTime();
});
const dayOf = (days: number) => new Date(begun + days * 24 * hourMs).toISOString().slice(0, 10);
const at = (time: string) => `${dayOf(4)}T${time}:00Z`;

/** Creates an advisor who offers these hours each day. Returns the person and their offer. */
const adviser = async (name: string, from: string, to: string, more: object = {}) => {
  const host = await world.join({ username: name, first_name: 'Helena', last_name: name });
  await world.sql('update users set is_advisor = true where id = $1', [host.id]);
  const who = await world.signInAgain(host);
  const { kinds } = await who.call('PUT /api/v1/booking-offer', {
    isOpen: true,
    timeZone: 'UTC',
    note: '',
    hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to })),
    exceptions: [],
    noticeMinutes: 0,
    cancelMinutes: 0,
    daysAhead: 30,
    dailyLimit: null,
    bufferBefore: 0,
    bufferAfter: 0,
    version: 0,
    kinds: [
      {
        id: null,
        name: 'Advising',
        minutes: 30,
        place: '',
        link: '',
        questions: [],
        groupSize: 1,
        needsConfirmation: false,
      },
    ],
    ...more,
  });
  return { who, kind: kinds[0]?.id ?? '' };
};
type Adviser = Awaited<ReturnType<typeof adviser>>;

const book = (person: Person, { who, kind }: Adviser, slot: string) =>
  person.try('POST /api/v1/booking/{uid}', { uid: who.uid, clientId: newClientId(), kind, slot });
const wait = (person: Person, { who }: Adviser) =>
  person.call('PUT /api/v1/booking/{uid}/waiting', { uid: who.uid });
const heldFor = async (person: Person, { who }: Adviser) =>
  (await person.call('GET /api/v1/booking/{uid}/sooner', { uid: who.uid })).heldSlot;
const timesFor = async (person: Person, { who }: Adviser) =>
  (
    await person.call('GET /api/v1/booking/{uid}/slots', {
      uid: who.uid,
      from: dayOf(4),
      to: dayOf(4),
    })
  ).items.map(({ dateStart }) => dateStart.slice(11, 16));
const noticesOf = async (person: Person, kind: string) =>
  (await person.call('GET /api/v1/notifications', { count: 100 })).items.filter(
    (one) => one.kind === kind,
  ).length;
const bookingOf = (answer: { body: unknown }) => (answer.body as { id: string }).id;

test('[BOOK-01] a time that becomes free is held for the first person on the waitlist, then the next, automatically', async () => {
  let [ana, ben, cy] = await signedIn();
  const { eve } = world;
  const host = await adviser('held', '10:00', '10:30');
  const made = await book(ana, host, at('10:00'));
  await wait(ben, host);
  world.clock.advance(1_000);
  await wait(cy, host);
  await ana.call('DELETE /api/v1/bookings/{id}', { id: bookingOf(made) });
  expect(await heldFor(ben, host)).toMatchObject({
    dateStart: at('10:00').replace('Z', '.000Z'),
    kind: { name: 'Advising' },
    until: new Date(world.clock.now().getTime() + 2 * hourMs).toISOString(),
  });
  expect(await heldFor(cy, host)).toBeNull();
  // No one else sees or can book it, including the person who canceled and those who are next on the waitlist.
  for (const other of [ana, cy]) {
    expect(await timesFor(other, host)).toEqual([]);
    expect((await book(other, host, at('10:00'))).body).toMatchObject({ code: 'slot_taken' });
  }
  expect(await timesFor(ben, host)).toEqual(['10:00']);
  expect((await eve.try('GET /api/v1/booking/{uid}/sooner', { uid: host.who.uid })).status).toBe(
    404,
  );
  await world.app.jobs.settle();
  expect([await noticesOf(ben, 'booking_held'), await noticesOf(cy, 'booking_held')]).toEqual([
    1, 0,
  ]);
  // The host’s calendar shows meetings, but not held spots.
  const calendar = await host.who.call('GET /api/v1/calendar', {
    from: at('00:00'),
    to: at('23:00'),
    timeZone: 'UTC',
  } as never);
  expect(JSON.stringify(calendar)).not.toContain('Advising');

  world.clock.advance(2 * hourMs + 1_000);
  await world.app.jobs.settle();
  [ana, ben, cy] = await signedIn();
  expect(await heldFor(ben, host)).toBeNull();
  expect(await heldFor(cy, host)).toMatchObject({ kind: { name: 'Advising' } });
  expect((await book(ben, host, at('10:00'))).body).toMatchObject({ code: 'slot_taken' });
  expect((await book(cy, host, at('10:00'))).status).toBe(200);
  expect(await heldFor(cy, host)).toBeNull();
  world.clock.advance(3 * hourMs);
  await world.app.jobs.settle();
  expect(await world.sql('select * from booking_holds')).toEqual([]);
  const [slot] = await world.sql<{ taken: number }>(
    'select taken from booking_slots where host_id = $1',
    [host.who.id],
  );
  expect(slot?.taken).toBe(1);
});

// Each at a separate time, because no spot is held for people with another meeting at that time.
test('[BOOK-01] declined holds pass to the next person, rescheduling frees the old time, and past holds are deleted', async () => {
  let [ana, ben, cy] = await signedIn();
  const host = await adviser('moved', '12:00', '13:00', { waitHours: 4 });
  const made = await book(ana, host, at('12:00'));
  await wait(ben, host);
  world.clock.advance(1_000);
  await wait(cy, host);
  await ana.call('PATCH /api/v1/bookings/{id}', {
    id: bookingOf(made),
    slot: at('12:30'),
  } as never);
  expect((await heldFor(ben, host))?.until).toBe(
    new Date(world.clock.now().getTime() + 4 * hourMs).toISOString(),
  );
  await ben.call('DELETE /api/v1/booking/{uid}/waiting', { uid: host.who.uid });
  expect(await heldFor(ben, host)).toBeNull();
  expect(await heldFor(cy, host)).not.toBeNull();
  // No server was running when it expired.
  await world.sql(`delete from outbox where kind = 'booking_hold_due'`);
  world.clock.advance(5 * hourMs);
  await runMaintenance(world.pool, [endOldHolds], world.clock.now());
  [ana, ben, cy] = await signedIn();
  expect(await timesFor(ben, host)).toEqual(['12:00']);
});

test('[BOOK-01] hosts who lose the permission can’t be booked and hold no times, but can close their offer', async () => {
  const [ana, ben, cy] = await signedIn();
  const host = await adviser('former', '10:00', '10:30');
  const booking = bookingOf(await book(ana, host, at('10:00')));
  await wait(ben, host);
  await world.sql('update users set is_advisor = false where id = $1', [host.who.id]);
  const { uid } = host.who;
  const { items } = await cy.call('GET /api/v1/booking', { search: 'former' });
  expect(items).toEqual([]);
  expect(await cy.call('GET /api/v1/booking/{uid}', { uid })).toMatchObject({
    kinds: [],
    can: { book: false },
  });
  expect(await timesFor(cy, host)).toEqual([]);
  expect((await book(cy, host, at('10:00'))).body).toMatchObject({ code: 'booking_closed' });
  expect((await cy.try('PUT /api/v1/booking/{uid}/waiting', { uid })).body).toMatchObject({
    code: 'booking_closed',
  });
  // A booked meeting stays, and if it is canceled, no one is next.
  const move = { id: booking, slot: at('10:00') };
  expect((await ana.try('PATCH /api/v1/bookings/{id}', move)).body).toMatchObject({
    code: 'booking_closed',
  });
  const before = await noticesOf(ben, 'booking_held');
  await ana.call('DELETE /api/v1/bookings/{id}', { id: booking });
  await world.app.jobs.settle();
  expect(await heldFor(ben, host)).toBeNull();
  expect(await noticesOf(ben, 'booking_held')).toBe(before);

  const who = await world.signInAgain(host.who);
  const { url: _, can, ...offer } = await who.call('GET /api/v1/booking-offer', {});
  expect(can).toEqual({ offer: false });
  expect((await who.try('PUT /api/v1/booking-offer', offer)).status).toBe(403);
  const canDo = async (one: Person) => (await one.call('GET /api/v1/booking', {})).can;
  expect(await canDo(who)).toEqual({ offer: false, close: true });
  const closed = await who.call('PUT /api/v1/booking-offer', { ...offer, isOpen: false });
  expect(closed).toMatchObject({ isOpen: false, can: { offer: false } });
  expect([await canDo(who), await canDo(cy)]).toEqual(
    Array.from({ length: 2 }, () => ({ offer: false, close: false })),
  );
  expect((await cy.try('PUT /api/v1/booking-offer', { ...offer, isOpen: false })).status).toBe(403);

  // Because of their role, others can book with them again while they have it.
  await world.sql('update booking_offers set is_open = true where user_id = $1', [who.id]);
  const admin = await world.signInAgain(world.admin);
  const role = await admin.call('POST /api/v1/school/roles', {
    name: 'Coaches',
    permissions: ['booking.offer'],
  });
  const holder = { id: role.id, uid };
  await admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', holder);
  expect(await timesFor(cy, host)).toEqual(['10:00']);
  await admin.call('DELETE /api/v1/school/roles/{id}/members/{uid}', holder);
  expect(await timesFor(cy, host)).toEqual([]);
});

test(
  '[BOOK-01] only the person who has the hold gets the time among many simultaneous requests',
  { tags: ['soak'] },
  async () => {
    const [ana, ben, cy] = await signedIn();
    const host = await adviser('raced', '14:00', '14:30');
    const made = await book(ana, host, at('14:00'));
    await wait(cy, host);
    const people = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        world.join({ username: `racer${n}`, last_name: `Racer ${n}` }),
      ),
    );
    const [, ...answers] = await Promise.all([
      ana.call('DELETE /api/v1/bookings/{id}', { id: bookingOf(made) }),
      ...[...people, ben].map((one) => book(one, host, at('14:00'))),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 409));
    const again = await Promise.all(
      [...people, cy, ben, cy].map((one) => book(one, host, at('14:00'))),
    );
    expect(again.filter(({ status }) => status === 200)).toHaveLength(1);
    const [row] = await world.sql<{ booker_id: string }>(
      `select booker_id from bookings where host_id = $1 and status <> 'canceled'`,
      [host.who.id],
    );
    expect(String(row?.booker_id)).toBe(cy.uid);
  },
);
