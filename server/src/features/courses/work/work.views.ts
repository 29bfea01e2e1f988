import { gradeOf } from '#contract/courses/grade.ts';
import type {
  AcademicAnnouncement,
  AcademicCourse,
  AcademicPart,
  AcademicWork,
} from '#contract/courses/endpoints.ts';
import { cleanRichText } from '../../../kernel/http/rich-text.ts';
import { day, instantText } from '../../../kernel/time/local-time.ts';
import { occurrencesOf } from '../../../kernel/time/series.ts';
import type { LmsAnnouncement } from '../lms/connector.ts';
import { wholeWork, type LmsCopies } from '../lms/lms-copies.ts';
import type { HeldCourse } from './course-list.ts';
import type { ResultRow } from './overview.queries.ts';
import type { AnnouncementRow, WorkRow } from './work.queries.ts';

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;
export const courseNameView = ({ id, section, lms }: HeldCourse) => ({
  id,
  number: section?.number ?? lms?.number ?? '',
  title: section?.title ?? lms?.title ?? '',
});

export const roleOf = ({ section, lms }: HeldCourse) => section?.role ?? lms?.role ?? 'student';

const lmsWorkId = (course: string, item: string): string => `lms-${course}-${item}`;

/** Returns the parts of a course's grade: the LMS's if it has any work of the course. */
export const partsOf = (course: HeldCourse, copies: LmsCopies) => {
  const work = course.lms === null ? null : copies.work(course.lms.id);
  if (course.lms === null || work === null)
    return (course.section?.parts ?? []).map((part) => ({
      ...part,
      dropHighest: 0,
      neverDrop: [],
    }));
  const { id, appliesWeights = true } = course.lms;
  return work.parts.map((part) => ({
    ...part,
    weight: appliesWeights ? part.weight : null,
    dropHighest: part.dropHighest ?? 0,
    neverDrop: (part.neverDrop ?? []).map((item) => lmsWorkId(id, item)),
  }));
};

/**
 * Work without a result is a to-do until its due date, even if a file already marks it as missing. After it, only the source has the information whether
 * it was submitted.
 */
const stateOf = (
  state: AcademicWork['state'] | null,
  dueAt: string | null,
  isScored: boolean,
  now: Date,
): AcademicWork['state'] => {
  const isPast = dueAt !== null && Date.parse(dueAt) < now.getTime();
  if (state === 'missing') return dueAt === null || isPast ? 'missing' : 'todo';
  if (state !== null) return state;
  return isScored && isPast ? 'ungraded' : 'todo';
};

/** Returns whether a grade arrived since the last visit. Files contain only the date of a score, and arrive the night after. */
const isNewGrade = (
  { graded_at: graded, arrived_at: arrived }: Pick<ResultRow, 'graded_at' | 'arrived_at'>,
  seen: number,
): boolean => graded !== null && (arrived ?? graded).getTime() > seen;

/** Returns a course's work: from the LMS if it has any, otherwise from the school's files. */
export const workOf = (
  course: HeldCourse,
  rows: readonly WorkRow[],
  copies: LmsCopies,
  { now, seen }: { now: Date; seen: number },
): AcademicWork[] => {
  const isStudent = roleOf(course) === 'student';
  const titles = new Map(partsOf(course, copies).map(({ id, title }) => [id, { id, title }]));
  const common = (one: {
    part: string | null;
    dueAt: string | null;
    points: number | null;
    state: AcademicWork['state'] | null;
  }) => ({
    course: courseNameView(course),
    part: one.part === null ? null : (titles.get(one.part) ?? null),
    state: isStudent ? stateOf(one.state, one.dueAt, one.points !== null, now) : 'todo',
  });
  const { lms, section } = course;
  if (lms !== null && copies.work(lms.id) !== null)
    return wholeWork(copies.work(lms.id), copies.quizzes(lms.id)).items.map((item) => {
      const { quiz: _, ...rest } = item;
      const { gradedAt } = item;
      return {
        ...rest,
        ...common(item),
        isNew: isStudent && gradedAt !== null && Date.parse(gradedAt) > seen,
        counts: item.counts ?? true,
        progress: null,
        id: lmsWorkId(lms.id, item.id),
      };
    });
  return rows
    .filter((row) => row.section === section?.id)
    .map((row) => {
      const times = { dueAt: instant(row.due_at), gradedAt: instant(row.graded_at) };
      return {
        id: row.id,
        kind: row.kind,
        title: row.title,
        points: row.points,
        minutes: row.minutes,
        attempts: row.attempts,
        url: row.url,
        isLate: row.is_late ?? false,
        score: row.score,
        label: row.label,
        comment: row.comment,
        submittedAt: instant(row.submitted_at),
        ...times,
        ...common({ ...row, ...times }),
        isNew: isStudent && isNewGrade(row, seen),
        counts: true,
        progress: row.progress,
      };
    });
};

/** The fields from which a grade is computed. */
type CountedWork = Pick<
  AcademicWork,
  'part' | 'points' | 'score' | 'state' | 'dueAt' | 'gradedAt' | 'isNew' | 'counts'
> & { readonly id?: string };

/** Returns the work for an overview: from the school's files, only work with results. */
export const resultsOf = (
  course: HeldCourse,
  rows: readonly ResultRow[],
  copies: LmsCopies,
  { now, seen }: { now: Date; seen: number },
): CountedWork[] => {
  const { lms, section } = course;
  if (lms !== null && copies.work(lms.id) !== null)
    return workOf(course, [], copies, { now, seen });
  const titles = new Map((section?.parts ?? []).map(({ id, title }) => [id, { id, title }]));
  return rows
    .filter((row) => row.section === section?.id)
    .map((row) => ({
      part: row.part === null ? null : (titles.get(row.part) ?? null),
      points: row.points,
      score: row.score,
      state: row.state ?? 'todo',
      dueAt: instant(row.due_at),
      gradedAt: instant(row.graded_at),
      isNew: isNewGrade(row, seen),
      counts: true,
    }));
};

/** Compares by due date. Work without a due date is last. */
export const byDueDate = (a: AcademicWork, b: AcademicWork): number => {
  const left = a.dueAt ?? '9';
  const right = b.dueAt ?? '9';
  return left < right ? -1 : left > right ? 1 : a.title.localeCompare(b.title);
};

const gradeItems = (work: readonly CountedWork[]) =>
  work.map(({ id, part, score, points, state, counts }) => ({
    ...(id !== undefined && { id }),
    counts,
    part: part?.id ?? null,
    score: state === 'graded' ? score : null,
    points,
    isExcused: state === 'excused',
  }));

const rounded = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 10) / 10;

/** Maximum difference between our total and the LMS's in percentage points, because the LMS rounds. */
const sameTotal = 0.1;

/**
 * Returns true if our rules produce the same total as the LMS. An LMS has rules that its API doesn't expose, such as grading periods and
 * overrides. If its total differs from ours or is hidden, we show no number of our own.
 */
export const isReckoned = (
  course: HeldCourse,
  work: readonly CountedWork[],
  copies: LmsCopies,
): boolean => {
  const { lms } = course;
  if (lms === null) return true;
  if (lms.isTotalHidden === true) return false;
  if (copies.work(lms.id) === null) return true;
  const { percent } = gradeOf(partsOf(course, copies), gradeItems(work));
  if (percent === null || lms.percent === null)
    return percent === null && lms.percent === null && lms.label === null;
  return Math.abs(percent - lms.percent) <= sameTotal;
};

/** Returns the caller's grade from the LMS, or our own calculation if our rules match. Null for teachers and if nothing is graded. */
export const gradeView = (
  course: HeldCourse,
  work: readonly CountedWork[],
  copies: LmsCopies,
): AcademicCourse['grade'] => {
  if (roleOf(course) !== 'student') return null;
  const { lms } = course;
  if (lms !== null && (lms.percent !== null || lms.label !== null))
    return { percent: rounded(lms.percent), label: lms.label, isOfficial: true };
  if (!isReckoned(course, work, copies)) return null;
  const { percent } = gradeOf(partsOf(course, copies), gradeItems(work));
  return percent === null ? null : { percent: rounded(percent), label: null, isOfficial: false };
};

/** Converts the parts of a grade, with weights as shares of 100. */
export const partViews = (
  course: HeldCourse,
  work: readonly AcademicWork[],
  copies: LmsCopies,
): AcademicPart[] => {
  const parts = partsOf(course, copies);
  const whole = parts.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
  const graded = isReckoned(course, work, copies) ? gradeOf(parts, gradeItems(work)).parts : [];
  return parts.map((part, index) => ({
    id: part.id,
    title: part.title,
    weight: whole > 0 ? rounded(((part.weight ?? 0) / whole) * 100) : null,
    dropLowest: part.dropLowest,
    dropHighest: part.dropHighest,
    neverDrop: part.neverDrop,
    score: graded[index]?.score ?? 0,
    points: graded[index]?.points ?? 0,
    percent: rounded(graded[index]?.percent ?? null),
  }));
};

const trendLength = 6;

const trendOf = (work: readonly CountedWork[]): number[] =>
  work
    .filter(({ state, score, points }) => state === 'graded' && score !== null && (points ?? 0) > 0)
    .toSorted((a, b) => ((a.gradedAt ?? a.dueAt ?? '') < (b.gradedAt ?? b.dueAt ?? '') ? -1 : 1))
    .slice(-trendLength)
    .map(({ score, points }) => rounded(((score ?? 0) / (points ?? 1)) * 100) ?? 0);

/** Days in which to look for the next class. */
const classDays = 14;

const nextClass = (course: HeldCourse, now: Date): AcademicCourse['nextClass'] => {
  const found = (course.section?.meetings ?? []).flatMap(({ series, room, kind }) =>
    occurrencesOf(series, { from: now.getTime(), to: now.getTime() + classDays * day })
      .filter(({ endsAt }) => endsAt > now.getTime())
      .slice(0, 1)
      .map(({ startsAt, endsAt }) => ({ startsAt, endsAt, location: room, kind })),
  );
  const [next] = found.toSorted((a, b) => a.startsAt - b.startsAt);
  return next === undefined
    ? null
    : {
        dateStart: instantText(next.startsAt),
        dateEnd: instantText(next.endsAt),
        location: next.location,
        kind: next.kind,
      };
};

/** Converts a course with the caller’s work in it. `announcements`: the number of new ones. */
export const courseView = (
  course: HeldCourse,
  work: readonly CountedWork[],
  copies: LmsCopies,
  { now, announcements }: { now: Date; announcements: number },
): AcademicCourse => {
  const { section, lms } = course;
  return {
    ...courseNameView(course),
    section: section?.section ?? null,
    term: section?.term ?? lms?.term ?? null,
    role: roleOf(course),
    teachers:
      section !== null && section.teachers.length > 0
        ? [...section.teachers]
        : (lms?.teachers ?? []).map((name) => ({ uid: null, name })),
    source: lms === null ? 'school' : 'lms',
    url: lms?.url ?? null,
    nextClass: nextClass(course, now),
    grade: gradeView(course, work, copies),
    trend: roleOf(course) === 'student' ? trendOf(work) : [],
    news: { grades: work.filter(({ isNew }) => isNew).length, announcements },
  };
};

const announcementOfRow = (
  course: HeldCourse,
  row: AnnouncementRow,
  seen: number,
): AcademicAnnouncement => ({
  id: row.id,
  course: courseNameView(course),
  title: row.title,
  body: cleanRichText(row.body, row.url ?? undefined).html,
  author: row.author,
  postedAt: row.posted_at.toISOString(),
  url: row.url,
  isNew: !row.is_own && row.posted_at.getTime() > seen,
  canEdit: row.is_own && course.section?.role !== 'student',
  canDelete: course.section?.role !== 'student',
});

const announcementOfCopy = (
  course: HeldCourse,
  one: LmsAnnouncement,
  seen: number,
): AcademicAnnouncement => ({
  id: `lms-${one.course}-${one.id}`,
  course: courseNameView(course),
  title: one.title,
  body: cleanRichText(one.html, one.url ?? undefined).html,
  author: one.author,
  postedAt: one.postedAt,
  url: one.url,
  isNew: Date.parse(one.postedAt) > seen,
  canEdit: false,
  canDelete: false,
});

/** Converts announcements of courses, newest first. */
export const announcementViews = (
  courses: readonly { course: HeldCourse; seen: number }[],
  rows: readonly AnnouncementRow[],
  copies: LmsCopies,
  { now, most }: { now: Date; most: number },
): AcademicAnnouncement[] =>
  courses
    .flatMap(({ course, seen }) => [
      ...rows
        .filter(({ section }) => section === course.section?.id)
        .map((row) => announcementOfRow(course, row, seen)),
      ...(copies.announcements() ?? [])
        .filter((one) => one.course === course.lms?.id && Date.parse(one.postedAt) <= now.getTime())
        .toSorted((a, b) => (a.postedAt > b.postedAt ? -1 : 1))
        .slice(0, most)
        .map((one) => announcementOfCopy(course, one, seen)),
    ])
    .toSorted((a, b) => (a.postedAt > b.postedAt ? -1 : a.postedAt < b.postedAt ? 1 : 0))
    .slice(0, most);
