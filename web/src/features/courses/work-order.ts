import type { AcademicWork } from '#contract/courses/endpoints.ts';
import type { ReplyOf } from '#contract/call.ts';
import type { listGrades } from '#contract/courses/calls.ts';

type Grades = ReplyOf<typeof listGrades>;

const instantOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/**
 * The few of a course’s work that matter now: what is still to do by its due date, then what is missing, then what was graded or
 * handed in last. At most `most`.
 */
export const atAGlance = (
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
  // News is not crowded out by a long list of what is still to come.
  const ahead = [...open, ...missing].slice(0, Math.max(most - Math.min(done.length, 2), 1));
  return [...ahead, ...done].slice(0, most);
};

/**
 * Percent of the course that something counts, from the weight of its part and its points among those of the part; null where the
 * part has no weight, or drops its lowest results, so that nobody can say yet.
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
