import type { JobState } from '#contract/jobs/limits.ts';
import type { JobRow } from './jobs.queries.ts';

/** Returns the state of a job now. An open job is closed once its time has passed. */
export const stateOf = (
  { state, closes_at: closesAt }: Pick<JobRow, 'state' | 'closes_at'>,
  now: Date,
): JobState => (state === 'open' && closesAt <= now ? 'closed' : state);

/** Returns whether a job's club accepts changes. Jobs of the school always do. */
export const isJobWritable = ({ club_status: status }: Pick<JobRow, 'club_status'>): boolean =>
  status === null || status === 'active' || status === 'pending';

/** Returns whether people can apply in Commons now. */
export const acceptsApplications = (
  row: Pick<JobRow, 'state' | 'closes_at' | 'url'>,
  now: Date,
): boolean => stateOf(row, now) === 'open' && row.url === null;

const dayMs = 86_400_000;
/** Returns the time some days before another. */
export const daysBefore = (time: Date, days: number): Date =>
  new Date(time.getTime() - days * dayMs);

/** Returns when a job stopped, or will stop, to accept applications. */
export const closingTime = ({
  closed_at: closed,
  closes_at: closes,
}: Pick<JobRow, 'closed_at' | 'closes_at'>): Date => closed ?? closes;

/** Returns whether a job can be closed: one that people could apply for, unless it waits for approval again. */
export const canClose = ({ state, opened_at: openedAt }: JobRow): boolean =>
  state !== 'in_approval' && openedAt !== null;
