import { describe, expect, test } from 'vitest';
import { runMaintenance } from '../../../kernel/jobs/maintenance.ts';
import { inLmsWorld } from '../../../../test/lms-world.ts';
import type { Person } from '../../../../test/world.ts';
import { remindOfDue } from '../reminders/reminders.queries.ts';
import { resumeReadings } from './lms.queries.ts';

const { world, lms, at, item, graded, connect, refresh, later, notified, titles } = inLmsWorld();

describe('[EDU-01] course notifications', () => {
  test('are sent once per item even with two servers, and show a grade only to people who ask for it', async () => {
    await connect(world.ana);
    await refresh(world.ana);
    expect(await notified(world.ana)).toEqual([]);
    const [fourth, ninth] = [at(4), at(9)];
    const gradesInEvents = async () =>
      (
        await world.sql<{ grades: unknown }>(
          `select payload -> 'grades' as grades from outbox where kind = 'course_news' and payload ->> 'kind' = 'course_graded' order by id`,
        )
      ).map(({ grades }) => grades);
    const courses = (score: number) => [
      {
        id: 1,
        name: 'Hydrology',
        course_code: 'ENVS 240',
        items: [
          item(11, 'Report 1', -10, graded(90)),
          item(12, 'Report 2', fourth, score > 0 ? graded(score) : {}),
          item(14, 'Report 3', ninth),
        ],
        announcements: [{ id: 6, title: 'Moved', message: '', posted_at: at(0) }],
      },
    ];
    await lms.control({ courses: courses(0) });
    await later();
    const other = await world.startAnother({});
    try {
      await Promise.all([
        refresh(world.ana),
        runMaintenance(world.pool, [resumeReadings], world.clock.now()),
        other.jobs.settle(),
        world.app.jobs.settle(),
      ]);
    } finally {
      await other.close();
    }
    const first = [
      'course_announced Moved (ENVS 240)',
      'course_work_added Report 3 (ENVS 240)',
      'course_work_moved Report 2 (ENVS 240)',
    ];
    expect(await notified(world.ana)).toEqual(first);
    await lms.control({ courses: courses(84) });
    await later();
    await refresh(world.ana);
    expect(await notified(world.ana)).toEqual(
      [...first, 'course_graded Report 2 (ENVS 240)'].toSorted(),
    );
    expect(await gradesInEvents()).toEqual([null]);
    await world.ana.call('PATCH /api/v1/academic/settings', { showsGrades: true });
    await lms.control({ courses: courses(86) });
    await later();
    await refresh(world.ana);
    expect(await notified(world.ana)).toContain('course_graded Report 2 (ENVS 240): 86 / 100');
    expect(await gradesInEvents()).toEqual([null, { [world.ana.id]: '86 / 100' }]);
    await world.ana.call('PATCH /api/v1/academic/settings', { showsGrades: false });
  });

  test('have no hidden or direction characters in names and titles', async () => {
    await lms.control({
      courses: [
        {
          id: 1,
          name: '\u202eygolordyH',
          course_code: 'ENVS\u200b\u00ad 240',
          items: [item(11, '\u2066Report\u2069 1', 4), item(12, '\u3164\u200b', 5)],
          announcements: [{ id: 6, title: 'Mo\u2060ved', message: '', posted_at: at(0) }],
        },
      ],
    });
    const who = await world.join({ username: 'hidden-text' });
    await connect(who);
    await refresh(who);
    const { items } = await who.call('GET /api/v1/academic/courses', {});
    expect(items).toMatchObject([{ number: 'ENVS 240', title: 'ygolordyH' }]);
    // A title without visible characters counts as empty, so the id replaces it.
    expect(await titles(who)).toEqual(['Report 1', '12']);
    const news = await who.call('GET /api/v1/academic/courses/{id}/announcements', { id: 'lms-1' });
    expect(news.items).toMatchObject([{ title: 'Moved' }]);
  });

  test('[NOTIF-04] use their own preference key, and aren’t sent if it is turned off', async () => {
    const quiz = (due: string) => item(13, 'Quiz 1', due, { quiz_id: 77 });
    const [third, fifth] = [at(3), at(5)];
    const courses = (later: boolean, score: number) => [
      {
        id: 1,
        name: 'Hydrology',
        course_code: 'ENVS 240',
        items: [
          quiz(later ? fifth : third),
          item(11, 'Report 1', -1, score > 0 ? graded(score) : {}),
          ...(later ? [item(15, 'Report 5', fifth)] : []),
        ],
        practice: later ? [{ id: 91, title: 'Practice', due_at: fifth }] : [],
        announcements: later ? [{ id: 9, title: 'Field trip', message: '', posted_at: at(0) }] : [],
      },
    ];
    const keys = async (who: Person) => {
      await world.app.jobs.settle();
      const { items } = await who.call('GET /api/v1/notifications', { count: 50 });
      return items.filter(({ kind }) => kind.startsWith('course_'));
    };
    for (const who of [world.ana, world.ben]) {
      await lms.control({ courses: courses(false, 0) });
      await connect(who);
      await later();
      await refresh(who);
    }
    const old = new Set((await keys(world.ana)).map(({ id }) => id));
    await world.ben.call('PATCH /api/v1/notifications/preferences/{category}/{key}', {
      category: 'academic',
      key: 'quizDates',
      preferences: { in_app: 'no', mobile: 'no', email: 'no' },
    });
    const oldOfBen = new Set((await keys(world.ben)).map(({ id }) => id));
    await lms.control({ courses: courses(true, 70) });
    await later();
    for (const who of [world.ana, world.ben]) await refresh(who);
    const said = (items: Awaited<ReturnType<typeof keys>>, before: ReadonlySet<unknown>) =>
      items
        .filter(({ id }) => !before.has(id))
        .map(({ key, kind, about }) => `${key} ${kind} ${about?.title ?? ''}`)
        .toSorted();
    const others = [
      'academic.assignmentDueDates course_work_added Report 5 (ENVS 240)',
      'academic.courseAnnouncements course_announced Field trip (ENVS 240)',
      'academic.grades course_graded Report 1 (ENVS 240)',
    ];
    expect(said(await keys(world.ana), old)).toEqual([
      ...others,
      'academic.quizDates course_work_added Practice (ENVS 240)',
      'academic.quizDates course_work_moved Quiz 1 (ENVS 240)',
    ]);
    expect(said(await keys(world.ben), oldOfBen)).toEqual(others);
  });

  test('aren’t sent to teachers and assistants for their own announcements', async () => {
    const teacher = await world.join({ username: 'teacher-of-lectern' });
    const courses = (isAnnounced: boolean) =>
      (['teacher', 'ta', 'student'] as const).map((role, n) => ({
        id: 50 + n,
        name: `Class ${role}`,
        course_code: `C ${role}`,
        role,
        items: [],
        announcements: isAnnounced
          ? [{ id: 60 + n, title: `To ${role}`, message: '', posted_at: at(0) }]
          : [],
      }));
    await lms.control({ courses: courses(false) });
    await connect(teacher);
    await refresh(teacher);
    await lms.control({ courses: courses(true) });
    world.clock.advance(6 * 60_000);
    await runMaintenance(world.pool, [resumeReadings], world.clock.now());
    const again = await world.signInAgain(teacher);
    await refresh(again);
    expect(await notified(again)).toEqual(['course_announced To student (C student)']);
  });

  test('remind once of work due within a day, unless it was submitted', async () => {
    await lms.control({
      courses: [
        {
          id: 3,
          name: 'Maps',
          course_code: 'GEOG 215',
          items: [
            item(31, 'Critique', 0.5),
            item(32, 'Sketch', 0.6, {
              submission: { workflow_state: 'submitted', submitted_at: at(0) },
            }),
            item(33, 'Atlas', 3),
          ],
        },
      ],
    });
    await connect(world.ben);
    await refresh(world.ben);
    for (let round = 0; round < 2; round += 1)
      await Promise.all([
        runMaintenance(world.pool, [remindOfDue], world.clock.now()),
        runMaintenance(world.pool, [remindOfDue], world.clock.now()),
      ]);
    expect((await notified(world.ben)).filter((one) => one.startsWith('course_work_near'))).toEqual(
      ['course_work_near Critique (GEOG 215)'],
    );
  });

  test('don’t remind of work that was submitted or rescheduled since, and a quiz links to the quizzes', async () => {
    const term = await world.sql<{ id: string }>(
      `insert into terms (school_id, code, name, starts_on, ends_on, time_zone) values ($1, 'near', 'Now', $2::timestamptz::date, $3::timestamptz::date, 'UTC') returning id`,
      [world.school, at(-30), at(60)],
    );
    const [section] = await world.sql<{ id: string }>(
      `with c as (insert into courses (school_id, code, number, title) values ($1, 'ART', 'ART 1', 'Art') returning id)
      insert into course_sections (school_id, code, course_id, term_id) select $1, 'A1', c.id, $2 from c returning id::text`,
      [world.school, term[0]?.id],
    );
    const [ana, cy] = [world.ana.id, world.cy.id];
    await world.sql(
      `insert into section_members (school_id, section_id, user_id, role) select $1, $2, u, 'student' from unnest($3::bigint[]) as u`,
      [world.school, section?.id, [ana, cy]],
    );
    const add = async (title: string, kind = 'assignment') =>
      (
        await world.sql<{ id: string }>(
          `insert into course_assignments (school_id, section_id, code, kind, title, due_at) values ($1, $2, $3, $4, $3, $5) returning id::text`,
          [world.school, section?.id, title, kind, at(0.5)],
        )
      )[0]?.id;
    const [drawing, moved] = [await add('Drawing'), await add('Moved')];
    await add('Quiz', 'quiz');
    await runMaintenance(world.pool, [remindOfDue], world.clock.now());
    await world.sql(
      `insert into course_results (school_id, user_id, assignment_id, state) values ($1, $2, $3, 'submitted')`,
      [world.school, ana, drawing],
    );
    await world.sql('update course_assignments set due_at = $1 where id = $2', [at(9), moved]);
    await world.app.jobs.settle();
    const near = async (who: Person) =>
      (await who.call('GET /api/v1/notifications', { count: 50 })).items
        .filter(({ kind }) => kind === 'course_work_near')
        .map(({ about }) => [about?.title, about?.path?.split('?')[1]])
        .toSorted();
    const quiz = ['Quiz (ART 1)', 'tab=quizzes'];
    expect(await near(world.ana)).toEqual([quiz]);
    expect(await near(await world.signInAgain(world.cy))).toEqual([
      ['Drawing (ART 1)', 'tab=assignments'],
      quiz,
    ]);
  });
});
