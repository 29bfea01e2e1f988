import type { AssignmentKind } from '#contract/courses/kinds.ts';
import type { CourseNews } from './lms/lms.rules.ts';

/* Addresses within a course, as notifications and calendars name them; `course`: the id of the section, or of a course of the learning system. */

const pathOf = (course: string, tab: string): string => `/edu/${course}?tab=${tab}`;

/** Where an assignment or a quiz stands. `workTab` in the queries says the same. */
export const workPath = (course: string, kind: AssignmentKind): string =>
  pathOf(course, kind === 'quiz' ? 'quizzes' : 'assignments');

/** Where a piece of news stands. */
export const newsPath = (
  course: string,
  { kind, key }: Pick<CourseNews, 'kind' | 'key'>,
): string => {
  if (kind === 'course_announced') return pathOf(course, 'announcements');
  if (kind === 'course_graded') return pathOf(course, 'grades');
  return workPath(course, key === 'academic.quizDates' ? 'quiz' : 'assignment');
};
