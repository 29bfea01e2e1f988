import type { Job } from '#contract/jobs/endpoints.ts';
import type { Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { idOf, orNotFound } from '../../kernel/sql.ts';
import { submissionOf } from '../approvals/submissions.ts';
import { readOwnApplication } from './applications/reading-applications.ts';
import { jobAccess, type JobAccess } from './jobs-access.ts';
import { selectJob, type JobRow } from './jobs.queries.ts';
import { isUnapproved, withApprovedText } from './jobs.rules.ts';
import { jobView } from './jobs.views.ts';
import { jobKind } from './submitted-jobs.ts';

interface SeenJob {
  readonly row: JobRow;
  readonly access: JobAccess;
  readonly manages: boolean;
}

/**
 * Returns a job that the caller can see: open and closed jobs, their own applications, jobs that they manage, and jobs that they review.
 * Applicants see what the school approved last. Throws a 404 otherwise.
 */
export const readSeen = async (call: Call, id: string): Promise<SeenJob> => {
  const access = await jobAccess(call);
  const who = { viewer: call.me.userId, isStaff: access.isStaff };
  const row = orNotFound(await selectJob(call.db, who, idOf(id)));
  const manages = access.manages(row.club_id);
  if (manages || !isUnapproved(row)) return { row, access, manages };
  if ((await submissionOf(call, jobKind, row.id)) !== null) return { row, access, manages };
  if (row.application === null) throw problem('not_found');
  return { row: withApprovedText(row), access, manages };
};

/** Returns a job that the caller manages. Throws a 404 if they can't see it, and a 403 if they can only see it. */
export const readManaged = async (call: Call, id: string): Promise<SeenJob> => {
  const seen = await readSeen(call, id);
  if (!seen.manages) throw problem('forbidden');
  return seen;
};

/** Returns a job as the caller sees it. */
export const readJob = async (call: Call, id: string): Promise<Job> => {
  const { row, manages } = await readSeen(call, id);
  const isSubmitted = manages || row.state === 'in_approval';
  return jobView(
    row,
    { now: call.now, manages },
    {
      submission: isSubmitted ? await submissionOf(call, jobKind, row.id) : null,
      application: row.application === null ? null : await readOwnApplication(call, row.id),
    },
  );
};
