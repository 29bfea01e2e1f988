import { firstDayOfWeek } from '#contract/calendar/display-rules.ts';
import type { AcademicWork } from '#contract/courses/endpoints.ts';

export const dueWeeks = ['thisWeek', 'nextWeek', 'later', 'noDate'] as const;
export type DueWeek = (typeof dueWeeks)[number];

/** Returns the week in which work is due. Weeks begin on the same day as in the calendar. */
export const dueWeekOf = ({ dueAt }: Pick<AcademicWork, 'dueAt'>, now: Date): DueWeek => {
  if (dueAt === null) return 'noDate';
  const sinceStart = (now.getDay() - firstDayOfWeek + 7) % 7;
  /** Midnight at the start of the week that begins after `weeks`. */
  const start = (weeks: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - sinceStart + 7 * weeks);
  const due = new Date(dueAt);
  if (due < start(1)) return 'thisWeek';
  return due < start(2) ? 'nextWeek' : 'later';
};
