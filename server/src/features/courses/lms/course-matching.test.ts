import { expect, test } from 'vitest';
import { inLmsWorld } from '../../../../test/lms-world.ts';
import { remindOfDue } from '../reminders/reminders.queries.ts';
import { runMaintenance } from '../../../kernel/jobs/maintenance.ts';
import { inImports } from '../../../../test/import-world.ts';
import { beginsWithNumber, matchCourses, type MatchableCourse } from './course-matching.ts';

const { world, lms, at, item, graded, connect, refresh, later, titles, notified } = inLmsWorld();
const { stored } = inImports(world);

test.each([
  ['CHEM 101', 'CHEM 101', true],
  ['CHEM-101-001 F26', 'CHEM 101', true],
  ['chem101: Chemistry', 'CHEM 101', true],
  ['F26 CHEM 101', 'CHEM 101', false],
  ['CHEM 1010', 'CHEM 101', false],
  ['CHEM 101L', 'CHEM 101', false],
  ['Welcome', '', false],
])('%s begins with the number %s: %s', (text, number, isIt) => {
  expect(beginsWithNumber(text, number)).toBe(isIt);
});

test('a course matches its section by code, or by number, name and term dates, and a person’s choice takes priority', () => {
  const section = (id: string, more: object = {}) => ({
    id,
    code: `S${id}`,
    name: null as string | null,
    course_code: 'CHEM101',
    number: 'CHEM 101',
    starts_on: '2026-09-01',
    ends_on: '2026-12-20',
    ...more,
  });
  const course = (id: string, more: Partial<MatchableCourse> = {}): MatchableCourse => ({
    id,
    title: 'Chemistry',
    number: 'CHEM 101',
    schoolCode: null,
    startsAt: null,
    endsAt: null,
    ...more,
  });
  const pairs = (...args: Parameters<typeof matchCourses>) =>
    Object.fromEntries(matchCourses(...args).map((one) => [one.course, one.section]));
  // Of two sections, the one in its name. Last year’s course doesn't match.
  const two = [section('1', { name: '001' }), section('2', { name: '002' })];
  expect(
    pairs(
      [
        course('a', { number: 'CHEM-101-002 F26' }),
        course('b', { number: 'CHEM-101-001 F26' }),
        course('old', { endsAt: '2026-05-20T00:00:00.000Z' }),
      ],
      two,
      [],
    ),
  ).toEqual({ a: '2', b: '1' });
  expect(pairs([course('a', { schoolCode: 'S1' }), course('b')], two, [])).toEqual({
    a: '1',
    b: '2',
  });
  expect(pairs([course('a', { schoolCode: 'OTHER' })], two, [])).toEqual({});
  const said = [
    { course: 'a', section: null, is_manual: true },
    { course: 'b', section: '2', is_manual: true },
    { course: 'gone', section: '1', is_manual: true },
  ];
  expect(pairs([course('a'), course('b', { number: 'LAB' })], two, said)).toEqual({
    a: null,
    b: '2',
  });
});

const day = (days: number) => at(days).slice(0, 10);
const files = (more: object = {}) => ({
  'terms.csv': `code,name,start,end,timeZone\nnow,Now,${day(-30)},${day(60)},UTC\n`,
  'courses.csv': 'code,number,title\nENVS240,ENVS 240,Hydrology\nCHEM101,CHEM 101,Chemistry\n',
  'sections.csv': 'code,course,term,name\nE1,ENVS240,now,001\nC1,CHEM101,now,001\n',
  'section-members.csv':
    'section,username,role\nE1,ana,student\nC1,ana,student\nE1,ben,student\nC1,ben,student\n',
  ...more,
});

test('[EDU-01] a course in both the files and the LMS appears and sends reminders once, and can be matched by hand', async () => {
  await stored(world.school, files());
  const [section] = await world.sql<{ id: string }>(
    `select id::text from course_sections where code = 'E1'`,
  );
  const add = (title: string, due: number) =>
    world.sql(
      `insert into course_assignments (school_id, section_id, code, kind, title, due_at)
        select school_id, id, $1, 'assignment', $1, $2::timestamptz from course_sections where code = 'E1'`,
      [title, at(due)],
    );
  await add('Report 2', 0.9);
  await lms.control({
    courses: [
      { id: 1, name: 'Hydrology', course_code: 'ENVS-240-001', items: [item(12, 'Report 2', 0.9)] },
      { id: 2, name: 'Seminar', course_code: 'X', items: [item(21, 'Essay', 3, graded(90))] },
    ],
  });
  await connect(world.ana);
  await refresh(world.ana);
  const deadlines = async (who: typeof world.ana) =>
    (await who.call('GET /api/v1/calendar', { from: at(0), to: at(30) })).items
      .filter(({ kind }) => kind === 'deadline')
      .map(({ title }) => title);
  const courses = async () =>
    (await world.ana.call('GET /api/v1/academic/courses', {})).items.map(
      ({ number, source }) => `${number} ${source}`,
    );
  expect(await courses()).toEqual(['CHEM 101 school', 'ENVS 240 lms', 'X lms']);
  expect(await deadlines(world.ana)).toEqual(['Report 2']);
  // Ben hasn't connected, so he only has the school’s files.
  expect(await deadlines(world.ben)).toEqual(['Report 2 (ENVS 240)']);
  await runMaintenance(world.pool, [remindOfDue], world.clock.now());
  const reminded = async (who: typeof world.ana) =>
    (await notified(who)).filter((one) => one.startsWith('course_work_near'));
  expect(await reminded(world.ana)).toEqual(['course_work_near Report 2 (ENVS-240-001)']);
  expect(await reminded(world.ben)).toEqual(['course_work_near Report 2 (ENVS 240)']);

  // Two rows are the same course: she says so, and undoes it.
  const chemistry = (
    await world.ana.call('GET /api/v1/academic/courses/{id}', { id: 'lms-2' })
  ).match?.choices.find(({ number }) => number === 'CHEM 101');
  const match = (who: typeof world.ana, body: string | null) =>
    who.try('PUT /api/v1/academic/courses/{id}/match', { id: 'lms-2', section: body });
  expect((await match(world.ana, chemistry?.id ?? '')).body).toEqual({ id: chemistry?.id });
  expect(await courses()).toEqual(['CHEM 101 lms', 'ENVS 240 lms']);
  await later();
  await refresh(world.ana);
  expect(await courses()).toEqual(['CHEM 101 lms', 'ENVS 240 lms']);
  expect((await match(world.ana, null)).body).toEqual({ id: 'lms-2' });
  expect(await courses()).toEqual(['CHEM 101 school', 'ENVS 240 lms', 'X lms']);
  // Sections and courses of others don't work.
  expect((await match(world.ana, '999')).status).toBe(404);
  for (const other of [world.ben, world.eve])
    expect((await match(other, section?.id ?? '')).status).toBe(404);
  expect(await titles(world.ana)).toContain('Report 2');
});
