import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
const day = 86_400_000;
const date = (days: number) =>
  new Date(world.clock.now().getTime() + days * day).toISOString().slice(0, 10);
const at = (time: string, days = 3) => `${date(days)}T${time}:00Z`;

const kind = {
  name: 'Help desk',
  minutes: 30,
  place: 'Desk 1',
  link: '',
  questions: [],
  needsConfirmation: false,
};
const offer = (
  who: Person,
  from: string,
  to: string,
  version: number,
  kinds: (typeof kind & { id: null; groupSize: number })[] = [],
  more: { waitHours?: number | null } = {},
) =>
  who.call('PUT /api/v1/booking-offer', {
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
    version,
    kinds,
    ...more,
  });

let one: Person;
let two: Person;
let office = '';
const slots = async (who: Person) =>
  (
    await who.call('GET /api/v1/booking-offices/{id}/slots', {
      id: office,
      from: date(3),
      to: date(3),
    })
  ).items.map(({ dateStart }) => dateStart.slice(11, 16));
const book = (who: Person, slot: string) =>
  who.try('POST /api/v1/booking-offices/{id}/bookings', {
    id: office,
    clientId: newClientId(),
    slot,
  });

beforeAll(async () => {
  one = await world.join({ username: 'desk-one', last_name: 'One' });
  two = await world.join({ username: 'desk-two', last_name: 'Two' });
});

describe('[BOOK-01] offices', () => {
  test('are created by staff, and offer the available hours of their members', async () => {
    const { admin, ana, ben, eve } = world;
    const sent = { name: 'Help desk', note: '', isOpen: true, people: [one.uid, two.uid], kind };
    expect(
      (await ben.try('POST /api/v1/school/booking-offices', { ...sent, clientId: newClientId() }))
        .status,
    ).toBe(403);
    expect((await one.call('GET /api/v1/booking-offer', {})).can).toEqual({ offer: false });
    const clientId = newClientId();
    const made = await admin.call('POST /api/v1/school/booking-offices', { ...sent, clientId });
    expect(await admin.call('POST /api/v1/school/booking-offices', { ...sent, clientId })).toEqual(
      made,
    );
    office = made.id;
    expect((await ana.call('GET /api/v1/booking-offices', {})).items).toMatchObject([
      {
        name: 'Help desk',
        minutes: 30,
        people: [{ uid: one.uid }, { uid: two.uid }],
        can: { update: false },
      },
    ]);
    // No one has hours yet.
    expect(await slots(ana)).toEqual([]);
    expect((await one.call('GET /api/v1/booking-offer', {})).can).toEqual({ offer: true });
    await offer(one, '09:00', '10:00', 1);
    await offer(two, '09:30', '10:30', 1);
    expect(await slots(ana)).toEqual(['09:00', '09:30', '10:00']);
    const page = await ana.call('GET /api/v1/booking-offices/{id}', { id: office });
    expect(page.kinds).toMatchObject([{ name: 'Help desk', first: { left: 1, conflict: null } }]);
    // The office's offer isn't part of its people's own offers.
    expect((await ana.call('GET /api/v1/booking/{uid}', { uid: one.uid })).kinds).toEqual([]);
    expect((await eve.call('GET /api/v1/booking-offices', {})).items).toEqual([]);
    for (const key of [
      'GET /api/v1/booking-offices/{id}',
      'GET /api/v1/booking-offices/{id}/slots',
    ] as const)
      expect((await eve.try(key, { id: office })).status).toBe(404);
    expect((await book(eve, at('09:00'))).status).toBe(404);
    const stale = { ...sent, id: office, version: made.version + 1 };
    expect((await admin.try('PUT /api/v1/school/booking-offices/{id}', stale)).body).toMatchObject({
      code: 'booking_office_changed',
    });
  });

  test('assign the member with the fewest upcoming meetings, and a time has one spot per available member', async () => {
    const { ana, ben, cy } = world;
    const hostOf = (answer: { body: unknown }) =>
      (answer.body as { person: { uid: string } }).person.uid;
    expect(hostOf(await book(ana, at('09:00')))).toBe(one.uid);
    // Both are available, and the first already has a meeting.
    expect(hostOf(await book(ana, at('09:30')))).toBe(two.uid);
    expect(hostOf(await book(ben, at('09:30')))).toBe(one.uid);
    expect((await book(cy, at('09:30'))).body).toMatchObject({ code: 'slot_taken' });
    expect((await book(cy, at('11:00'))).body).toMatchObject({ code: 'slot_unavailable' });
    expect(await slots(cy)).toEqual(['10:00']);
    const racers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => world.join({ username: `office-racer${n}` })),
    );
    const answers = await Promise.all(racers.map((who) => book(who, at('09:30', 5))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(
      answers
        .filter(({ status }) => status !== 200)
        .every(({ body }) => (body as { code: string }).code === 'slot_taken'),
    ).toBe(true);
    // It is a regular meeting: it can be rescheduled to another time of its host.
    const [mine] = (await ana.call('GET /api/v1/bookings', {})).items;
    expect(mine).toMatchObject({ title: 'Help desk', person: { uid: one.uid }, place: 'Desk 1' });
    const id = mine?.id ?? '';
    const moving = await ana.call('GET /api/v1/bookings/{id}/moving', { id });
    expect(moving).toMatchObject({
      booking: { id, person: { uid: one.uid } },
      kind: { name: 'Help desk', minutes: 30, place: 'Desk 1', first: { conflict: null } },
    });
    const toMove = async (who: Person) =>
      (
        await who.call('GET /api/v1/bookings/{id}/slots', { id, from: date(4), to: date(4) })
      ).items.map(({ dateStart }) => dateStart.slice(11, 16));
    expect(await toMove(ana)).toEqual(['09:00', '09:30']);
    // Only its host sees the same.
    expect(await toMove(one)).toEqual(['09:00', '09:30']);
    for (const who of [ben, two, world.eve, world.admin])
      for (const key of [
        'GET /api/v1/bookings/{id}/moving',
        'GET /api/v1/bookings/{id}/slots',
      ] as const)
        expect((await who.try(key, { id })).status).toBe(404);
    await ana.call('PATCH /api/v1/bookings/{id}', { id, slot: at('09:00', 4) });
    expect(await slots(cy)).toEqual(['09:00', '10:00']);
  });

  test('offer less or nothing without members or when deleted, and keep existing bookings', async () => {
    const { admin, ana } = world;
    const { id, ...settings } = await admin.call('GET /api/v1/school/booking-offices/{id}', {
      id: office,
    });
    await admin.call('PUT /api/v1/school/booking-offices/{id}', {
      ...settings,
      id,
      people: [two.uid],
    });
    expect(await slots(ana)).toEqual(['10:00']);
    await admin.call('DELETE /api/v1/school/booking-offices/{id}', { id });
    await admin.call('DELETE /api/v1/school/booking-offices/{id}', { id });
    expect((await ana.try('GET /api/v1/booking-offices/{id}', { id })).status).toBe(404);
    expect((await ana.call('GET /api/v1/bookings', {})).items.length).toBeGreaterThan(0);
    expect((await one.call('GET /api/v1/booking-offer', {})).kinds).toEqual([]);
  });
});

describe('[BOOK-01] earlier times', () => {
  const page = (who: Person, uid: string, before?: string) =>
    who.call('GET /api/v1/booking/{uid}/sooner', { uid, ...(before !== undefined && { before }) });

  test('are offered from colleagues in the same office who are available sooner', async () => {
    const { admin, ana, eve } = world;
    const [three, four] = [
      await world.join({ username: 'desk-three', last_name: 'Three' }),
      await world.join({ username: 'desk-four', last_name: 'Four' }),
    ];
    const made = await admin.call('POST /api/v1/school/booking-offices', {
      name: 'Career desk',
      note: '',
      isOpen: true,
      people: [three.uid, four.uid],
      kind,
      clientId: newClientId(),
    });
    // The limit is one per day, so the first slot at eight is available at any time of day.
    await offer(four, '08:00', '08:30', 1);
    await offer(three, '15:00', '16:00', 1);
    const offered = (uid: string) => ana.call('GET /api/v1/booking/{uid}/offered', { uid });
    // An office’s meeting type isn't part of a person's own offer.
    expect(await offered(three.uid)).toEqual({ isOffered: false });
    await offer(three, '15:00', '16:00', 2, [{ ...kind, id: null, groupSize: 1 }]);
    expect(await offered(three.uid)).toEqual({ isOffered: true });
    expect((await eve.try('GET /api/v1/booking/{uid}/offered', { uid: three.uid })).status).toBe(
      404,
    );
    const { offices } = await page(ana, three.uid, at('15:00', 3));
    expect(offices).toMatchObject([{ office: { id: made.id, name: 'Career desk' } }]);
    expect(offices[0]?.first.dateStart.slice(11, 16)).toBe('08:00');
    // No slot before then is available.
    const now = world.clock.now().toISOString();
    expect((await page(ana, three.uid, now)).offices).toEqual([]);
  });

  test('that become free notify people on the waitlist once, but not the person who canceled', async () => {
    const { ana, ben, cy } = world;
    const host = await world.join({ username: 'adviser', last_name: 'Full' });
    await world.sql('update users set is_advisor = true where id = $1', [host.id]);
    const closed = await ana.try('PUT /api/v1/booking/{uid}/waiting', { uid: host.uid });
    expect(closed.body).toMatchObject({ code: 'booking_closed' });
    const saved = await offer(host, '10:00', '10:30', 0, [{ ...kind, id: null, groupSize: 1 }], {
      waitHours: null,
    });
    const made = await ana.call('POST /api/v1/booking/{uid}', {
      uid: host.uid,
      clientId: newClientId(),
      kind: saved.kinds[0]?.id ?? '',
      slot: at('10:00', 4),
    });
    for (const who of [ana, ben, cy])
      expect(await who.call('PUT /api/v1/booking/{uid}/waiting', { uid: host.uid })).toEqual({
        isWaiting: true,
      });
    await cy.call('DELETE /api/v1/booking/{uid}/waiting', { uid: host.uid });
    expect((await page(cy, host.uid)).isWaiting).toBe(false);
    await ana.call('DELETE /api/v1/bookings/{id}', { id: made.id });
    await world.app.jobs.settle();
    const freed = async (who: Person) =>
      (await who.call('GET /api/v1/notifications', {})).items.filter(
        (one) => one.kind === 'booking_freed',
      );
    expect(await freed(ben)).toHaveLength(1);
    expect([await freed(ana), await freed(cy)]).toEqual([[], []]);
    // He was notified once, so the next one isn't for him.
    expect((await page(ben, host.uid)).isWaiting).toBe(false);
    expect((await page(ana, host.uid)).isWaiting).toBe(true);
  });
});
