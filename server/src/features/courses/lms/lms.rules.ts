import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import { createHash } from 'node:crypto';
import type { LmsAnnouncement, LmsItem, LmsWork } from './connector.ts';

/** A change in a course that its student gets a notification about. */
export interface CourseChange {
  readonly kind: Extract<NotificationKind, `course_${string}`>;
  readonly key: Extract<NotificationKey, `academic.${string}`>;
  /** The id of the assignment, quiz or announcement. */
  readonly item: string;
  /** Distinguishes changes of the same kind and item: the due date, or a digest of the grade. */
  readonly mark: string;
  readonly title: string;
  /** The grade, only shown to people who want it. */
  readonly grade: string | null;
}

/** Maximum age in days of an announcement that counts as news when it first appears. */
const newDays = 7;

export const gradeText = ({
  score,
  points,
  label,
}: Pick<LmsItem, 'score' | 'points' | 'label'>): string | null => {
  if (label !== null) return label;
  if (score === null) return null;
  return points === null ? String(score) : `${score} / ${points}`;
};

/** Minutes since 1970 in a short format. */
export const dateMark = (at: string | null): string =>
  at === null ? '' : Math.floor(Date.parse(at) / 60_000).toString(36);

/** Identifies a grade without revealing it. */
export const gradeMark = (item: string, grade: string): string =>
  createHash('sha256').update(`${item}\0${grade}`).digest('base64url').slice(0, 10);

const isOpen = ({ state, dueAt }: LmsItem, now: Date): boolean =>
  dueAt !== null && new Date(dueAt) > now && state !== 'submitted' && state !== 'graded';

/** Returns the changes between two syncs of a course. */
export const workChanges = (before: LmsWork, after: LmsWork, now: Date): CourseChange[] => {
  const known = new Map(before.items.map((item) => [item.id, item]));
  return after.items.flatMap((item): CourseChange[] => {
    const old = known.get(item.id);
    const changes: CourseChange[] = [];
    const key = item.kind === 'quiz' ? 'academic.quizDates' : 'academic.assignmentDueDates';
    const about = { item: item.id, title: item.title, grade: null };
    const mark = dateMark(item.dueAt);
    if (old === undefined && isOpen(item, now))
      changes.push({ kind: 'course_work_added', key, mark: '', ...about });
    if (old !== undefined && old.dueAt !== item.dueAt && isOpen(item, now))
      changes.push({ kind: 'course_work_moved', key, mark, ...about });
    const grade = gradeText(item);
    if (
      item.state === 'graded' &&
      grade !== null &&
      (old?.state !== 'graded' || gradeText(old) !== grade)
    )
      changes.push({
        kind: 'course_graded',
        key: 'academic.grades',
        mark: gradeMark(item.id, grade),
        ...about,
        grade,
      });
    return changes;
  });
};

/** Returns announcements that weren't in the last sync. */
export const announcementChanges = (
  before: readonly LmsAnnouncement[] | null,
  after: readonly LmsAnnouncement[],
  now: Date,
): (CourseChange & { readonly course: string })[] => {
  if (before === null) return [];
  const known = new Set(before.map(({ id }) => id));
  const from = now.getTime() - newDays * 86_400_000;
  return after
    .filter(({ id, postedAt }) => !known.has(id) && Date.parse(postedAt) >= from)
    .map(({ id, course, title }) => ({
      kind: 'course_announced',
      key: 'academic.courseAnnouncements',
      item: id,
      mark: '',
      title,
      grade: null,
      course,
    }));
};
