import type { AssignmentKind } from '#contract/courses/kinds.ts';
import type { CourseChange } from './lms/lms.rules.ts';

/* Addresses within a course for notifications and calendars. `course`: the id of the section or of an LMS course. */

const pathOf = (course: string, tab: string): string => `/edu/${course}?tab=${tab}`;

/** Returns the path of an assignment or a quiz. `workTab` in the queries is the same. */
export const workPath = (course: string, kind: AssignmentKind): string =>
  pathOf(course, kind === 'quiz' ? 'quizzes' : 'assignments');

/** Returns the path of a news item. */
export const newsPath = (
  course: string,
  { kind, key }: Pick<CourseChange, 'kind' | 'key'>,
): string => {
  if (kind === 'course_announced') return pathOf(course, 'announcements');
  if (kind === 'course_graded') return pathOf(course, 'grades');
  return workPath(course, key === 'academic.quizDates' ? 'quiz' : 'assignment');
};
