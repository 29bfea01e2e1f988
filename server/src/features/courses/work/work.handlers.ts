import * as contract from '#contract/courses/endpoints.ts';
import { courseLimits as limits } from '#contract/courses/kinds.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { ok } from '../../../kernel/sql.ts';
import { day } from '../../../kernel/time/local-time.ts';
import { TimeError } from '../../../kernel/time/time-error.ts';
import { withTimes } from '../../../kernel/time/time-problem.ts';
import { momentIn } from '../../calendar/calendar.rules.ts';
import { utc } from '../../../kernel/time/zones.ts';
import { faceView } from '../../people/people.views.ts';
import { countPeople } from './course-people.queries.ts';
import { presentFor } from './present-people.ts';
import { requireGrant, sourceView } from '../lms/lms-source.ts';
import { selectOwn } from '../lms/lms.queries.ts';
import { storeJoins } from '../lms/course-matching.ts';
import {
  announcementsMost,
  importedAtOf,
  getOwnCourse,
  hold,
  ofTerm,
  seenAt,
  sectionScopeOf,
  type HeldCourse,
  type CourseData,
} from './course-list.ts';
import { selectDueList, selectOverview } from './overview.queries.ts';
import * as queries from './work.queries.ts';
import {
  announcementViews,
  byDueDate,
  courseNameView,
  courseView,
  gradeView,
  isReckoned,
  partViews,
  resultsOf,
  roleOf,
  workOf,
} from './work.views.ts';

/** Returns the work of one of the caller's courses. */
const workOfCourse = async (
  call: Call,
  { course, copies, own }: CourseData & { course: HeldCourse },
) => {
  const which = sectionScopeOf(call, course);
  const rows = which === null ? [] : await queries.selectWork(call.db, which);
  const work = workOf(course, rows, copies, { now: call.now, seen: seenAt(course, own, call.now) });
  return work.toSorted(byDueDate);
};

/** Returns the caller's courses of the current terms, with the LMS's data. */
const coursesUnderWay = async (
  call: Call,
  copy: 'last' | undefined,
  kinds: Parameters<typeof selectOwn>[2],
) => {
  const { db, me, now } = call;
  const [sections, own] = await Promise.all([
    queries.selectSections(db, { me: me.userId, now }),
    selectOwn(db, me.userId, kinds),
  ]);
  requireGrant(call, own, copy);
  const held = hold(call, sections, own);
  return {
    copies: held.copies,
    courses: ofTerm(held, undefined, now).map((course) => ({
      course,
      seen: seenAt(course, own, now),
    })),
    source: sourceView(own, now, importedAtOf(held.courses)),
  };
};

/** Returns the work of all of them. */
const allWork = async (call: Call, copy: 'last' | undefined) => {
  const { db, me, now } = call;
  // Both run at the same time.
  const [{ courses, copies, source }, rows] = await Promise.all([
    coursesUnderWay(call, copy, ['courses', 'work', 'quizzes']),
    queries.selectWork(db, { me: me.userId, now }),
  ]);
  return {
    courses: courses.map(({ course, seen }) => ({
      course,
      work: workOf(course, rows, copies, { now, seen }),
    })),
    copies,
    source,
  };
};

/** Returns the announcements in copies since the last visit of the course. */
const copiedNews = ({ copies, own }: CourseData, course: HeldCourse, now: Date): number => {
  const seen = seenAt(course, own, now);
  return (copies.announcements() ?? []).filter(
    (one) => one.course === course.lms?.id && Date.parse(one.postedAt) > seen,
  ).length;
};

/** Returns the class of an LMS course, and possible ones. */
const matchView = ({ course, courses }: CourseData & { course: HeldCourse }) => {
  const choices = courses.flatMap(({ section }) =>
    section === null
      ? []
      : [
          {
            id: section.id,
            number: section.number,
            title: section.title,
            section: section.section,
          },
        ],
  );
  return course.lms === null || choices.length === 0
    ? null
    : { section: course.section?.id ?? null, choices };
};

/** Default days of the due list. */
const dueDays = 14;

const readSpan = (input: { from?: string | undefined; to?: string | undefined }, now: Date) =>
  withTimes(() => {
    const from = input.from === undefined ? now.getTime() : momentIn(input.from, utc);
    const to = input.to === undefined ? from + dueDays * day : momentIn(input.to, utc);
    if (to <= from)
      throw new TimeError(
        'window_invalid',
        'The end of the requested time is not after its start.',
      );
    if (to - from > limits.dueDays * day)
      throw new TimeError('window_too_long', `Up to ${limits.dueDays} days can be asked for.`);
    return { from: new Date(from), to: new Date(to) };
  });

export const workHandlers = [
  handle(contract.listCourses, async (call, { term, copy }) => {
    const { db, me, now } = call;
    const which = { me: me.userId, now, term };
    const { sections, results, own, ...around } = await selectOverview(db, which, [
      'courses',
      'work',
      'quizzes',
      'announcements',
    ]);
    requireGrant(call, own, copy);
    const held = hold(call, sections, own);
    const items = ofTerm(held, term, now).map((course) => {
      const work = resultsOf(course, results, held.copies, { now, seen: seenAt(course, own, now) });
      const announcements =
        (around.news[course.section?.id ?? ''] ?? 0) + copiedNews(held, course, now);
      return courseView(course, work, held.copies, { now, announcements });
    });
    // Terms that exist only in the LMS.
    const more = new Map(
      held.courses.flatMap(({ section, lms }) =>
        section === null && lms.term !== null ? [[lms.term.code, lms.term] as const] : [],
      ),
    );
    const terms = [
      ...around.terms,
      ...[...more.values()].map(({ code, name }) => ({ code, name, isNow: false })),
    ];
    const [first] = items;
    const shown = term ?? first?.term?.code;
    const chosen = terms.find(({ code }) => code === shown);
    return {
      items,
      term: chosen === undefined ? null : { code: chosen.code, name: chosen.name },
      terms,
      classmates: {
        people: around.classmates.map(faceView),
        total: around.classmate_total,
      },
      source: sourceView(own, now, importedAtOf(held.courses)),
      settings: { showsGrades: around.shows_grades },
    };
  }),

  handle(contract.getCourse, async (call, { id, copy }) => {
    const { db, me, now } = call;
    const held = await getOwnCourse(call, id, copy, ['work', 'quizzes', 'announcements', 'links']);
    const { course, copies, own } = held;
    const which = sectionScopeOf(call, course);
    const isStaff = roleOf(course) !== 'student';
    const [rows, announced, links, people, hasChat] = await Promise.all([
      which === null ? [] : queries.selectWork(db, which),
      which === null ? [] : queries.selectAnnouncements(db, which, announcementsMost),
      which === null ? [] : queries.selectLinks(db, which),
      which === null
        ? 0
        : countPeople(
            db,
            { me: me.userId, section: Number(course.section?.id), isStaff },
            presentFor(call),
          ),
      which !== null && queries.selectHasChat(call.db, Number(course.section?.id)),
    ]);
    const seen = seenAt(course, own, now);
    const work = workOf(course, rows, copies, { now, seen });
    const announcements = announcementViews([{ course, seen }], announced, copies, {
      now,
      most: announcementsMost,
    });
    return {
      course: courseView(course, work, copies, {
        now,
        announcements: announcements.filter(({ isNew }) => isNew).length,
      }),
      description: course.section?.description ?? null,
      canTeach: course.section !== null && course.section.role !== 'student',
      hasChat,
      counts: {
        assignments: work.filter(({ kind }) => kind === 'assignment').length,
        quizzes: work.filter(({ kind }) => kind === 'quiz').length,
        announcements: announcements.length,
        files: links.length + (course.lms === null ? 0 : copies.links(course.lms.id).length),
        people,
      },
      match: matchView(held),
      source: sourceView(own, now, importedAtOf([course])),
    };
  }),

  handle(contract.matchCourse, async (call, { id, section }) => {
    const { db, schoolId, me } = call;
    const { course, courses, copies } = await getOwnCourse(call, id, 'last', []);
    if (course.lms === null) throw problem('not_found');
    const isOwn = courses.some((one) => one.section !== null && one.section.id === section);
    if (section !== null && !isOwn) throw problem('not_found');
    const lms = course.lms.id;
    await storeJoins(db, schoolId, me.userId, copies.courses() ?? [], { course: lms, section });
    return { id: section ?? `lms-${lms}` };
  }),

  handle(contract.listAssignments, async (call, { id, copy }) => {
    const held = await getOwnCourse(call, id, copy, ['work', 'quizzes']);
    const work = await workOfCourse(call, held);
    return {
      items: work.filter(({ kind }) => kind === 'assignment'),
      source: sourceView(held.own, call.now, importedAtOf([held.course])),
    };
  }),

  handle(contract.listQuizzes, async (call, { id, copy }) => {
    const held = await getOwnCourse(call, id, copy, ['work', 'quizzes']);
    const work = await workOfCourse(call, held);
    return {
      items: work.filter(({ kind }) => kind === 'quiz'),
      source: sourceView(held.own, call.now, importedAtOf([held.course])),
    };
  }),

  handle(contract.listGrades, async (call, { id, copy }) => {
    const held = await getOwnCourse(call, id, copy, ['work', 'quizzes']);
    const { course, copies } = held;
    const source = sourceView(held.own, call.now, importedAtOf([held.course]));
    if (roleOf(course) !== 'student')
      return { items: [], parts: [], grade: null, canSuppose: false, source };
    const work = await workOfCourse(call, held);
    return {
      items: work.filter(({ points, score }) => points !== null || score !== null),
      parts: partViews(course, work, copies),
      grade: gradeView(course, work, copies),
      canSuppose: isReckoned(course, work, copies),
      source,
    };
  }),

  handle(contract.listCourseAnnouncements, async (call, { id, copy }) => {
    const held = await getOwnCourse(call, id, copy, ['announcements']);
    const { course, copies, own } = held;
    const which = sectionScopeOf(call, course);
    const rows =
      which === null ? [] : await queries.selectAnnouncements(call.db, which, announcementsMost);
    return {
      items: announcementViews([{ course, seen: seenAt(course, own, call.now) }], rows, copies, {
        now: call.now,
        most: announcementsMost,
      }),
      source: sourceView(own, call.now, importedAtOf([course])),
    };
  }),

  handle(contract.listAllAnnouncements, async (call, { copy }) => {
    const { db, me, now } = call;
    const [{ courses, copies, source }, rows] = await Promise.all([
      coursesUnderWay(call, copy, ['courses', 'announcements']),
      queries.selectAnnouncements(db, { me: me.userId, now }, announcementsMost),
    ]);
    return {
      items: announcementViews(courses, rows, copies, { now, most: announcementsMost }),
      source,
    };
  }),

  handle(contract.listAllQuizzes, async (call, { copy }) => {
    const { courses, source } = await allWork(call, copy);
    return {
      items: courses
        .filter(({ course }) => roleOf(course) === 'student')
        .flatMap(({ work }) => work.filter(({ kind }) => kind === 'quiz'))
        .toSorted(byDueDate),
      source,
    };
  }),

  handle(contract.listAllGrades, async (call, { copy }) => {
    const { courses, copies, source } = await allWork(call, copy);
    return {
      items: courses
        .filter(({ course }) => roleOf(course) === 'student')
        .map(({ course, work }) => ({
          course: courseNameView(course),
          grade: gradeView(course, work, copies),
          parts: partViews(course, work, copies),
        })),
      source,
    };
  }),

  handle(contract.listCourseFiles, async (call, { id, copy }) => {
    const held = await getOwnCourse(call, id, copy, ['links']);
    const { course, copies } = held;
    const which = sectionScopeOf(call, course);
    const rows = which === null ? [] : await queries.selectLinks(call.db, which);
    return {
      items: [
        ...rows.map((row) => ({ ...row, canDelete: course.section?.role !== 'student' })),
        ...(course.lms === null
          ? []
          : copies.links(course.lms.id).map((link) => ({ ...link, canDelete: false }))),
      ],
      source: sourceView(held.own, call.now, importedAtOf([held.course])),
    };
  }),

  handle(contract.listDue, async (call, input) => {
    const { db, me, now } = call;
    const span = readSpan(input, now);
    const which = { me: me.userId, now };
    const {
      sections,
      work: rows,
      own,
    } = await selectDueList(db, which, span, ['courses', 'work', 'quizzes']);
    requireGrant(call, own, input.copy);
    const held = hold(call, sections, own);
    const [from, to] = [span.from.toISOString(), span.to.toISOString()];
    // Assignments aren't work for the people who teach the class.
    const items = ofTerm(held, undefined, now)
      .filter((course) => roleOf(course) === 'student')
      .flatMap((course) =>
        workOf(course, rows, held.copies, { now, seen: seenAt(course, own, now) }),
      )
      .filter(({ dueAt }) => dueAt !== null && dueAt >= from && dueAt < to)
      .toSorted(byDueDate)
      .slice(0, limits.dueItems);
    return { items, source: sourceView(own, now, importedAtOf(held.courses)) };
  }),

  handle(contract.visitCourse, async (call, { id }) => {
    const { course } = await getOwnCourse(call, id, 'last', []);
    const { db, schoolId, me, now } = call;
    await queries.upsertVisit(db, schoolId, me.userId, course.id, now);
    return ok;
  }),

  handle(contract.changeCourseSettings, async (call, { showsGrades }) => {
    await queries.upsertChoices(call.db, call.schoolId, call.me.userId, showsGrades);
    return { showsGrades };
  }),
];
