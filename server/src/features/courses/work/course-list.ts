import { courseLimits } from '#contract/courses/kinds.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf } from '../../../kernel/sql.ts';
import type { LmsCourse, LmsKindOfContent } from '../lms/connector.ts';
import { LmsCopies } from '../lms/lms-copies.ts';
import { requireGrant } from '../lms/lms-source.ts';
import { selectOwn, type OwnRow } from '../lms/lms.queries.ts';
import { selectSections, type SectionRow, type SectionScope } from './work.queries.ts';

/** A person's course: a section of the school, a course of the LMS, or both. */
export type HeldCourse =
  | { readonly id: string; readonly section: SectionRow; readonly lms: LmsCourse | null }
  | { readonly id: string; readonly section: null; readonly lms: LmsCourse };

const isUnderWay = ({ startsAt, endsAt }: LmsCourse, now: Date): boolean =>
  (startsAt === null || Date.parse(startsAt) <= now.getTime()) &&
  (endsAt === null || Date.parse(endsAt) >= now.getTime());

/** Combines the school's and the LMS's data of the same course. An LMS course belongs to at most one section. */
export const joinCourses = (
  sections: readonly SectionRow[],
  courses: readonly LmsCourse[],
): HeldCourse[] => {
  const left = new Set(courses);
  const joined = sections.map((section): HeldCourse => {
    const lms = [...left].find(({ id }) => id === section.lms_course) ?? null;
    if (lms !== null) left.delete(lms);
    return { id: section.id, section, lms };
  });
  return [
    ...joined,
    ...[...left].map((lms): HeldCourse => ({ id: `lms-${lms.id}`, section: null, lms })),
  ];
};

/** The common data of calls about courses. */
export interface CourseData {
  readonly courses: readonly HeldCourse[];
  readonly own: OwnRow | undefined;
  readonly copies: LmsCopies;
}

export const hold = (
  call: Call,
  sections: readonly SectionRow[],
  own: OwnRow | undefined,
): CourseData => {
  const copies = new LmsCopies(call, call.me.userId, own?.copies ?? []);
  return { courses: joinCourses(sections, copies.courses() ?? []), own, copies };
};

/** Returns the courses of a term: of the school, of the LMS, or of all current terms. */
export const ofTerm = (
  { courses }: CourseData,
  term: string | undefined,
  now: Date,
): readonly HeldCourse[] =>
  courses.filter(
    ({ section, lms }) =>
      section !== null || (term === undefined ? isUnderWay(lms, now) : lms.term?.code === term),
  );

/** Returns one of the caller's courses with the requested copies. Throws 404 if it isn't theirs. */
export const getOwnCourse = async (
  call: Call,
  id: string,
  copy: 'last' | undefined,
  kinds: readonly LmsKindOfContent[],
): Promise<CourseData & { readonly course: HeldCourse }> => {
  const { db, me, now } = call;
  const sameTermAs = id.startsWith('lms-') ? undefined : idOf(id);
  const [sections, own] = await Promise.all([
    selectSections(db, { me: me.userId, now, sameTermAs }),
    selectOwn(db, me.userId, ['courses', ...kinds]),
  ]);
  const held = hold(call, sections, own);
  const course = held.courses.find(
    (one) => one.id === id || (one.lms !== null && `lms-${one.lms.id}` === id),
  );
  // An ended grant takes precedence over a missing course, because the course may exist only in the copy.
  requireGrant(call, own, copy);
  if (course === undefined) throw problem('not_found');
  return { ...held, course };
};

/** Returns the selection of the school's rows of a course, by its section. */
export const sectionScopeOf = (call: Call, { section }: HeldCourse): SectionScope | null =>
  section === null ? null : { me: call.me.userId, now: call.now, section: Number(section.id) };

/** Returns when the caller last visited a course. Content older than two weeks is never new. */
export const seenAt = (
  { section, lms, id }: HeldCourse,
  own: OwnRow | undefined,
  now: Date,
): number => {
  const text = lms === null ? undefined : (own?.visits[id] ?? own?.visits[`lms-${lms.id}`]);
  const visits = [section?.seen_at?.getTime(), text === undefined ? undefined : Date.parse(text)];
  return Math.max(now.getTime() - newDays * 86_400_000, ...visits.flatMap((visit) => visit ?? []));
};

const newDays = 14;

/** Returns the age of the school's files of these courses. Null if none comes from them. */
export const importedAtOf = (courses: readonly HeldCourse[]): Date | null =>
  courses.find(({ section }) => section !== null)?.section?.imported_at ?? null;

/** Maximum announcements in a reply. */
export const announcementsMost = courseLimits.announcements;
