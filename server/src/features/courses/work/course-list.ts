import { courseLimits } from '#contract/courses/kinds.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf } from '../../../kernel/sql.ts';
import type { LmsCourse, LmsKindOfContent } from '../lms/connector.ts';
import { Copies } from '../lms/lms-copies.ts';
import { refuseEnded } from '../lms/lms-source.ts';
import { selectOwn, type OwnRow } from '../lms/lms.queries.ts';
import { selectSections, type SectionRow, type Which } from './work.queries.ts';

/** A course as somebody has it: a section of the school, a course of the learning system, or both in one. */
export type HeldCourse =
  | { readonly id: string; readonly section: SectionRow; readonly lms: LmsCourse | null }
  | { readonly id: string; readonly section: null; readonly lms: LmsCourse };

const isUnderWay = ({ startsAt, endsAt }: LmsCourse, now: Date): boolean =>
  (startsAt === null || Date.parse(startsAt) <= now.getTime()) &&
  (endsAt === null || Date.parse(endsAt) >= now.getTime());

/** Puts together what the school and the learning system say of the same course; each of the latter belongs to one section at most. */
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

/** What a call about courses begins with. */
export interface HeldCourses {
  readonly courses: readonly HeldCourse[];
  readonly own: OwnRow | undefined;
  readonly copies: Copies;
}

export const hold = (
  call: Call,
  sections: readonly SectionRow[],
  own: OwnRow | undefined,
): HeldCourses => {
  const copies = new Copies(call, call.me.userId, own?.copies ?? []);
  return { courses: joinCourses(sections, copies.courses() ?? []), own, copies };
};

/** Those of a term: of the school's, of the learning system's, or of all that are under way. */
export const ofTerm = (
  { courses }: HeldCourses,
  term: string | undefined,
  now: Date,
): readonly HeldCourse[] =>
  courses.filter(
    ({ section, lms }) =>
      section !== null || (term === undefined ? isUnderWay(lms, now) : lms.term?.code === term),
  );

/** One of the caller's courses with the copies that are asked for; 404 where it is none of theirs. */
export const heldCourse = async (
  call: Call,
  id: string,
  copy: 'last' | undefined,
  kinds: readonly LmsKindOfContent[],
): Promise<HeldCourses & { readonly course: HeldCourse }> => {
  const { db, me, now } = call;
  const beside = id.startsWith('lms-') ? undefined : idOf(id);
  const [sections, own] = await Promise.all([
    selectSections(db, { me: me.userId, now, beside }),
    selectOwn(db, me.userId, ['courses', ...kinds]),
  ]);
  const held = hold(call, sections, own);
  const course = held.courses.find(
    (one) => one.id === id || (one.lms !== null && `lms-${one.lms.id}` === id),
  );
  // Whose grant has ended hears that before that the course is not there: it may be in the copy alone.
  refuseEnded(call, own, copy);
  if (course === undefined) throw problem('not_found');
  return { ...held, course };
};

/** Where the school's own rows of a course are: of its section. */
export const whichOf = (call: Call, { section }: HeldCourse): Which | null =>
  section === null ? null : { me: call.me.userId, now: call.now, section: Number(section.id) };

/** When the caller last looked at a course; what is older than two weeks is not new in any case. */
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

/** How old what the school's files say of these courses is; null where none is from them. */
export const fedAtOf = (courses: readonly HeldCourse[]): Date | null =>
  courses.find(({ section }) => section !== null)?.section?.imported_at ?? null;

/** How many announcements are answered. */
export const announcementsMost = courseLimits.announcements;
