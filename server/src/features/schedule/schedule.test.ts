import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { inWorld, type Person } from '../../../test/world.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { many } from '../../kernel/sql.ts';
import { inTransaction } from '../../kernel/database/database.ts';
import { instantIn, localOf, readZone } from '../../kernel/time/zones.ts';
import { importCampus } from '../imports/import-campus.ts';
import { problemLine } from '../imports/problems.ts';
import { selectClassRows } from './schedule.queries.ts';

const world = inWorld();

const bring = async (content: Record<string, string>, school: SchoolId = world.school) => {
  const path = await mkdtemp(join(tmpdir(), 'commons-schedule-'));
  for (const [name, text] of Object.entries(content)) await writeFile(join(path, name), text);
  const report = await importCampus({
    pool: world.pool,
    files: world.files,
    school,
    path,
    now: world.clock.now(),
  });
  await rm(path, { recursive: true });
  expect(report.problems.map(problemLine)).toEqual([]);
};

/** Returns a term around a year of this world, with its clock changes. */
const campus = (zone: string) => ({
  'terms.csv': `code,name,start,end,timeZone,holidays\nyear,The year,2027-01-04,2027-12-17,${zone},2027-03-08\n`,
  'courses.csv': 'code,number,title\nchem,CHEM 101,Chemistry\nmath,MATH 2,Algebra\n',
  'sections.csv': 'code,course,term,name\nc,chem,year,A\nm,math,year,\n',
  'meetings.csv':
    'section,meeting,kind,days,date,start,end,room\nc,1,lecture,MO|SU,,10:00,11:00,5-233\nc,2,lab,WE,,23:30,24:00,\nm,1,exam,,2027-06-01,13:00,16:00,Gym\n',
  'section-members.csv': 'section,username,role\nc,ana,\nm,ana,\nc,ben,teacher\n',
});

const filters = (value: object) => JSON.stringify(value);
const list = (who: Person, value: object = {}, more: object = {}) =>
  who.call('GET /api/v1/schedule', { range: 0, limit: 200, filters: filters(value), ...more });
const form = (entries: Record<string, string>) => {
  const boundary = 'a-boundary-of-our-own';
  const parts = Object.entries(entries).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
    type: `multipart/form-data; boundary=${boundary}`,
  };
};
const configure = (who: Person, entries: Record<string, string>) => {
  const { body, type } = form(entries);
  return who.raw('/api/v1/schedule/config', {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${who.tokens.jwt}`, 'content-type': type },
  });
};

beforeEach(async () => {
  await world.sql('delete from terms');
  await world.sql('delete from courses');
  await world.sql('delete from schedule_settings');
});

test('[CAL-02] terms are in calendars of people with classes in them, with breaks, and don’t block time', async () => {
  await bring({
    ...campus('Asia/Tokyo'),
    'terms.csv':
      'code,name,start,end,timeZone,holidays\nyear,Spring 2027,2027-03-01,2027-03-26,Asia/Tokyo,2027-03-09|2027-03-08|2027-03-22\n',
  });
  const { ana, cy } = world;
  const academic = async (who: Person) =>
    (
      await who.call('GET /api/v1/calendar', {
        from: '2027-03-01',
        to: '2027-03-31',
        timeZone: 'America/Los_Angeles',
      })
    ).items
      .filter(({ kind }) => kind === 'academic')
      .map(({ title, dateStart, dateEnd, isAllDay, color, overlaps }) => [
        title,
        dateStart,
        dateEnd,
        isAllDay,
        color,
        overlaps.length,
      ]);
  expect(await academic(ana)).toEqual([
    ['Spring 2027 starts', '2027-03-01', '2027-03-01', true, 2, 0],
    ['No classes: Spring 2027', '2027-03-08', '2027-03-09', true, 2, 0],
    ['No classes: Spring 2027', '2027-03-22', '2027-03-22', true, 2, 0],
    ['Spring 2027 ends', '2027-03-26', '2027-03-26', true, 2, 0],
  ]);
  expect(await academic(cy)).toEqual([]);
  const { items: busy } = await ana.call('GET /api/v1/calendar/busy', {
    from: '2027-03-07T15:00:00Z',
    to: '2027-03-09T15:00:00Z',
  });
  expect(busy).toEqual([]);
  // Feeds can select by type.
  const feed = async (kinds: ('academic' | 'class')[]) => {
    const { url } = await ana.call('POST /api/v1/calendar/feeds', { name: 'Terms', kinds });
    return (await world.visit(new URL(url).pathname)).text;
  };
  const text = await feed(['academic']);
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(4);
  expect(text).toMatch(/DTSTART;VALUE=DATE:20270308\r\nDTEND;VALUE=DATE:20270310/);
  expect(await feed(['class'])).not.toContain('Spring 2027');
  await world.sql(`update users set locale = 'de-AT' where id = $1`, [ana.uid]);
  expect((await academic(ana)).map(([title]) => title)).toContain('Spring 2027 beginnt');
  await world.sql('update users set locale = null where id = $1', [ana.uid]);
});

describe('[SCHED-01] a person’s own schedule', () => {
  test('returns occurrences by range, limit, filters and order, without holidays and others’ classes', async () => {
    await bring(campus('Europe/Berlin'));
    const march = { from: '2027-03-01', to: '2027-03-14' };
    const { data, _metadata: meta } = await list(world.ana, march);
    expect(data.map(({ dateStart, kind }) => `${dateStart} ${kind}`)).toEqual([
      '2027-03-01T09:00:00Z lecture',
      '2027-03-03T22:30:00Z lab',
      '2027-03-07T09:00:00Z lecture',
      // The 8th is a holiday.
      '2027-03-10T22:30:00Z lab',
      '2027-03-14T09:00:00Z lecture',
    ]);
    expect(meta).toEqual({ total: 5, range: 0, limit: 200 });
    expect(data[0]).toMatchObject({
      title: 'Chemistry',
      dateEnd: '2027-03-01T10:00:00Z',
      isAllDay: false,
      timeZone: 'Europe/Berlin',
      location: '5-233',
      course: { number: 'CHEM 101' },
      section: { name: 'A' },
      role: 'student',
    });
    const page = await list(world.ana, march, { range: 1, limit: 3, order: 'DateStartDesc' });
    expect(page.data.map(({ dateStart }) => dateStart.slice(8, 10))).toEqual(['10', '07']);
    expect(page._metadata).toEqual({ total: 5, range: 1, limit: 3 });
    const june = { from: '2027-06-01', to: '2027-06-01' };
    expect((await list(world.ana, june)).data).toMatchObject([{ kind: 'exam', location: 'Gym' }]);
    expect((await list(world.ben, march)).data[0]).toMatchObject({ role: 'teacher' });
    expect((await list(world.ben, june)).data).toEqual([]);
    expect((await list(world.cy, march)).data).toEqual([]);
    expect((await list(world.eve, march)).data).toEqual([]);
    for (const [input, code] of [
      [{ filters: filters({ room: ['x'] }) }, 'schedule_filter_unknown'],
      [{ filters: '{' }, 'bad_json'],
      [{ filters: filters({ kinds: ['nap'] }) }, 'invalid_input'],
      [{ filters: filters({ from: '2027-03-01', to: '2027-02-01' }) }, 'invalid_input'],
      [{ order: 'ColorAsc' }, 'unknown_ordering'],
      [{ range: 0, limit: 100_000 }, 'page_too_large'],
    ] as const)
      expect((await world.ana.try('GET /api/v1/schedule', input)).body).toMatchObject({ code });
  });

  test('[SCHED-01] uses the local day of each class, even in the evening', async () => {
    await bring({
      ...campus('America/Los_Angeles'),
      'meetings.csv':
        'section,meeting,kind,days,date,start,end,room\nc,1,lecture,MO|SU,,20:00,21:00,\n',
    });
    const starts = async (from: string, to: string) =>
      (await list(world.ana, { from, to })).data.map(({ dateStart }) => dateStart);
    // January 10 is a Sunday, and its evening class is on the next day in UTC.
    expect(await starts('2027-01-11', '2027-01-11')).toEqual(['2027-01-12T04:00:00Z']);
    expect(await starts('2027-01-10', '2027-01-11')).toEqual([
      '2027-01-11T04:00:00Z',
      '2027-01-12T04:00:00Z',
    ]);
    expect(await starts('2027-01-12', '2027-01-12')).toEqual([]);
  });

  test(
    'keeps 10:00 at 10:00 in ten time zones around each clock change',
    { tags: ['soak'] },
    async () => {
      for (const zone of [
        'Europe/Berlin',
        'America/New_York',
        'America/St_Johns',
        'Australia/Lord_Howe',
        'Pacific/Auckland',
        'America/Santiago',
        'Africa/Cairo',
        'Asia/Kathmandu',
        'Asia/Gaza',
        'UTC',
      ]) {
        await world.sql('delete from terms');
        await bring(campus(zone));
        const year = await world.as(world.school)(
          `select meeting_series(m, t)->>'start' as start from section_meetings m join course_sections s on s.id = m.section_id join terms t on t.id = s.term_id where m.code = '1' and m.kind = 'lecture'`,
        );
        expect(year).toEqual([{ start: '2027-01-04T10:00:00' }]);
        const { data } = await list(world.ana, {
          from: '2027-01-01',
          to: '2027-12-31',
          kinds: ['lecture'],
        });
        expect(data).toHaveLength(98);
        expect(
          new Set(data.map(({ dateStart }) => localOf(Date.parse(dateStart), zone).slice(11))),
        ).toEqual(new Set(['10:00:00']));
        expect(instantIn(readZone(zone), Date.UTC(2027, 0, 4, 10))).toBe(
          Date.parse(data[0]?.dateStart ?? ''),
        );
      }
    },
  );

  test('can be filtered by a form that replaces all filters, rejects unknown names, and applies to calendars', async () => {
    await bring(campus('Europe/Berlin'));
    const { ana } = world;
    expect(await ana.call('GET /api/v1/schedule/options', {})).toEqual({
      terms: [{ value: 'year', label: 'The year', isNow: false }],
      courses: [
        { value: 'chem', label: 'CHEM 101', title: 'Chemistry', term: 'year' },
        { value: 'math', label: 'MATH 2', title: 'Algebra', term: 'year' },
      ],
      kinds: ['lecture', 'lab', 'exam'],
    });
    const answer = await configure(ana, { courses: '["chem"]', kinds: '["lab","exam"]' });
    expect([answer.status, answer.body]).toEqual([
      200,
      { terms: [], courses: ['chem'], kinds: ['lab', 'exam'] },
    ]);
    expect(await ana.call('GET /api/v1/schedule/config', {})).toEqual(answer.body);
    const march = { from: '2027-03-01', to: '2027-03-07' };
    expect((await list(ana, march)).data.map(({ kind }) => kind)).toEqual(['lab']);
    // A filter in the call replaces the stored one.
    expect((await list(ana, { ...march, kinds: [] })).data).toHaveLength(3);
    const window = { from: new Date('2027-03-01'), to: new Date('2027-03-08') };
    const part = (school: SchoolId, me: number) =>
      inTransaction(world.pool, { school, readOnly: true }, (db) =>
        many(db, selectClassRows(me, window)),
      );
    expect(await part(world.school, ana.id)).toMatchObject([
      { kind: 'class', title: 'Chemistry', series: { length: 30, zone: 'Europe/Berlin' } },
    ]);
    expect(await part(world.otherSchool, ana.id)).toEqual([]);
    for (const [entries, status] of [
      [{ rooms: '[]' }, 400],
      [{ kinds: '["nap"]' }, 400],
      [{ kinds: 'lab' }, 400],
      [{ terms: '{"a":1}' }, 400],
    ] as const)
      expect((await configure(ana, entries)).status).toBe(status);
    expect(await ana.call('GET /api/v1/schedule/config', {})).toEqual(answer.body);
    expect((await configure(ana, {})).body).toEqual({ terms: [], courses: [], kinds: [] });
    // Other people have their own filters.
    expect(await world.ben.call('GET /api/v1/schedule/config', {})).toEqual({
      terms: [],
      courses: [],
      kinds: [],
    });
  });

  test('includes shared availability only of people who share it, without titles, and lists the others', async () => {
    await bring(campus('Europe/Berlin'));
    const { ana, ben, cy, eve, admin } = world;
    const ask = (who: Person, people: readonly Person[], more: object = {}) =>
      who.call('GET /api/v1/schedule/free', {
        with: people.map(({ uid }) => uid).join(','),
        // A Monday, and the lab on a Wednesday night.
        from: '2027-03-01',
        to: '2027-03-01',
        timeZone: 'Europe/Berlin',
        ...more,
      });
    const spans = ({ items }: { items: { dateStart: string; dateEnd: string }[] }) =>
      items.map((one) => `${one.dateStart.slice(11, 16)}-${one.dateEnd.slice(11, 16)}`);
    // By default, no one shares their availability, not even with admins.
    const closed = await ask(admin, [ana]);
    expect(closed.notShared).toMatchObject([{ uid: ana.uid }]);
    expect(spans(closed)).toEqual(['07:00-19:00']);
    await ana.call('PATCH /api/v1/schedule/sharing', { audience: 'connections' });
    expect((await ask(cy, [ana])).notShared).toHaveLength(1);
    await ana.call('PATCH /api/v1/schedule/sharing', { audience: 'school' });
    const open = await ask(cy, [ana, ben]);
    expect([open.people.map(({ uid }) => uid), open.notShared.map(({ uid }) => uid)]).toEqual([
      [ana.uid],
      [ben.uid],
    ]);
    // Ana has a lecture from 10 to 11 in Berlin.
    expect(spans(open)).toEqual(['07:00-09:00', '10:00-19:00']);
    expect(JSON.stringify(open)).not.toMatch(/Chem|5-233/);
    // Classes that she hides in her own schedule aren't shared either, because her calendar counts.
    expect(spans(await ask(cy, [ana], { minutes: 180 }))).toEqual(['10:00-19:00']);
    // Connections can see it, and others can't.
    await ana.call('PATCH /api/v1/schedule/sharing', { audience: 'connections' });
    for (const [who, type, to] of [
      [cy, 'request', ana],
      [ana, 'accept', cy],
    ] as const)
      await who.call('GET /mobile_ws/v18/user_connect', { student_uid: to.uid, type });
    expect((await ask(cy, [ana])).people).toHaveLength(1);
    expect((await ask(ben, [ana])).people).toHaveLength(0);
    // People of another school don't even see a name.
    expect(await ask(eve, [ana])).toMatchObject({ people: [], notShared: [] });
    expect(
      (
        await cy.try('GET /api/v1/schedule/free', {
          club: '1',
          from: '2027-03-01',
          to: '2027-03-01',
        })
      ).status,
    ).toBe(404);
    for (const more of [
      { to: '2027-05-01' },
      { to: '2027-02-01' },
      { timeZone: 'Mars' },
      { with: '' },
      { dayStart: 20, dayEnd: 8 },
    ])
      expect(
        (
          await cy.try('GET /api/v1/schedule/free', {
            with: ana.uid,
            from: '2027-03-01',
            to: '2027-03-01',
            ...more,
          })
        ).status,
      ).toBe(400);
  });
});
