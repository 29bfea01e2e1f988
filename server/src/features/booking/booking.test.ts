import ICAL from 'ical.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, worldPassword, type Person } from '../../../test/world.ts';
import { localOf } from '../../kernel/time/zones.ts';

const world = inWorld();
const minute = 60_000;
const day = 24 * 60 * minute;

/** Returns dates of this world, whose clock has a fixed start. */
const dayAfter = (days: number, zone = 'UTC') =>
  localOf(world.clock.now().getTime() + days * day, zone).slice(0, 10);
const isoWeekday = (date: string) => ((new Date(date).getUTCDay() + 6) % 7) + 1;

type Offer = Parameters<typeof world.admin.call<'PUT /api/v1/booking-offer'>>[1];
const kind = {
  id: null,
  name: 'Advising',
  minutes: 30,
  place: 'Linden 08',
  link: '',
  questions: [],
  groupSize: 1,
  needsConfirmation: false,
};
const every = (from: string, to: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to }));
const offerOf = async (who: Person, more: object = {}) => {
  const { version } = await who.call('GET /api/v1/booking-offer', {});
  return who.call('PUT /api/v1/booking-offer', {
    isOpen: true,
    timeZone: 'UTC',
    note: 'Bring your plan.',
    hours: every('09:00', '12:00'),
    exceptions: [],
    noticeMinutes: 0,
    cancelMinutes: 120,
    daysAhead: 30,
    dailyLimit: null,
    bufferBefore: 0,
    bufferAfter: 0,
    kinds: [kind],
    ...more,
    version,
  } as NonNullable<Offer>);
};
const slots = async (who: Person, host: Person, more: object = {}) =>
  (
    await who.call('GET /api/v1/booking/{uid}/slots', {
      uid: host.uid,
      from: dayAfter(3),
      to: dayAfter(3),
      ...more,
    })
  ).items;
const times = async (who: Person, host: Person, more: object = {}) =>
  (await slots(who, host, more)).map(({ dateStart }) => dateStart.slice(11, 16));
const book = async (who: Person, host: Person, slot: string, more: object = {}) =>
  who.try('POST /api/v1/booking/{uid}', {
    uid: host.uid,
    clientId: newClientId(),
    slot,
    kind: await kindOf(host),
    ...more,
  });
const kindOf = async (host: Person) =>
  (await host.call('GET /api/v1/booking-offer', {})).kinds[0]?.id ?? '';
const at = (time: string, days = 3) => `${dayAfter(days)}T${time}:00Z`;

let adviser: Person;
let number = 0;
beforeEach(async () => {
  await world.sql('delete from booking_offers');
  number += 1;
  adviser = await world.join({
    username: `helena${number}`,
    first_name: 'Helena',
    last_name: 'Brandt',
  });
  await world.sql('update users set is_advisor = true where id = $1', [adviser.id]);
  adviser = await world.signInAgain(adviser);
});

describe('[BOOK-01] booking', () => {
  test('lets an advisor offer hours that others find and book, and rejects hosts without the permission', async () => {
    const { ana, ben, eve, admin } = world;
    const { url: own, can, ...offer } = await ana.call('GET /api/v1/booking-offer', {});
    expect([own, can]).toEqual([`/booking?uid=${ana.uid}`, { offer: false }]);
    expect((await ana.try('PUT /api/v1/booking-offer', offer)).status).toBe(403);
    expect((await offerOf(adviser)).kinds).toMatchObject([{ name: 'Advising', minutes: 30 }]);
    await admin.call('GET /api/v1/booking-offer', {});
    const { items } = await ana.call('GET /api/v1/booking', { search: 'brandt' });
    expect(items.map(({ uid }) => uid)).toContain(adviser.uid);
    expect(await times(ana, adviser)).toEqual([
      '09:00',
      '09:30',
      '10:00',
      '10:30',
      '11:00',
      '11:30',
    ]);
    const page = await ana.call('GET /api/v1/booking/{uid}', { uid: adviser.uid });
    expect(page).toMatchObject({
      person: { firstName: 'Helena', isAdviser: true },
      note: 'Bring your plan.',
      kinds: [{ name: 'Advising', first: { timeZone: 'UTC' } }],
      can: { book: true },
    });
    // Their work title is visible to people by their own choice, and doesn't make them searchable.
    await world.sql(`update users set work_title = 'Keeper of plans' where id = $1`, [adviser.id]);
    const titleOf = async () =>
      (await ana.call('GET /api/v1/booking/{uid}', { uid: adviser.uid })).person.title;
    expect(await titleOf()).toBe('Keeper of plans');
    expect((await ana.call('GET /api/v1/booking', { search: 'keeper' })).items).toEqual([]);
    await world.sql(`update users set audiences = '{"work": "me"}' where id = $1`, [adviser.id]);
    expect(await titleOf()).not.toBe('Keeper of plans');
    const answer = await book(ana, adviser, at('10:00'));
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({
        status: 'confirmed',
        dateStart: new Date(at('10:00')).toISOString(),
      }),
    ]);
    expect(await times(ben, adviser)).not.toContain('10:00');
    const mobile = await ben.call('GET /mobile_ws/v18/meeting_booking', { uid: adviser.uid });
    expect(mobile).toMatchObject({ uid: adviser.uid, url: `/booking?uid=${adviser.uid}` });
    // Two weeks have more than 50 slots of 30 minutes.
    expect([mobile.slots.length, mobile.hasMore]).toEqual([50, true]);
    expect(await ben.call('GET /mobile_ws/v18/meeting_booking', { uid: ana.uid })).toMatchObject({
      url: null,
      slots: [],
    });
    // No one at another school can see any of it.
    for (const [key, input] of [
      ['GET /api/v1/booking/{uid}', {}],
      ['GET /api/v1/booking/{uid}/slots', {}],
      ['GET /mobile_ws/v18/meeting_booking', {}],
    ] as const)
      expect((await eve.try(key, { uid: adviser.uid, ...input })).status).toBe(404);
    expect((await book(eve, adviser, at('11:00'))).status).toBe(404);
    expect((await book(adviser, adviser, at('11:00'))).body).toMatchObject({
      code: 'booking_closed',
    });
  });

  test('gives a slot to one of many simultaneous requests, and the others get slot_taken with nothing stored', async () => {
    await offerOf(adviser);
    const people = await Promise.all(
      Array.from({ length: 40 }, (_, n) => world.join({ username: `racer${number}x${n}` })),
    );
    const answers = await Promise.all(people.map((one) => book(one, adviser, at('09:30'))));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(
      new Set(
        answers
          .filter(({ status }) => status !== 200)
          .map(({ status, body }) => `${status} ${(body as { code: string }).code}`),
      ),
    ).toEqual(new Set(['409 slot_taken']));
    expect(
      await world.sql('select count(*)::int as n from bookings where host_id = $1', [adviser.id]),
    ).toEqual([{ n: 1 }]);
    expect(
      await world.sql('select taken from booking_slots where host_id = $1', [adviser.id]),
    ).toEqual([{ taken: 1 }]);
  }, 60_000);

  test('is protected by the database from overlaps, including buffers, even without the lock', async () => {
    await offerOf(adviser, { bufferAfter: 10 });
    const [own] = await world.sql<{ id: number }>(
      'select id from booking_types where user_id = $1',
      [adviser.id],
    );
    const insert = (start: string, end: string) =>
      world.sql(
        `insert into booking_slots (school_id, host_id, type_id, starts_at, ends_at, blocked, capacity, taken)
        values ($1, $2, $3, $4::timestamptz, $5::timestamptz, tstzrange($4::timestamptz, $5::timestamptz + interval '10 minutes'), 1, 1)`,
        [world.school, adviser.id, own?.id, start, end],
      );
    const results = await Promise.allSettled([
      insert(at('09:00'), at('09:30')),
      insert(at('09:20'), at('09:50')),
      insert(at('09:35'), at('09:55')),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of results)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ constraint: 'booking_slots_overlap' });
  });

  test('gives group meetings their number of spots, one per person, and returns the first result on retries', async () => {
    await offerOf(adviser, { kinds: [{ ...kind, groupSize: 3 }] });
    const clientId = newClientId();
    const first = await book(world.ana, adviser, at('09:00'), { clientId });
    expect((await book(world.ana, adviser, at('09:00'), { clientId })).body).toEqual(first.body);
    const twice = { clientId: newClientId() };
    const [one, other] = await Promise.all(
      [0, 1].map(() => book(world.cy, adviser, at('10:00'), twice)),
    );
    expect([one?.status, other?.body]).toEqual([200, one?.body]);
    expect((await book(world.ana, adviser, at('09:00'))).body).toMatchObject({
      code: 'booking_conflict',
    });
    const people = await Promise.all(
      Array.from({ length: 6 }, (_, n) => world.join({ username: `group${number}x${n}` })),
    );
    const answers = await Promise.all(people.map((one) => book(one, adviser, at('09:00'))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(
      (await slots(world.ben, adviser)).find(({ dateStart }) => dateStart.includes('T09:00')),
    ).toBeUndefined();
    expect((await slots(world.ben, adviser))[0]).toMatchObject({ left: 3 });
  });

  test('respects notice, buffers, days ahead, a daily limit, exceptions, and both people’s calendars', async () => {
    await offerOf(adviser, {
      bufferBefore: 15,
      bufferAfter: 15,
      exceptions: [
        { date: dayAfter(4), hours: [] },
        { date: dayAfter(5), hours: [{ from: '20:00', to: '21:00' }] },
      ],
      daysAhead: 6,
    });
    expect((await book(world.ana, adviser, at('10:00'))).status).toBe(200);
    // Both meetings keep their buffers.
    expect(await times(world.ben, adviser)).toEqual(['09:00', '11:00', '11:30']);
    const range = (days: number) => ({ from: dayAfter(days), to: dayAfter(days) });
    expect(await times(world.ben, adviser, range(4))).toEqual([]);
    expect(await times(world.ben, adviser, range(5))).toEqual(['20:00', '20:30']);
    expect(await times(world.ben, adviser, range(8))).toEqual([]);
    expect((await book(world.ben, adviser, at('20:00', 4))).body).toMatchObject({
      code: 'slot_unavailable',
    });
    expect((await book(world.ben, adviser, at('10:30'))).body).toMatchObject({
      code: 'slot_taken',
    });
    expect((await book(world.ben, adviser, 'tomorrow')).body).toMatchObject({
      code: 'slot_unavailable',
    });
    await offerOf(adviser, { dailyLimit: 1, noticeMinutes: 4 * 24 * 60 });
    expect(await times(world.ben, adviser)).toEqual([]);
    await offerOf(adviser, { dailyLimit: 1 });
    expect(await times(world.ben, adviser)).toEqual([]);

    // A class of the host blocks the slot. A class of the booker is shown only to them.
    await offerOf(adviser);
    const term = dayAfter(-1);
    await world.sql(
      `insert into terms (school_id, id, code, name, starts_on, ends_on, time_zone) values ($1, ${number}, 't${number}', 'T', $2::date, $2::date + 30, 'UTC')`,
      [world.school, term],
    );
    await world.sql(
      `insert into courses (school_id, id, code, number, title) values ($1, ${number}, 'c${number}', 'HYD 1', 'Hydrology')`,
      [world.school],
    );
    for (const [offset, who, begins] of [
      [0, adviser, '11:00'],
      [1, world.ben, '09:15'],
    ] as const) {
      const id = number * 10 + offset;
      await world.sql(
        `insert into course_sections (school_id, id, code, course_id, term_id) values ($1, ${id}, 's${id}', ${number}, ${number})`,
        [world.school],
      );
      await world.sql(
        `insert into section_meetings (school_id, section_id, code, weekdays, begins, minutes) values ($1, ${id}, '1', array[${isoWeekday(dayAfter(3))}], $2::time, 30)`,
        [world.school, begins],
      );
      await world.sql(
        `insert into section_members (school_id, section_id, user_id) values ($1, ${id}, $2)`,
        [world.school, who.id],
      );
    }
    const hydrology = { title: 'Hydrology', kind: 'class' };
    expect(
      (await slots(world.ben, adviser)).map(({ dateStart, conflict }) => [
        dateStart.slice(11, 16),
        conflict,
      ]),
    ).toEqual([
      ['09:00', hydrology],
      ['11:30', null],
    ]);
    expect((await slots(world.cy, adviser)).every(({ conflict }) => conflict === null)).toBe(true);
  });

  test('doesn’t offer slots that overlap with the host’s uploaded calendar, and marks the caller’s conflicts', async () => {
    await offerOf(adviser);
    const compact = (time: string) => at(time).replaceAll(/[-:]/g, '');
    const upload = async (who: Person, title: string, when: string) => {
      const event = ['BEGIN:VEVENT', `UID:${title}`, `SUMMARY:${title}`, ...when.split(' ')];
      const { status } = await who.try('POST /api/v1/calendar/subscriptions/upload', {
        name: 'Elsewhere',
        color: 2,
        upload: ['BEGIN:VCALENDAR', ...event, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n'),
      });
      expect(status).toBe(200);
    };
    await upload(adviser, 'Dentist', `DTSTART:${compact('09:15')} DTEND:${compact('10:15')}`);
    // Transparent events in the host's calendar don't block slots.
    await upload(
      adviser,
      'Lunch',
      `DTSTART:${compact('11:00')} DTEND:${compact('12:00')} TRANSP:TRANSPARENT`,
    );
    const fair = `DTSTART;VALUE=DATE:${dayAfter(3).replaceAll('-', '')}`;
    await upload(adviser, 'Fair', `${fair} TRANSP:TRANSPARENT`);
    expect(await times(world.ben, adviser)).toEqual(['10:30', '11:00', '11:30']);
    expect((await book(world.ben, adviser, at('09:30'))).body).toMatchObject({
      code: 'slot_taken',
    });
    const dora = await world.join({ username: `dora${number}` });
    await upload(dora, 'Choir', `DTSTART:${compact('10:30')} DTEND:${compact('11:00')}`);
    expect((await slots(dora, adviser)).map(({ conflict }) => conflict)).toEqual([
      { title: 'Choir', kind: 'subscribed' },
      null,
      null,
    ]);
    // An all-day event blocks the whole day in the host's time zone. So does a calendar that never synced.
    await upload(adviser, 'Out of office', fair);
    expect(await times(world.ben, adviser)).toEqual([]);
    await world.sql(
      `delete from calendar_subscriptions where user_id = ${adviser.uid} and id in (
        select subscription_id from calendar_subscription_events where components::text like '%Out of office%')`,
    );
    expect(await times(world.ben, adviser)).toEqual(['10:30', '11:00', '11:30']);
    await world.sql(
      `update calendar_subscriptions set read_at = null where user_id = ${adviser.uid}`,
    );
    expect(await times(world.ben, adviser)).toEqual([]);
  });

  test('honors “Show as” of Outlook and the switch “Count as busy” of an uploaded calendar', async () => {
    await offerOf(adviser);
    const all = await times(world.ben, adviser);
    expect(all).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']);
    const compact = (time: string) => at(time).replaceAll(/[-:]/g, '');
    const events = [
      ['BUSY', 'TRANSPARENT'],
      ['OOF', 'OPAQUE'],
      ['TENTATIVE', 'OPAQUE'],
      ['FREE', 'OPAQUE'],
      ['WORKINGELSEWHERE', 'OPAQUE'],
      ['NONSENSE', 'TRANSPARENT'],
    ].flatMap(([status = '', transp = ''], nth) => [
      'BEGIN:VEVENT',
      `UID:${nth}`,
      `SUMMARY:${status}`,
      `DTSTART:${compact(all[nth] ?? '')}`,
      'DURATION:PT30M',
      `TRANSP:${transp}`,
      `X-MICROSOFT-CDO-BUSYSTATUS:${status}`,
      'END:VEVENT',
    ]);
    const { body } = await adviser.try('POST /api/v1/calendar/subscriptions/upload', {
      name: 'Outlook',
      color: 2,
      upload: ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR'].join('\r\n'),
    });
    const { id, countsAsBusy } = body as { id: string; countsAsBusy: boolean };
    expect(countsAsBusy).toBe(true);
    expect(await times(world.ben, adviser)).toEqual(['10:30', '11:00', '11:30']);
    const key = 'PATCH /api/v1/calendar/subscriptions/{id}';
    for (const other of [world.ben, world.admin, world.eve])
      expect((await other.try(key, { id, countsAsBusy: false })).status).toBe(404);
    const change = (next: boolean) => adviser.call(key, { id, countsAsBusy: next });
    expect(await change(false)).toMatchObject({ countsAsBusy: false, isShown: true });
    expect(await times(world.ben, adviser)).toEqual(all);
    const conflicts = async () =>
      (
        await adviser.call('GET /api/v1/calendar/conflicts', { from: at('09:00'), to: at('12:00') })
      ).items.map(({ title, isTentative }) => [title, isTentative]);
    expect(await conflicts()).toEqual([]);
    // A calendar that never synced doesn't block bookings either if it doesn't count as busy.
    await world.sql('update calendar_subscriptions set read_at = null where id = $1', [id]);
    expect([await times(world.ben, adviser), await conflicts()]).toEqual([all, []]);
    await change(true);
    expect(await times(world.ben, adviser)).toEqual([]);
    await world.sql('update calendar_subscriptions set read_at = now() where id = $1', [id]);
    expect(await times(world.ben, adviser)).toEqual(['10:30', '11:00', '11:30']);
    expect(await conflicts()).toEqual([
      ['BUSY', false],
      ['OOF', false],
      ['TENTATIVE', true],
    ]);
  });

  test('lets both sides confirm, reschedule and cancel, returns spots, sends invitations, and updates calendars', async () => {
    const { ana, ben } = world;
    // With a space and an umlaut, as in pasted links.
    const link = 'https://meet.example/Räume/my room';
    await offerOf(adviser, {
      kinds: [{ ...kind, needsConfirmation: true, link }],
    });
    const { body } = await book(ana, adviser, at('09:00'));
    const { id, status } = body as { id: string; status: string };
    expect(status).toBe('requested');
    const mine = async (who: Person, list: 'coming' | 'past' = 'coming') =>
      (await who.call('GET /api/v1/bookings', { list })).items;
    expect(await mine(ana)).toMatchObject([
      { id, side: 'booked', status: 'requested', link: '', can: { cancel: true, confirm: false } },
    ]);
    expect(await mine(adviser)).toMatchObject([{ id, side: 'hosted', can: { confirm: true } }]);
    expect(await mine(ben)).toEqual([]);
    for (const key of [
      'PUT /api/v1/bookings/{id}/confirmation',
      'DELETE /api/v1/bookings/{id}',
    ] as const)
      for (const who of [ben, world.eve]) expect((await who.try(key, { id })).status).toBe(404);
    expect((await ana.try('PUT /api/v1/bookings/{id}/confirmation', { id })).status).toBe(404);
    await adviser.call('PUT /api/v1/bookings/{id}/confirmation', { id });
    expect((await mine(ana))[0]).toMatchObject({
      status: 'confirmed',
      link,
    });

    // If the booker reschedules, the host needs to confirm again. If the host does, no confirmation is needed.
    const moved = await ana.call('PATCH /api/v1/bookings/{id}', { id, slot: at('09:30') });
    expect(moved).toMatchObject({ status: 'requested', link: '' });
    await adviser.call('PUT /api/v1/bookings/{id}/confirmation', { id });
    expect(await times(ben, adviser)).toContain('09:00');
    expect(await times(ben, adviser)).not.toContain('09:30');
    // It can also be moved to its current time.
    expect(
      await adviser.call('PATCH /api/v1/bookings/{id}', { id, slot: at('09:30') }),
    ).toMatchObject({ status: 'confirmed' });
    world.mails.length = 0;
    await world.app.jobs.settle();
    const kindsOf = async (who: Person) =>
      (await who.call('GET /api/v1/notifications', {})).items
        .filter(({ about }) => about?.path === '/bookings')
        .map((one) => one.kind);
    // Changes in between result in one notification with the current state.
    expect(await kindsOf(ana)).toContain('booking_moved');
    expect(await kindsOf(adviser)).toContain('booking_moved');
    expect(world.mails.every(({ calendar }) => calendar?.method === 'REQUEST')).toBe(true);
    // A calendar that gets the meeting by email and by subscription shows it once.
    const uidsOf = (text: string) => [
      ...new Set([...text.matchAll(/^UID:(.*?)\r?$/gm)].map(([, uid]) => uid)),
    ];
    const known = new Map<string, (string | undefined)[]>();
    for (const who of [ana, adviser]) {
      const { url } = await who.call('POST /api/v1/calendar/feeds', {
        name: 'Meetings',
        kinds: ['booking'],
      });
      const feed = uidsOf((await world.visit(new URL(url).pathname)).text);
      expect(feed).toHaveLength(1);
      const mailed = world.mails.filter(({ to }) => to === who.email);
      expect(uidsOf(mailed.map(({ calendar }) => calendar?.content ?? '').join('\n'))).toEqual(
        feed,
      );
      known.set(who.email, feed);
    }
    world.mails.length = 0;
    // A host who no longer offers meetings can still reschedule them, but the booker can only cancel.
    const { kinds } = await adviser.call('GET /api/v1/booking-offer', {});
    await offerOf(adviser, { kinds, isOpen: false });
    const refused = await ana.try('PATCH /api/v1/bookings/{id}', { id, slot: at('10:00') });
    expect(refused.body).toMatchObject({ code: 'booking_closed' });
    await offerOf(adviser, { kinds });
    const canceled = await adviser.call('DELETE /api/v1/bookings/{id}', { id, reason: 'I am ill' });
    expect(canceled).toMatchObject({
      status: 'canceled',
      reason: 'I am ill',
      isCanceledByMe: true,
    });
    expect(await adviser.call('DELETE /api/v1/bookings/{id}', { id })).toEqual(canceled);
    expect(await times(ben, adviser)).toContain('09:30');
    expect(await mine(ana)).toEqual([]);
    expect(await mine(ana, 'past')).toMatchObject([{ status: 'canceled', reason: 'I am ill' }]);
    expect(
      (await ana.try('PATCH /api/v1/bookings/{id}', { id, slot: at('10:00') })).body,
    ).toMatchObject({
      code: 'booking_canceled',
    });
    await world.app.jobs.settle();
    expect(await kindsOf(ana)).toContain('booking_canceled');
    const mails = world.mails.filter(({ calendar }) => calendar !== undefined);
    // A cancellation email refers to the same UID as the invitation and the subscribed feed.
    for (const { to, calendar } of mails)
      expect(uidsOf(calendar?.content ?? '')).toEqual(known.get(to));
    expect(mails.map(({ to }) => to).toSorted()).toEqual([adviser.email, ana.email].toSorted());
    for (const { to, calendar, text } of mails) {
      expect(calendar?.method).toBe('CANCEL');
      const event = new ICAL.Component(ICAL.parse(calendar?.content ?? '')).getFirstSubcomponent(
        'vevent',
      );
      expect(event?.getFirstPropertyValue('status')).toBe('CANCELLED');
      expect(event?.getFirstPropertyValue('sequence')).toBe(5);
      expect(event?.getFirstPropertyValue('attendee')).toBe(`mailto:${to}`);
      // Neither side learns the other's email address.
      expect(calendar?.content.replace(to, '')).not.toMatch(
        new RegExp(`${ana.email}|${adviser.email}`),
      );
      expect(text).toContain('I am ill');
    }
  });

  test('validates what hosts offer, and rejects a save over someone else’s changes', async () => {
    await offerOf(adviser);
    const offer = await adviser.call('GET /api/v1/booking-offer', {});
    const { url: _, can: __, ...own } = offer;
    const send = (more: object) => adviser.try('PUT /api/v1/booking-offer', { ...own, ...more });
    expect((await send({ version: 7 })).body).toMatchObject({ code: 'booking_offer_changed' });
    expect(
      (await send({ hours: [{ weekday: 1, from: '12:00', to: '09:00' }] })).body,
    ).toMatchObject({
      code: 'booking_hours',
    });
    expect(
      (
        await send({
          hours: [
            { weekday: 1, from: '09:00', to: '12:00' },
            { weekday: 1, from: '11:00', to: '13:00' },
          ],
        })
      ).body,
    ).toMatchObject({ code: 'booking_hours' });
    expect((await send({ timeZone: 'Mars/Base' })).status).toBe(400);
    const question = { id: 'q', label: 'About?', isRequired: true, options: ['Courses', 'Other'] };
    expect((await send({ kinds: [{ ...own.kinds[0], questions: [question] }] })).status).toBe(200);
    expect((await book(world.ana, adviser, at('09:00'))).body).toMatchObject({
      code: 'booking_answers',
    });
    expect((await book(world.ana, adviser, at('09:00'), { answers: { q: 'Else' } })).status).toBe(
      400,
    );
    expect(
      (await book(world.ana, adviser, at('09:00'), { answers: { q: 'Courses' } })).status,
    ).toBe(200);
    // A closed offer can't be booked, but existing bookings stay.
    await offerOf(adviser, { isOpen: false, kinds: [] });
    expect(await slots(world.ben, adviser)).toEqual([]);
    expect((await adviser.call('GET /api/v1/bookings', {})).items).toMatchObject([
      { answers: [{ question: 'About?', answer: 'Courses' }] },
    ]);
  });

  test('notifies people who booked when the host’s account is deleted, and deletes the meeting', async () => {
    await offerOf(adviser, { note: 'Words of mine' });
    expect((await book(world.ana, adviser, at('09:00'))).status).toBe(200);
    const other = await world.join({ username: `goes${number}` });
    expect((await book(other, adviser, at('10:00'))).status).toBe(200);
    await world.app.jobs.settle();
    world.mails.length = 0;
    // When a booker leaves, their spot becomes free.
    await other.call('POST /api/v1/account/erase', { password: worldPassword });
    await world.app.jobs.settle();
    expect(await times(world.ben, adviser)).toContain('10:00');
    await adviser.call('POST /api/v1/account/erase', { password: worldPassword });
    await world.app.jobs.settle();
    const off = world.mails.filter(({ calendar }) => calendar?.method === 'CANCEL');
    expect(off.map(({ to }) => to)).toEqual([world.ana.email]);
    expect(off[0]?.text).not.toMatch(/Helena|Brandt/);
    for (const table of ['booking_offers', 'booking_types', 'booking_slots', 'bookings'])
      expect(await world.sql(`select from ${table}`)).toEqual([]);
    expect((await world.ana.call('GET /api/v1/bookings', {})).items).toEqual([]);
  });

  test('can’t be changed by the person who booked shortly before, or by anyone after the start', async () => {
    await offerOf(adviser);
    const { body } = await book(world.ana, adviser, at('09:00'));
    const { id } = body as { id: string };
    const start = Date.parse(at('09:00'));
    await world.app.jobs.settle();
    world.clock.advance(start - world.clock.now().getTime() - day + minute);
    await world.app.jobs.settle();
    const near = async (who: Person) =>
      (await (await world.signInAgain(who)).call('GET /api/v1/notifications', {})).items.filter(
        (one) => one.kind === 'booking_near',
      );
    // Both are reminded a day before.
    expect(await near(world.ana)).toHaveLength(1);
    expect(await near(adviser)).toHaveLength(1);
    world.clock.advance(start - world.clock.now().getTime() - 60 * minute);
    const ana = await world.signInAgain(world.ana);
    const host = await world.signInAgain(adviser);
    expect((await ana.try('DELETE /api/v1/bookings/{id}', { id })).body).toMatchObject({
      code: 'booking_too_late',
    });
    await host.call('DELETE /api/v1/bookings/{id}', { id });
  });
});
