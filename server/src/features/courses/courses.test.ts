import { afterEach, beforeEach, expect, test } from 'vitest';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();
const day = 86_400_000;
const at = (days: number) => new Date(world.clock.now().getTime() + days * day);

let section = '';
let other = '';

/** A current term with two sections. Ana and Ben are students in the first, and Cy is its teacher. Only Ana is in the second. */
beforeEach(async () => {
  const key = Math.random().toString(36).slice(2);
  const id = async (text: string, values: unknown[]) =>
    String((await world.sql<{ id: string }>(text, values))[0]?.id);
  const term = await id(
    `insert into terms (school_id, code, name, starts_on, ends_on, time_zone) values ($1, $2, 'Fall', $3::timestamptz::date, $4::timestamptz::date, 'America/New_York') returning id`,
    [world.school, `t-${key}`, at(-60), at(60)],
  );
  const course = async (number: string) =>
    id(
      `insert into courses (school_id, code, number, title) values ($1, $2, $3, $3 || ' in depth') returning id`,
      [world.school, `${number}-${key}`, number],
    );
  const addSection = async (number: string) =>
    id(
      `insert into course_sections (school_id, code, course_id, term_id) values ($1, $2, $3, $4) returning id`,
      [world.school, `${number}-1-${key}`, await course(number), term],
    );
  section = await addSection('CHEM 101');
  other = await addSection('ART 105');
  await world.sql(
    `insert into section_meetings (school_id, section_id, code, weekdays, begins, minutes, room) values ($1, $2, 'lecture', '{1,2,3,4,5,6,7}', '10:00', 50, 'Hall 1')`,
    [world.school, section],
  );
  for (const [where, who, role] of [
    [section, world.ana.id, 'student'],
    [section, world.ben.id, 'student'],
    [section, world.cy.id, 'teacher'],
    [other, world.ana.id, 'student'],
  ] as const)
    await world.sql(
      `insert into section_members (school_id, section_id, user_id, role) values ($1, $2, $3, $4)`,
      [world.school, where, who, role],
    );
});

afterEach(async () => {
  await world.sql('delete from terms');
  await world.sql('delete from courses');
  await world.sql('delete from course_categories');
});

const addCategory = async (title: string, weight: number | null, drop = 0) =>
  (
    await world.sql<{ id: string }>(
      `insert into course_categories (school_id, code, title, weight, drop_lowest) values ($1, $2, $3, $4, $5) returning id`,
      [world.school, `${title}-${Math.random()}`, title, weight, drop],
    )
  )[0]?.id;

const addWork = async (
  title: string,
  dueDays: number | null,
  more: { category?: unknown; points?: number | null; kind?: string; in?: string } = {},
) =>
  (
    await world.sql<{ id: string }>(
      `insert into course_assignments (school_id, code, section_id, category_id, kind, title, due_at, points) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [
        world.school,
        `${title}-${Math.random()}`,
        more.in ?? section,
        more.category ?? null,
        more.kind ?? 'assignment',
        title,
        dueDays === null ? null : at(dueDays),
        more.points === undefined ? 100 : more.points,
      ],
    )
  )[0]?.id;

const addResult = (work: unknown, who: number, state: string, score: number | null = null) =>
  world.sql(
    `insert into course_results (school_id, assignment_id, user_id, state, score, graded_at) values ($1, $2, $3, $4, $5, $6)`,
    [world.school, work, who, state, score, state === 'graded' ? at(-1) : null],
  );

const courses = (who = world.ana) => who.call('GET /api/v1/academic/courses', {});

test('[EDU-01] a student sees the term’s courses with teacher, next class and grade, and others don’t', async () => {
  const reports = await addCategory('Reports', 60);
  const final = await addCategory('Final', 40);
  const one = await addWork('Report 1', -20, { category: reports });
  await addWork('Final exam', 20, { category: final });
  await addResult(one, world.ana.id, 'graded', 84);
  await addResult(one, world.ben.id, 'graded', 20);
  const mine = await courses();
  expect(mine.items.map(({ number }) => number)).toEqual(['ART 105', 'CHEM 101']);
  expect(mine.items[1]).toMatchObject({
    id: section,
    role: 'student',
    teachers: [{ name: 'Cy Young' }],
    nextClass: { location: 'Hall 1' },
    grade: { percent: 84, isOfficial: false },
    news: { grades: 1 },
  });
  expect(mine.source).toMatchObject({ state: 'none' });
  const teaching = await courses(world.cy);
  expect(teaching.items).toMatchObject([{ id: section, role: 'teacher', grade: null }]);
  expect((await courses(world.admin)).items).toEqual([]);
  for (const path of [
    '',
    '/assignments',
    '/grades',
    '/quizzes',
    '/announcements',
    '/files',
    '/people',
  ])
    for (const stranger of [world.eve, world.admin])
      expect(
        (
          await stranger.raw(`/api/v1/academic/courses/${section}${path}`, {
            headers: { authorization: `Bearer ${stranger.tokens.jwt}` },
          })
        ).status,
      ).toBe(404);
  // Teachers see their assignments, but no student's results.
  const asked = await world.cy.call('GET /api/v1/academic/courses/{id}/assignments', {
    id: section,
  });
  expect(asked.items.map(({ state, score }) => ({ state, score }))).toEqual([
    { state: 'todo', score: null },
    { state: 'todo', score: null },
  ]);
  expect(
    (await world.cy.call('GET /api/v1/academic/courses/{id}/grades', { id: section })).items,
  ).toEqual([]);
});

test('[EDU-01] courses from the school’s files show their age to people who have such courses', async () => {
  const source = async (who: Person) => (await who.call('GET /api/v1/academic/courses')).source;
  expect((await source(world.ana)).schoolReadAt).toBeNull();
  await world.sql('insert into course_feeds (school_id, imported_at) values ($1, $2)', [
    world.school,
    at(-1),
  ]);
  const age = at(-1).toISOString();
  expect((await source(world.ana)).schoolReadAt).toBe(age);
  const course = await world.ana.call('GET /api/v1/academic/courses/{id}', { id: section });
  expect(course.source.schoolReadAt).toBe(age);
  expect((await world.ana.call('GET /api/v1/academic/due', {})).source.schoolReadAt).toBe(age);
  // People without courses of the school, and other schools, see none.
  expect((await source(await world.join({ username: 'without-courses' }))).schoolReadAt).toBeNull();
  expect((await source(world.eve)).schoolReadAt).toBeNull();
  await world.sql('delete from course_feeds');
});

test('[EDU-01] the due list shows submitted, late, missing and upcoming work in order, and the calendar shows the rest', async () => {
  const done = await addWork('Handed in', 1);
  await addResult(done, world.ana.id, 'submitted');
  await addWork('Next', 2);
  await addWork('Drawing', 3, { in: other });
  await addWork('Quiz 5', 4, { kind: 'quiz' });
  await addWork('Forgotten', -2);
  await addWork('Some time', null);
  const due = await world.ana.call('GET /api/v1/academic/due', {
    from: at(-7).toISOString(),
    to: at(7).toISOString(),
  });
  expect(due.items.map(({ title, state }) => [title, state])).toEqual([
    // The school's files don't say whether it was submitted.
    ['Forgotten', 'ungraded'],
    ['Handed in', 'submitted'],
    ['Next', 'todo'],
    ['Drawing', 'todo'],
    ['Quiz 5', 'todo'],
  ]);
  const { items } = await world.ana.call('GET /api/v1/calendar', {
    from: at(0).toISOString(),
    to: at(7).toISOString(),
  });
  expect(items.filter(({ kind }) => kind === 'deadline').map(({ title }) => title)).toEqual([
    'Next (CHEM 101)',
    'Drawing (ART 105)',
    'Quiz 5 (CHEM 101)',
  ]);
  // Each links to its tab.
  expect(
    items.flatMap(({ kind, url }) => (kind === 'deadline' ? [url?.split('?')[1]] : [])),
  ).toEqual(['tab=assignments', 'tab=assignments', 'tab=quizzes']);
  // Ben isn't in the second section, and has submitted nothing.
  expect(
    (await world.ben.call('GET /api/v1/academic/due', {})).items.map(({ title }) => title),
  ).toEqual(['Handed in', 'Next', 'Quiz 5']);
  // Assignments aren't to-dos for teachers and assistants of the class.
  const assistant = await world.join({ username: 'assistant-of-101' });
  await world.sql(
    `insert into section_members (school_id, section_id, user_id, role) values ($1, $2, $3, 'assistant'), ($1, $4, $3, 'student')`,
    [world.school, section, assistant.id, other],
  );
  for (const [who, titles] of [
    [world.cy, []],
    [assistant, ['Drawing']],
  ] as const)
    expect(
      (await who.call('GET /api/v1/academic/due', {})).items.map(({ title }) => title),
    ).toEqual(titles);
  const wrong = await world.ana.try('GET /api/v1/academic/due', { from: 'soon' });
  expect(wrong).toMatchObject({ status: 422, body: { code: 'time_invalid' } });
});

test('[EDU-01] grades show their parts with weights, and dropped scores don’t count', async () => {
  const reports = await addCategory('Reports', 3, 1);
  const final = await addCategory('Final', 1);
  for (const [nth, score] of [90, 40, 80].entries())
    await addResult(
      await addWork(`Report ${nth}`, -10 - nth, { category: reports }),
      world.ana.id,
      'graded',
      score,
    );
  await addResult(
    await addWork('Final', -1, { category: final, points: 50 }),
    world.ana.id,
    'graded',
    30,
  );
  await addResult(await addWork('Excused', -1, { category: final }), world.ana.id, 'excused');
  const grades = await world.ana.call('GET /api/v1/academic/courses/{id}/grades', { id: section });
  expect(grades.parts).toMatchObject([
    { title: 'Reports', weight: 75, percent: 85, dropLowest: 1 },
    { title: 'Final', weight: 25, percent: 60 },
  ]);
  // 0.75 × 85 + 0.25 × 60
  expect(grades.grade).toMatchObject({ percent: 78.8 });
});

test('[EDU-01] quizzes and grades of all the term’s courses are in one list each, which has only the person’s own', async () => {
  const work = await addCategory('Work', 60);
  const quiz = await addWork('Quiz 2', 5, { kind: 'quiz', category: work });
  await addWork('Quiz in art', 2, { kind: 'quiz', in: other });
  const report = await addWork('Report', -4, { category: work });
  await addResult(report, world.ana.id, 'graded', 84);
  await addResult(report, world.ben.id, 'graded', 20);
  const quizzes = async (who = world.ana) =>
    (await who.call('GET /api/v1/academic/quizzes', {})).items;
  expect((await quizzes()).map(({ title }) => title)).toEqual(['Quiz in art', 'Quiz 2']);
  expect(await quizzes(world.ben)).toMatchObject([{ id: String(quiz), course: { id: section } }]);
  const grades = async (who = world.ana) =>
    (await who.call('GET /api/v1/academic/grades', {})).items;
  expect(await grades()).toMatchObject([
    { course: { number: 'ART 105' }, grade: null, parts: [] },
    { course: { id: section }, grade: { percent: 84 }, parts: [{ title: 'Work', percent: 84 }] },
  ]);
  expect((await grades(world.ben)).map(({ grade }) => grade?.percent)).toEqual([20]);
  // People who only teach have none, and others can't see any.
  for (const who of [world.cy, world.admin, world.eve]) {
    expect(await grades(who)).toEqual([]);
    expect(await quizzes(who)).toEqual([]);
  }
});

test('[EDU-01] announcements are new until the person opens the course, and their HTML is sanitized', async () => {
  await world.sql(
    `insert into course_announcements (school_id, code, section_id, author_id, title, body, posted_at) values ($1, 'a1', $2, $3, 'Boots', '<p>Bring <script>alert(1)</script><b>boots</b></p>', $4)`,
    [world.school, section, world.cy.id, at(-1)],
  );
  const before = await world.ana.call('GET /api/v1/academic/announcements', {});
  expect(before.items).toMatchObject([
    {
      title: 'Boots',
      author: 'Cy Young',
      isNew: true,
      body: '<p>Bring <strong>boots</strong></p>',
    },
  ]);
  expect((await courses()).items[1]?.news).toEqual({ grades: 0, announcements: 1 });
  await world.ana.call('PUT /api/v1/academic/courses/{id}/visit', { id: section });
  expect((await courses()).items[1]?.news).toEqual({ grades: 0, announcements: 0 });
  expect((await world.ben.call('GET /api/v1/academic/announcements', {})).items[0]?.isNew).toBe(
    true,
  );
});

test('[EDU-01] work marked missing before its due date is still open, and grades are new from the time they arrived', async () => {
  const early = await addWork('Essay', 7);
  const late = await addWork('Sketches', -7);
  for (const work of [early, late]) await addResult(work, world.ana.id, 'missing');
  const report = await addWork('Report', -20);
  await addResult(report, world.ana.id, 'graded', 80);
  const due = async () =>
    (
      await world.ana.call('GET /api/v1/academic/due', {
        from: at(-30).toISOString(),
        to: at(30).toISOString(),
      })
    ).items.map(({ title, state, isNew }) => [title, state, isNew]);
  const states = (isNew: boolean) => [
    ['Report', 'graded', isNew],
    ['Sketches', 'missing', false],
    ['Essay', 'todo', false],
  ];
  const newGrades = async () =>
    (await courses()).items.find(({ id }) => id === section)?.news.grades;
  expect(await due()).toEqual(states(true));
  await world.ana.call('PUT /api/v1/academic/courses/{id}/visit', { id: section });
  expect(await due()).toEqual(states(false));
  // The nightly file says that it was given yesterday at noon.
  await world.sql(`update course_results set arrived_at = $1 where assignment_id = $2`, [
    new Date(world.clock.now().getTime() + 3_600_000),
    report,
  ]);
  expect(await due()).toEqual(states(true));
  expect(await newGrades()).toBe(1);
});

test('[EDU-01] course people have the fields that the viewer can see, and are found by name and role', async () => {
  await world.sql(
    `update users set major = 'Chemistry', year_of_graduation = 2027 where id = any($1)`,
    [[world.ben.id, world.cy.id]],
  );
  const people = async (
    who: Person,
    more: { search?: string; role?: 'student' | 'teacher' } = {},
  ) =>
    (
      await who.call('GET /api/v1/academic/courses/{id}/people', {
        id: section,
        size: 10,
        ...more,
      })
    ).items;
  const { firstName, lastName } = (await people(world.ana, { role: 'teacher' }))[0] ?? {};
  expect((await people(world.ana, { role: 'teacher' })).map(({ uid }) => uid)).toEqual([
    world.cy.uid,
  ]);
  expect((await people(world.ana, { search: `${lastName} ${firstName}` })).length).toBe(1);
  expect(await people(world.ana, { search: 'nobody' })).toEqual([]);
  const majorOf = async (who: Person) =>
    (await people(who)).find(({ uid }) => uid === world.ben.uid)?.major;
  expect(await majorOf(world.ana)).toBe('Chemistry');

  await world.ben.call('PATCH /api/v1/privacy', { choices: { major: 'me' } });
  expect([await majorOf(world.ana), await majorOf(world.ben)]).toEqual([null, 'Chemistry']);

  const exported = (who: Person) =>
    who.try('GET /api/v1/academic/courses/{id}/people-export', { id: section });
  const { csv } = (await exported(world.cy)).body as { csv: string };
  expect(csv.trim().split('\r\n')).toHaveLength(4);
  // A teacher is no admin: hidden fields stay hidden in the export.
  expect(csv.match(/Chemistry/g)).toHaveLength(1);
  expect([
    (await exported(world.ana)).status,
    (await exported(world.admin)).status,
    (await exported(world.eve)).status,
  ]).toEqual([403, 404, 404]);
  const [entry] = (await world.admin.call('GET /api/v1/audit', { kind: 'course_people_exported' }))
    .entries;
  expect(entry).toMatchObject({ actor: { uid: world.cy.uid }, detail: { section } });
});

test('[EDU-01] course people who dropped are shown to teachers but not students, and a block hides people', async () => {
  await world.sql(`update section_members set is_active = false where user_id = $1`, [
    world.ben.id,
  ]);
  const seen = async (who: typeof world.ana) =>
    (
      await who.call('GET /api/v1/academic/courses/{id}/people', { id: section, size: 10 })
    ).items.map(({ firstName, dropped }) => `${firstName}${dropped ? ' (dropped)' : ''}`);
  expect(await seen(world.ana)).toEqual(['Cy', 'Ana']);
  expect(await seen(world.cy)).toEqual(['Cy', 'Ben (dropped)', 'Ana']);
  // People who dropped a course no longer have it.
  expect(
    (await world.ben.try('GET /api/v1/academic/courses/{id}/people', { id: section })).status,
  ).toBe(404);
  await world.sql(`update section_members set is_active = true where user_id = $1`, [world.ben.id]);
  await world.ben.call('PUT /api/v1/blocks/{uid}', { uid: world.ana.uid });
  expect(await seen(world.ana)).toEqual(['Cy', 'Ana']);
  await world.ben.call('DELETE /api/v1/blocks/{uid}', { uid: world.ana.uid });

  // Teachers keep the name of a student who blocked them, and get nothing else about that student.
  await world.sql(`update users set year_of_graduation = 2031 where id = $1`, [world.ben.id]);
  await world.ben.call('PATCH /api/v1/privacy', { choices: { major: null } });
  const benFor = async (who: typeof world.ana) =>
    (
      await who.call('GET /api/v1/academic/courses/{id}/people', { id: section, size: 10 })
    ).items.find(({ uid }) => uid === world.ben.uid);
  const benLine = async () =>
    (await world.cy.call('GET /api/v1/academic/courses/{id}/people-export', { id: section })).csv
      .split('\r\n')
      .find((line) => line.startsWith('Ben,'));
  expect(await benFor(world.cy)).toMatchObject({ major: 'Chemistry', can: { visit: true } });
  expect(await benLine()).toContain(',Chemistry,2031,');
  await world.ben.call('PUT /api/v1/blocks/{uid}', { uid: world.cy.uid });
  expect(await benFor(world.cy)).toMatchObject({
    firstName: 'Ben',
    role: 'student',
    accountType: '',
    genderPronoun: null,
    major: null,
    yearOfGraduation: null,
    mutualCount: 0,
    isConnected: false,
    can: { visit: false, connect: false, message: false, edit: false },
  });
  expect(await benLine()).toMatch(/,student,,,$/);
  await world.ben.call('DELETE /api/v1/blocks/{uid}', { uid: world.cy.uid });

  // Without connections at the school, stored ones reveal nothing.
  await world.sql(
    `insert into connections (school_id, low_id, high_id, requested_by, is_accepted, requested_at, accepted_at)
      select $1, least(a, b), greatest(a, b), a, true, now(), now()
      from (values ($2::bigint, $3::bigint), ($3, $4), ($2, $4)) as p (a, b) on conflict do nothing`,
    [world.school, world.ana.id, world.ben.id, world.cy.id],
  );
  expect(await benFor(world.ana)).toMatchObject({ isConnected: true, mutualCount: 1 });
  await world.sql(`update schools set connect = false where school_id = $1`, [world.school]);
  expect(await benFor(world.ana)).toMatchObject({ isConnected: false, mutualCount: 0 });
  await world.sql(`update schools set connect = true where school_id = $1`, [world.school]);
  await world.sql(`delete from connections where school_id = $1`, [world.school]);

  const first = await world.cy.call('GET /api/v1/academic/courses/{id}/people', {
    id: section,
    size: 2,
  });
  const rest = await world.cy.call('GET /api/v1/academic/courses/{id}/people', {
    id: section,
    size: 2,
    cursor: first.nextCursor ?? '',
  });
  expect([...first.items, ...rest.items]).toHaveLength(3);
});

test('[EDU-01] courses keep their own categories, teachers and results, and teachers who block a student have no link', async () => {
  const reports = await addCategory('Reports', 60, 1);
  const studio = await addCategory('Studio', null);
  for (const score of [40, 90])
    await addResult(
      await addWork(`Report ${score}`, -9, { category: reports }),
      world.ana.id,
      'graded',
      score,
    );
  await addWork('Ahead', 9, { category: studio });
  const sketch = await addWork('Sketch', -9, { category: studio, in: other, points: 40 });
  await addResult(sketch, world.ana.id, 'graded', 30);
  const seen = async () =>
    (await courses()).items.map(({ number, grade, teachers }) => ({
      number,
      percent: grade?.percent,
      teachers: teachers.map(({ uid, name }) => (uid === null ? `${name} (no link)` : name)),
    }));
  const art = { number: 'ART 105', percent: 75, teachers: [] };
  // The lower report is dropped. The category of the other course has no weight here.
  const chemistry = { number: 'CHEM 101', percent: 90, teachers: ['Cy Young'] };
  expect(await seen()).toEqual([art, chemistry]);
  await world.cy.call('PUT /api/v1/blocks/{uid}', { uid: world.ana.uid });
  const withoutLink = { ...chemistry, teachers: ['Cy Young (no link)'] };
  expect(await seen()).toEqual([art, withoutLink]);
  // An admin role blocks no one.
  await world.sql('update users set is_admin = true where id = $1', [world.cy.id]);
  expect(await seen()).toEqual([art, chemistry]);
  await world.sql('update users set is_admin = false where id = $1', [world.cy.id]);
  await world.cy.call('DELETE /api/v1/blocks/{uid}', { uid: world.ana.uid });
  // The person's own block doesn't hide a name from them. A directory hold hides it from strangers.
  await world.ana.call('PUT /api/v1/blocks/{uid}', { uid: world.cy.uid });
  expect(await seen()).toEqual([art, chemistry]);
  await world.ana.call('DELETE /api/v1/blocks/{uid}', { uid: world.cy.uid });
  await world.sql('update users set has_hold = true where id = $1', [world.cy.id]);
  const held = await seen();
  await world.sql('update users set has_hold = false where id = $1', [world.cy.id]);
  expect(held).toEqual([art, withoutLink]);
});
