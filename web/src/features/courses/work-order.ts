import type { AcademicWork } from '#contract/courses/endpoints.ts';
import type { ReplyOf } from '#contract/call.ts';
import type { listGrades } from '#contract/courses/calls.ts';

type Grades = ReplyOf<typeof listGrades>;

const instantOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/**
 * Returns the most relevant work of a course: open work by due date, then missing work, then recently graded or submitted
 * work. At most `most` items.
 */
export const mostRelevant = (
  all: readonly AcademicWork[],
  most: number,
  now = Date.now(),
): AcademicWork[] => {
  const isOpen = ({ state, dueAt }: AcademicWork) =>
    state === 'todo' && (instantOf(dueAt) ?? Number.POSITIVE_INFINITY) >= now;
  const isMissing = ({ state }: AcademicWork) => state === 'missing';
  const isDone = ({ state }: AcademicWork) => state === 'graded' || state === 'submitted';
  const lastAt = ({ gradedAt, submittedAt, dueAt }: AcademicWork) =>
    instantOf(gradedAt) ?? instantOf(submittedAt) ?? instantOf(dueAt) ?? 0;
  const dueAt = (one: AcademicWork) => instantOf(one.dueAt) ?? Number.POSITIVE_INFINITY;
  const open = all.filter(isOpen).toSorted((a, b) => dueAt(a) - dueAt(b));
  const missing = all.filter(isMissing).toSorted((a, b) => dueAt(b) - dueAt(a));
  const done = all.filter(isDone).toSorted((a, b) => lastAt(b) - lastAt(a));
  // Reserve space for news, even if a lot of work is open.
  const ahead = [...open, ...missing].slice(0, Math.max(most - Math.min(done.length, 2), 1));
  return [...ahead, ...done].slice(0, most);
};

/**
 * Returns the percentage of the final grade for an assignment: its part's weight times its share of the part's points. Null
 * if the part has no weight or drops its lowest scores, because then it can't be known yet.
 */
export const shareOfGrade = (work: AcademicWork, { parts, items }: Grades): number | null => {
  const part = parts.find(({ id }) => id === work.part?.id);
  if (part?.weight == null || part.dropLowest > 0 || (work.points ?? 0) <= 0) return null;
  const all = items
    .filter((one) => one.part?.id === part.id && one.state !== 'excused')
    .reduce((sum, { points }) => sum + (points ?? 0), 0);
  if (all <= 0 || work.state === 'excused') return null;
  return Math.round((part.weight * (work.points ?? 0) * 10) / all) / 10;
};
