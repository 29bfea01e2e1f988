import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inWorld, type Person } from '../../../test/world.ts';
import type { CalendarPart, CalendarRow } from '../../kernel/feature.ts';
import { calendarParts, registerParts } from './calendar-reading.ts';

const world = inWorld();
const code = ({ body }: { body: unknown }) => (body as { code?: string }).code;

const make = (who: Person, entry: Record<string, unknown>) =>
  who.call('POST /api/v1/calendar/entries', {
    clientId: randomUUID(),
    title: 'Entry',
    timeZone: 'Europe/Berlin',
    dateStart: '2026-11-17T10:00',
    dateEnd: '2026-11-17T11:00',
    ...entry,
  });
const between = async (who: Person, from: string, to: string, timeZone = 'Europe/Berlin') =>
  (await who.call('GET /api/v1/calendar', { from, to, timeZone })).items;
const times = (items: readonly { title: string; dateStart: string; dateEnd: string }[]) =>
  items.map(({ title, dateStart, dateEnd }) => `${title} ${dateStart} ${dateEnd}`);

describe('[CAL-02] personal events', () => {
  test('are listed in order in their owner’s week, with all-day events as dates and overlaps marked', async () => {
    await make(world.ana, { title: 'Gym', location: 'Hall', color: 4 });
    await make(world.ana, {
      title: 'Call',
      dateStart: '2026-11-17T10:30',
      dateEnd: '2026-11-17T12:00',
    });
    await make(world.ana, { title: 'Trip', dateStart: '2026-11-18', dateEnd: '2026-11-20' });
    await make(world.ana, {
      title: 'Next week',
      dateStart: '2026-11-24T00:00',
      dateEnd: '2026-11-24T01:00',
    });
    const week = await between(world.ana, '2026-11-16', '2026-11-23');
    expect(times(week)).toEqual([
      'Gym 2026-11-17T09:00:00Z 2026-11-17T10:00:00Z',
      'Call 2026-11-17T09:30:00Z 2026-11-17T11:00:00Z',
      'Trip 2026-11-18 2026-11-20',
    ]);
    expect(week[0]).toMatchObject({
      kind: 'own',
      calendar: 'own',
      color: 4,
      location: 'Hall',
      timeZone: 'Europe/Berlin',
      isAllDay: false,
      isTentative: false,
      occurrence: null,
      overlaps: [{ title: 'Call', minutes: 30, kind: 'own' }],
    });
    expect(week[2]).toMatchObject({ isAllDay: true, overlaps: [], color: 6 });
    // A viewer on the other side of the world sees all-day items on the same days.
    expect(times(await between(world.ana, '2026-11-20', '2026-11-21', 'Pacific/Auckland'))).toEqual(
      ['Trip 2026-11-18 2026-11-20'],
    );
    expect(await between(world.ana, '2026-11-21', '2026-11-22', 'Pacific/Honolulu')).toEqual([]);
    for (const who of [world.ben, world.admin, world.eve])
      expect(await between(who, '2026-11-16', '2026-11-23')).toEqual([]);
  });

  test('conflict with items at the same time, and don’t block free time', async () => {
    const ask = { from: '2026-11-17T09:45:00Z', to: '2026-11-17T10:15:00Z' };
    const { items } = await world.ana.call('GET /api/v1/calendar/conflicts', ask);
    expect(items.map(({ title }) => title)).toEqual(['Gym', 'Call']);
    const after = { from: '2026-11-17T11:00:00Z', to: '2026-11-17T20:00:00Z' };
    expect((await world.ana.call('GET /api/v1/calendar/conflicts', after)).items).toEqual([]);
    const day = { from: '2026-11-17T00:00:00Z', to: '2026-11-19T00:00:00Z' };
    const busyTimes = async () => (await world.ana.call('GET /api/v1/calendar/busy', day)).items;
    const meetings = [
      { dateStart: '2026-11-17T09:00:00Z', dateEnd: '2026-11-17T11:00:00Z', isTentative: false },
    ];
    // An all-day trip blocks its days unless it is shown as free.
    expect(await busyTimes()).toEqual([
      ...meetings,
      { dateStart: '2026-11-17T23:00:00Z', dateEnd: '2026-11-20T23:00:00Z', isTentative: false },
    ]);
    const trip = (await between(world.ana, '2026-11-18', '2026-11-19'))[0];
    const free = await world.ana.call('PATCH /api/v1/calendar/entries/{id}', {
      id: trip?.id ?? '',
      version: 0,
      isFree: true,
    });
    expect(free).toMatchObject({ title: 'Trip', isFree: true });
    expect(await busyTimes()).toEqual(meetings);
    expect((await world.ben.call('GET /api/v1/calendar/busy', day)).items).toEqual([]);
  });

  test('are stored once if they are sent twice, even at the same time', async () => {
    const entry = {
      clientId: randomUUID(),
      title: 'Once',
      dateStart: '2026-12-01T10:00',
      dateEnd: '2026-12-01T11:00',
    };
    const made = await Promise.all([
      make(world.ben, entry),
      make(world.ben, entry),
      make(world.ben, entry),
    ]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await between(world.ben, '2026-12-01', '2026-12-02')).toHaveLength(1);
    // Another person's client id doesn't give access.
    const hers = await make(world.ana, entry);
    expect(hers.id).not.toBe(made[0]?.id);
    await world.ana.call('DELETE /api/v1/calendar/entries/{id}', { id: hers.id });
  });

  test('can be changed only by their owner with the newest version', async () => {
    const entry = await make(world.ana, {
      title: 'Draft',
      note: 'Bring the book',
      dateStart: '2026-12-02T10:00',
      dateEnd: '2026-12-02T11:00',
    });
    const change = { id: entry.id, version: entry.version };
    for (const who of [world.ben, world.admin, world.eve]) {
      expect(
        (await who.try('PATCH /api/v1/calendar/entries/{id}', { ...change, title: 'X' })).status,
      ).toBe(404);
      expect((await who.try('GET /api/v1/calendar/entries/{id}', { id: entry.id })).status).toBe(
        404,
      );
      await who.call('DELETE /api/v1/calendar/entries/{id}', { id: entry.id });
    }
    // Two simultaneous updates: one gets a conflict.
    const answers = await Promise.all(
      ['09:00', '12:00'].map((time) =>
        world.ana.try('PATCH /api/v1/calendar/entries/{id}', {
          ...change,
          dateStart: `2026-12-02T${time}`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.map(code)).toContain('calendar_entry_changed');
    const now = await world.ana.call('GET /api/v1/calendar/entries/{id}', { id: entry.id });
    expect(now).toMatchObject({ title: 'Draft', note: 'Bring the book', version: 1 });
    // The length is unchanged.
    expect([now.dateStart.slice(11), now.dateEnd.slice(11)]).toEqual(
      now.dateStart.includes('T09') ? ['09:00:00', '10:00:00'] : ['12:00:00', '13:00:00'],
    );
    const allDay = await world.ana.call('PATCH /api/v1/calendar/entries/{id}', {
      id: entry.id,
      version: 1,
      dateStart: '2026-12-03',
      dateEnd: '2026-12-03',
      note: null,
    });
    expect(allDay).toMatchObject({ isAllDay: true, dateEnd: '2026-12-03', note: null });
    await world.ana.call('DELETE /api/v1/calendar/entries/{id}', { id: entry.id });
  });

  test.each([
    ['an end before the start', { dateEnd: '2026-11-17T09:00' }, 'time_order'],
    ['a zone that does not exist', { timeZone: 'Mars/Olympus' }, 'zone_unknown'],
    ['a day that does not exist', { dateStart: '2026-02-30T10:00' }, 'time_invalid'],
    ['a day with a time', { dateStart: '2026-11-17' }, 'time_invalid'],
    ['a duration of a year', { dateEnd: '2027-11-17T10:00' }, 'time_length'],
    ['every minute', { rrule: 'FREQ=MINUTELY' }, 'rule_frequency'],
    ['too many occurrences', { rrule: 'FREQ=DAILY;COUNT=1000000' }, 'rule_count'],
    ['a rule without occurrences', { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'rule_never'],
    ['a start that doesn’t match its rule', { rrule: 'FREQ=WEEKLY;BYDAY=MO' }, 'rule_start'],
    ['an invalid rule', { rrule: 'every Monday' }, 'rule_invalid'],
  ])('reject %s with a code', async (_, given, expected) => {
    const answer = await world.ana.try('POST /api/v1/calendar/entries', {
      clientId: randomUUID(),
      title: 'Entry',
      timeZone: 'Europe/Berlin',
      dateStart: '2026-11-17T10:00',
      dateEnd: '2026-11-17T11:00',
      ...given,
    });
    expect([answer.status, code(answer)]).toEqual([422, expected]);
  });

  test('are listed for a limited date range, and longer ranges are rejected', async () => {
    const ask = async (query: Record<string, string>) =>
      code(await world.ana.try('GET /api/v1/calendar', query));
    expect(await ask({ from: '2026-11-16', to: '2027-01-17' })).toBeUndefined();
    expect(await ask({ from: '2026-11-16', to: '2027-01-18' })).toBe('window_too_long');
    expect(await ask({ from: '2026-11-16', to: '2026-11-16' })).toBe('window_invalid');
    expect(await ask({ from: 'yesterday..', to: '2026-11-16' })).toBe('time_invalid');
    expect(await ask({ from: '2026-11-16', to: '2026-11-17', timeZone: 'X' })).toBe('zone_unknown');
  });
});

describe('[CAL-02] series across a clock change (Berlin, 29 March 2026)', () => {
  const march = { from: '2026-03-16', to: '2026-04-20' };
  const weekly = () =>
    make(world.cy, {
      title: 'Seminar',
      dateStart: '2026-03-18T10:00',
      dateEnd: '2026-03-18T11:30',
      rrule: 'FREQ=WEEKLY;COUNT=4',
    });
  const starts = async () =>
    (await between(world.cy, march.from, march.to)).map(
      ({ title, dateStart }) => `${title} ${dateStart}`,
    );
  const clear = async () => {
    for (const { id } of await between(world.cy, march.from, march.to))
      await world.cy.call('DELETE /api/v1/calendar/entries/{id}', { id });
  };

  test('keep 10:00 at 10:00 across the clock change', async () => {
    const { version, id } = await weekly();
    expect(await starts()).toEqual([
      'Seminar 2026-03-18T09:00:00Z',
      'Seminar 2026-03-25T09:00:00Z',
      'Seminar 2026-04-01T08:00:00Z',
      'Seminar 2026-04-08T08:00:00Z',
    ]);
    const [, second] = await between(world.cy, march.from, march.to);
    expect(second?.occurrence).toBe('2026-03-25T10:00:00');
    const answer = await world.cy.try('PATCH /api/v1/calendar/entries/{id}', {
      id,
      version,
      scope: 'this',
      title: 'X',
    });
    expect([answer.status, code(answer)]).toEqual([400, 'occurrence_required']);
    const other = { id, version, scope: 'this', occurrence: '2026-03-26T10:00:00', title: 'X' };
    expect(code(await world.cy.try('PATCH /api/v1/calendar/entries/{id}', other))).toBe(
      'occurrence_unknown',
    );
    await clear();
  });

  test('allow one occurrence to be rescheduled across the clock change, and keep its time', async () => {
    const { version, id } = await weekly();
    const moved = await world.cy.call('PATCH /api/v1/calendar/entries/{id}', {
      id,
      version,
      scope: 'this',
      occurrence: '2026-03-25T10:00:00',
      // An instant, as the web app sends it.
      dateStart: '2026-03-30T07:00:00Z',
    });
    expect(moved).toMatchObject({ id, version: 1, rrule: 'FREQ=WEEKLY;COUNT=4' });
    expect(await starts()).toEqual([
      'Seminar 2026-03-18T09:00:00Z',
      'Seminar 2026-03-30T07:00:00Z',
      'Seminar 2026-04-01T08:00:00Z',
      'Seminar 2026-04-08T08:00:00Z',
    ]);
    // A date with different texts becomes a separate event.
    const own = await world.cy.call('PATCH /api/v1/calendar/entries/{id}', {
      id,
      version: 1,
      scope: 'this',
      occurrence: '2026-04-01T10:00:00',
      title: 'Exam',
    });
    expect(own.id).not.toBe(id);
    expect(await starts()).toContain('Exam 2026-04-01T08:00:00Z');
    await world.cy.call('DELETE /api/v1/calendar/entries/{id}', {
      id,
      scope: 'this',
      occurrence: '2026-03-25T10:00:00',
    });
    expect(await starts()).toEqual([
      'Seminar 2026-03-18T09:00:00Z',
      'Exam 2026-04-01T08:00:00Z',
      'Seminar 2026-04-08T08:00:00Z',
    ]);
    await clear();
  });

  test('allow this and later occurrences to be rescheduled to the evening, and keep earlier ones', async () => {
    const { version, id } = await weekly();
    const after = await world.cy.call('PATCH /api/v1/calendar/entries/{id}', {
      id,
      version,
      scope: 'following',
      occurrence: '2026-03-25T10:00:00',
      title: 'Lab',
      dateStart: '2026-03-26T18:00',
    });
    expect(after.id).not.toBe(id);
    expect(await starts()).toEqual([
      'Seminar 2026-03-18T09:00:00Z',
      'Lab 2026-03-26T17:00:00Z',
      'Lab 2026-04-02T16:00:00Z',
      'Lab 2026-04-09T16:00:00Z',
    ]);
    await world.cy.call('DELETE /api/v1/calendar/entries/{id}', {
      id: after.id,
      scope: 'following',
      occurrence: '2026-04-02T18:00:00',
    });
    expect(await starts()).toEqual(['Seminar 2026-03-18T09:00:00Z', 'Lab 2026-03-26T17:00:00Z']);
    await clear();
  });

  test('allow all occurrences to be moved to another time zone, each at its local time there', async () => {
    const { version, id } = await weekly();
    await world.cy.call('PATCH /api/v1/calendar/entries/{id}', {
      id,
      version,
      scope: 'all',
      occurrence: '2026-04-01T10:00:00',
      timeZone: 'America/New_York',
      dateStart: '2026-04-01T20:00',
      dateEnd: '2026-04-01T20:05',
    });
    expect(times(await between(world.cy, march.from, march.to))).toEqual([
      'Seminar 2026-03-19T00:00:00Z 2026-03-19T00:05:00Z',
      'Seminar 2026-03-26T00:00:00Z 2026-03-26T00:05:00Z',
      'Seminar 2026-04-02T00:00:00Z 2026-04-02T00:05:00Z',
      'Seminar 2026-04-09T00:00:00Z 2026-04-09T00:05:00Z',
    ]);
    await world.cy.call('DELETE /api/v1/calendar/entries/{id}', { id });
    expect(await starts()).toEqual([]);
  });
});

test('[CAL-01] the API returns exact times: five minutes stay five, and midnight stays midnight', async () => {
  await make(world.admin, {
    title: 'Short',
    dateStart: '2026-11-17T23:55',
    dateEnd: '2026-11-18T00:00',
  });
  const [item] = await between(world.admin, '2026-11-16', '2026-11-23');
  expect(item).toMatchObject({
    dateStart: '2026-11-17T22:55:00Z',
    dateEnd: '2026-11-17T23:00:00Z',
  });
});

test('shown calendars are each person’s own choice and don’t affect anyone else', async () => {
  const first = await world.ana.call('GET /api/v1/calendar/sources', {});
  expect(first.kinds).toContainEqual({ kind: 'class', isShown: true, color: 3 });
  const chosen = await world.ana.call('PATCH /api/v1/calendar/sources', {
    hidden: ['class', 'deadline'],
    ownColor: 1,
  });
  const hidden = ({ kinds }: typeof chosen) =>
    kinds.filter(({ isShown }) => !isShown).map(({ kind }) => kind);
  expect(hidden(chosen)).toEqual(['class', 'deadline']);
  expect(chosen.kinds).toContainEqual({ kind: 'own', isShown: true, color: 1 });
  expect(
    hidden(await world.ana.call('PATCH /api/v1/calendar/sources', { shown: ['class'] })),
  ).toEqual(['deadline']);
  expect(hidden(await world.ben.call('GET /api/v1/calendar/sources', {}))).toEqual([]);
});

/** Creates the calendar part of another feature. */
const partOf = (rows: readonly Partial<CalendarRow>[]): CalendarPart => ({
  rows: () => sql<CalendarRow>`select r.kind, r.id, r.title, r.location, r.url, r.series, r."only", r.is_tentative, r.is_canceled,
      r.more, r.revision, r.updated_at
    from jsonb_to_recordset(${JSON.stringify(
      rows.map((row) => ({
        kind: 'event',
        id: '7',
        title: 'Talk',
        location: null,
        url: '/events/7',
        only: null,
        is_tentative: false,
        is_canceled: false,
        more: null,
        revision: 1,
        updated_at: '2026-11-01T00:00:00Z',
        ...row,
      })),
    )}::jsonb) as r (kind text, id text, title text, location text, url text, series jsonb, "only" text[], is_tentative bool,
      is_canceled bool, more jsonb, revision int, updated_at timestamptz)`,
});
const seriesAt = (start: string, length: number, rule: string | null = null) => ({
  start,
  zone: 'UTC',
  length,
  rule,
  exceptions: [],
  overrides: {},
});

test('[CAL-02] other features’ items are listed with personal events, with their color and the person’s occurrences', async () => {
  const parts = calendarParts();
  try {
    registerParts(() => [
      ...parts,
      partOf([
        { series: seriesAt('2026-12-14T10:00:00', 120), is_tentative: true },
        {
          kind: 'class',
          id: '1',
          title: 'CHEM 101',
          url: null,
          series: seriesAt('2026-12-14T11:00:00', 60, 'FREQ=WEEKLY;COUNT=3'),
        },
        {
          kind: 'club',
          id: '2',
          title: 'Meeting',
          series: seriesAt('2026-12-14T18:00:00', 60, 'FREQ=DAILY;COUNT=5'),
          only: ['2026-12-16T18:00:00'],
        },
        { kind: 'deadline', id: '3', title: 'Report', series: seriesAt('2026-12-14T11:30:00', 0) },
        {
          kind: 'event',
          id: '8',
          title: 'Off',
          series: seriesAt('2026-12-14T11:00:00', 60),
          is_canceled: true,
        },
        { kind: 'academic', id: '4', title: 'Term ends', series: seriesAt('2026-12-18', 1) },
      ]),
    ]);
    await make(world.ana, {
      title: 'Lunch',
      color: 1,
      timeZone: 'UTC',
      dateStart: '2026-12-14T11:30',
      dateEnd: '2026-12-14T12:30',
    });
    const items = await between(world.ana, '2026-12-14', '2026-12-21', 'UTC');
    expect(
      items.map(({ title, color, isTentative, isCanceled, overlaps }) => [
        title,
        color,
        isTentative,
        isCanceled,
        ...overlaps.map((one) => `${one.title} ${one.minutes}`),
      ]),
    ).toEqual([
      ['Talk', 0, true, false, 'CHEM 101 60', 'Lunch 30'],
      ['CHEM 101', 3, false, false, 'Talk 60', 'Lunch 30'],
      ['Off', 0, false, true],
      ['Report', 5, false, false],
      ['Lunch', 1, false, false, 'Talk 30', 'CHEM 101 30'],
      ['Meeting', 1, false, false],
      ['Term ends', 2, false, false],
    ]);
    const { items: clashes } = await world.ana.call('GET /api/v1/calendar/conflicts', {
      from: '2026-12-14T11:45:00Z',
      to: '2026-12-14T12:15:00Z',
    });
    expect(clashes.map(({ title }) => title)).toEqual(['Talk', 'CHEM 101', 'Lunch']);
    const { items: busy } = await world.ana.call('GET /api/v1/calendar/busy', {
      from: '2026-12-14T00:00:00Z',
      to: '2026-12-15T00:00:00Z',
    });
    expect(busy).toEqual([
      { dateStart: '2026-12-14T10:00:00Z', dateEnd: '2026-12-14T12:00:00Z', isTentative: true },
      { dateStart: '2026-12-14T11:00:00Z', dateEnd: '2026-12-14T12:30:00Z', isTentative: false },
    ]);
    // In a file, a single date of a series is a separate entry, and canceled entries are marked.
    const { url } = await world.ana.call('POST /api/v1/calendar/feeds', {
      name: 'All',
      kinds: ['event', 'club'],
    });
    const { text } = await world.visit(new URL(url).pathname);
    expect(
      text
        .match(/^STATUS:.*$/gm)
        ?.map((line) => line.trim())
        .toSorted(),
    ).toEqual(['STATUS:CANCELLED', 'STATUS:CONFIRMED', 'STATUS:TENTATIVE']);
    expect(text).toMatch(/UID:club-2-2026-12-16T18:00:00-[\w-]{16}@commons/);
    expect(text).toMatch(/URL:http:\/\/localhost\/events\/7/);
    expect(text).not.toContain('Lunch');
  } finally {
    registerParts(() => parts);
  }
});
