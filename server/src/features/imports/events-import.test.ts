import { describe, expect, test } from 'vitest';
import type { Content } from '../../../test/import-folder.ts';
import { inImports } from '../../../test/import-world.ts';
import { inWorld } from '../../../test/world.ts';
import { schoolId, type SchoolId } from '../../kernel/ids.ts';
import { problemLine } from './problems.ts';

const world = inWorld();
const files = ['people', 'connections', 'clubs', 'club-members', 'club-officers', 'events'];
const { newSchool, bring, stored, undo, exported: exportedTo, rowsOf } = inImports(world, files);
const exported = async (school: SchoolId): Promise<Content> =>
  Object.fromEntries(
    Object.entries((await exportedTo(school)).texts).map(([name, text]) => [`${name}.csv`, text]),
  );
const tables = ['users', 'clubs', 'events', 'event_hosts', 'event_cohosts', 'event_invitees'];
/** Returns every row of a school that event lists can change, without their versions. */
const everything = async (school: SchoolId) => ({
  rows: await rowsOf(school, tables, 'version'),
  starts: await world.as(school)(
    'select event_id, starts_at, ends_at, original from event_starts order by 1, 2',
  ),
});

const base: Content = {
  'people.csv': 'username,firstName\nana,Ana\nben,Ben\n',
  'clubs.csv': 'code,name,status\nchess,Chess,active\nchoir,Choir,active\n',
};
const columns =
  'code,title,club,description,start,end,timeZone,rrule,except,moved,dates,location,tags,status,audience,hosts,cohosts,invited,registration,capacity,waitlist\n';
const events: Content = {
  ...base,
  'events.csv': `${columns}weekly,Chess night,chess,"<p onclick=""x()"">Boards</p>",2026-10-05T18:00,2026-10-05T20:30,Europe/Berlin,FREQ=WEEKLY;COUNT=6,2026-10-19T18:00,2026-10-26T18:00=2026-10-27T19:00/2026-10-27T21:00,,Hall,Games|Indoors,,members,ana|ben,choir,,occurrence,20,offer
fair,Club fair,,,2026-09-01,2026-09-03,America/New_York,,,,,,,canceled,school,,,,none,,
talks,Three talks,choir,,2026-11-02 17:00,2026-11-02T18:00,Asia/Tokyo,,,,2026-11-20T09:00/2026-11-20T10:30|2026-11-09T17:00/2026-11-09T18:00,,,draft,invited,ben,,ana|ben,event,0,off
=SUM,=SUM(A1),,,2026-12-01T08:00,2026-12-01T08:00,UTC,,,,,"a|b, c",,,,,,,,,
`,
};

describe('[EVENT-01] importing events', () => {
  test('stores nothing as a dry run, changes nothing when repeated, and round-trips through an empty school', async () => {
    const school = await newSchool();
    const nothing = await everything(school);
    const expected = { clubs: { added: 2 }, events: { added: 4, changed: 0 }, problemTotal: 0 };
    expect(await bring(school, events, { isDryRun: true })).toMatchObject({
      ...expected,
      isStored: false,
    });
    expect(await everything(school)).toEqual(nothing);
    expect(await stored(school, events)).toMatchObject({ ...expected, isStored: true });
    const once = await everything(school);
    expect(await stored(school, events)).toMatchObject({
      id: null,
      events: { added: 0, changed: 0, unchanged: 4 },
    });
    expect(await everything(school)).toEqual(once);
    const first = await exported(school);
    expect(first['events.csv']).toContain(
      '2026-10-05T18:00,2026-10-05T20:30,Europe/Berlin,FREQ=WEEKLY;COUNT=6,2026-10-19T18:00,2026-10-26T18:00=2026-10-27T19:00/2026-10-27T21:00,',
    );
    expect(first['events.csv']).toContain(
      '2026-11-09T17:00/2026-11-09T18:00|2026-11-20T09:00/2026-11-20T10:30',
    );
    const empty = await newSchool();
    expect(await stored(empty, first)).toMatchObject({ events: { added: 4 } });
    expect(await exported(empty)).toEqual(first);
    expect(await stored(school, first)).toMatchObject({ id: null, events: { unchanged: 4 } });
  });

  test('keeps the local time of each time zone across a clock change', async () => {
    const school = await newSchool();
    await stored(school, events);
    const starts = await world.as(school)(
      `select o.starts_at, o.original from event_starts o join events e on e.id = o.event_id where e.code = 'weekly' order by 1`,
    );
    // 18:00 in Berlin is 16:00 UTC until October 25, and 17:00 after it. One date is left out, and one is a day later at 19:00.
    expect(starts.map((one) => one.starts_at.toISOString())).toEqual([
      '2026-10-05T16:00:00.000Z',
      '2026-10-12T16:00:00.000Z',
      '2026-10-27T18:00:00.000Z',
      '2026-11-02T17:00:00.000Z',
      '2026-11-09T17:00:00.000Z',
    ]);
    const kept = await world.as(school)(
      `select description, status from events where code = 'weekly'`,
    );
    expect(kept).toEqual([{ description: '<p>Boards</p>', status: 'published' }]);
  });

  test('names bad rows by line and column, and stores nothing', async () => {
    const school = await newSchool();
    const nothing = await everything(school);
    const lines = [
      'late,Late,,,2026-10-05T18:00,2026-10-05T17:00,UTC,,,,,,,,,,,,,,',
      'zone,Zone,,,2026-10-05T18:00,2026-10-05T19:00,Europe/Atlantis,,,,,,,,,,,,,,',
      'rule,Rule,,,2026-10-05T18:00,2026-10-05T19:00,UTC,FREQ=SECONDLY,,,,,,,,,,,,,',
      'never,Never,,,2026-10-05T18:00,2026-10-05T19:00,UTC,FREQ=WEEKLY;COUNT=2,2026-10-06T18:00,,,,,,,,,,,,',
      'time,Time,,,tomorrow,2026-10-05T19:00,UTC,,,,,,,,,,,,,,',
      'club,Club,nochess,,2026-10-05,2026-10-05,UTC,,,,,,,,,,,,,,',
      'host,Host,,,2026-10-05,2026-10-05,UTC,,,,,,,,,nobody,,,,,',
      'both,Both,,,2026-10-05T18:00,2026-10-05T19:00,UTC,FREQ=DAILY;COUNT=2,,,2026-10-09T18:00/2026-10-09T19:00,,,,,,,,,,',
      'members,Members,,,2026-10-05,2026-10-05,UTC,,,,,,,,members,,,,,,',
      ',No code,,,2026-10-05,2026-10-05,UTC,,,,,,,,,,,,,,',
      'late,Again,,,2026-10-05,2026-10-05,UTC,,,,,,,,,,,,,,',
      'new,,,,,,,,,,,,,,,,,,,,',
    ];
    const report = await bring(school, {
      ...base,
      'events.csv': `${columns}${lines.join('\n')}\n`,
    });
    expect(report.isStored).toBe(false);
    const found = report.problems
      .map(problemLine)
      .map((one) => one.replace('events.csv, line ', ''));
    const expected = [
      '2, column end: The end is before the start.',
      '3, column timeZone: is not a time zone such as America/New_York',
      '4, column rrule: Events repeat daily, weekly, monthly or yearly.',
      '5, column except: The rule gives no time at 2026-10-06T18:00',
      '6, column start: is not a time such as 2026-10-05T18:00',
      '7, column club: no club has the code',
      "8, column hosts: no one has the username 'nobody'",
      '9, column rrule: An event has a rule or dates, not both.',
      '10, column audience: members are those of a club',
      '11, column code: is empty',
      '12, column code: is already in line 2',
      '13, column title: a new event needs a title',
    ];
    for (const one of expected)
      expect(found).toContainEqual(expect.stringContaining(one.slice(0, 60)));
    expect(await everything(school)).toEqual(nothing);
  });

  test('restores the previous events and their dates when undone', async () => {
    const school = await newSchool();
    await stored(school, events);
    const before = await everything(school);
    const changed: Content = {
      'events.csv':
        'code,title,start,end,timeZone,rrule,hosts,cohosts\nweekly,Blitz night,2026-10-06T18:00,2026-10-06T19:00,,FREQ=WEEKLY;COUNT=2,ben,\n' +
        'extra,Extra,2026-12-24,2026-12-24,UTC,,ana,chess\n',
    };
    const { id } = await stored(school, changed);
    const now = await everything(school);
    expect(now).not.toEqual(before);
    expect(
      await world.as(school)(
        `select count(*)::int as n from event_starts o join events e on e.id = o.event_id where e.code = 'weekly'`,
      ),
    ).toEqual([{ n: 2 }]);
    await undo(school, id ?? 0);
    expect(await everything(school)).toEqual(before);
  });

  test('can’t reschedule an event with registrations, and can’t be undone while it has any', async () => {
    const list = (end: string) => ({
      'events.csv': `code,title,start,end,timeZone\nopen,Open day,2027-11-05T10:00,${end},UTC\n`,
    });
    const school = schoolId(world.school);
    const { id } = await stored(school, list('2027-11-05T12:00'));
    await world.app.jobs.settle();
    const [event] = await world.as(school)(`select id from events where code = 'open'`);
    const made = await world.ana.call('PUT /api/v1/events/{id}/registration', {
      id: String(event?.id),
    });
    expect(made.status).toBe('registered');
    expect((await world.ana.call('GET /api/v1/event-tickets')).items.length).toBeGreaterThan(0);
    const report = await bring(school, list('2027-11-05T13:00'));
    expect(report.problems.map(problemLine).join()).toContain('people have registered');
    expect(await stored(school, list('2027-11-05T12:00'))).toMatchObject({ id: null });
    await expect(undo(school, id ?? 0)).rejects.toThrow('event_registrations');
  });
});
