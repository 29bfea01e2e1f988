import { jobLimits, type JobState } from '#contract/jobs/limits.ts';
import type { JobRow } from './jobs.queries.ts';

/** Returns the state of a job now. An open job is closed once its time has passed. */
export const stateOf = (
  { state, closes_at: closesAt }: Pick<JobRow, 'state' | 'closes_at'>,
  now: Date,
): JobState => (state === 'open' && closesAt <= now ? 'closed' : state);

/** Returns whether a job's club accepts changes. Jobs of the school always do. */
export const isJobWritable = ({ club_status: status }: Pick<JobRow, 'club_status'>): boolean =>
  status === null || status === 'active' || status === 'pending';

/** Returns the state of a job as people see it. A job of a suspended employer looks closed to those who can still see it. */
export const shownStateOf = (
  row: Pick<JobRow, 'state' | 'closes_at' | 'is_unavailable'>,
  now: Date,
): JobState => {
  const state = stateOf(row, now);
  return state === 'open' && row.is_unavailable ? 'closed' : state;
};

/** Returns whether people can apply in Commons now. */
export const acceptsApplications = (
  row: Pick<JobRow, 'state' | 'closes_at' | 'url' | 'is_unavailable'>,
  now: Date,
): boolean => shownStateOf(row, now) === 'open' && row.url === null;

/** Returns whether a job waits for an approval, and can have a text that the school hasn't approved. */
export const isUnapproved = ({ state }: Pick<JobRow, 'state'>): boolean =>
  state === 'draft' || state === 'in_approval';

/**
 * Returns a job for people who neither manage nor review it, such as applicants: with the text that the school approved last. Without one,
 * only its title stays.
 */
export const withApprovedText = (row: JobRow): JobRow => {
  if (!isUnapproved(row)) return row;
  if (row.approved !== null) return { ...row, ...row.approved };
  return { ...row, description: '', requirements: '', url: null, questions: null };
};

const dayMs = 86_400_000;
/** Returns the time some days before another. */
export const daysBefore = (time: Date, days: number): Date =>
  new Date(time.getTime() - days * dayMs);

/** Returns when a job stopped, or will stop, to accept applications. */
export const closingTime = ({
  closed_at: closed,
  closes_at: closes,
}: Pick<JobRow, 'closed_at' | 'closes_at'>): Date => closed ?? closes;

/** Returns when the applications of a job will be deleted. */
export const deletionTime = (row: Pick<JobRow, 'closed_at' | 'closes_at'>): Date =>
  daysBefore(closingTime(row), -jobLimits.applicationDays);

/** Returns whether a job can be closed. Everyone sees closed jobs, so a text that the school hasn't approved can't become one. */
export const canClose = ({ state }: Pick<JobRow, 'state'>): boolean =>
  state === 'open' || state === 'closed';
