import type { Acts } from '#contract/audit-kinds.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import type { ApprovalOutcome } from '../../kernel/feature.ts';
import { emit, emitAll } from '../../kernel/jobs/outbox.ts';
import { record } from '../../kernel/security/audit.ts';
import { problem } from '../../kernel/http/problem.ts';
import { orNotFound } from '../../kernel/sql.ts';
import { jobAccess } from './jobs-access.ts';
import {
  lockJob,
  selectContactIds,
  updateApproved,
  updateJobState,
  type JobRow,
} from './jobs.queries.ts';

export const recordAct = (
  context: Context,
  { id, title, club_id: club }: Pick<JobRow, 'id' | 'title' | 'club_id'>,
  act: Acts['job_changed'],
): Promise<void> =>
  record(context, 'job_changed', {
    job: String(id),
    title,
    club: club === null ? '' : String(club),
    act,
  });

/** Notifies the contacts of an employer with an account about a decision. */
const notifyEmployer = async (
  context: Context,
  job: number,
  { outcome, reason }: { outcome: 'approved' | 'denied' | 'changes_requested'; reason: string },
): Promise<void> => {
  const { db, origin } = context;
  const contacts = await selectContactIds(db, job);
  await emitAll(
    context,
    'employer_job_decided',
    contacts.map((contact) => ({
      payload: { contact, job, outcome, reason, origin },
      dueAt: null,
    })),
  );
};

/** Opens an approved job that is still waiting, and notifies its employer. */
export const openApproved = async (context: Context, row: JobRow): Promise<void> => {
  // Not all reviewers can restore an employer.
  if (!row.is_hidden && row.is_unavailable && !(await jobAccess(context)).isStaff)
    throw problem('job_of_suspended_employer');
  await openJob(context, row);
  await notifyEmployer(context, row.id, { outcome: 'approved', reason: '' });
};

/** Opens a locked job, unless it is hidden or its employer is suspended: its alerts would be lost. The first opening notifies officers and people with alerts, unless its time has passed. */
export const openJob = async (
  context: Context,
  row: Pick<
    JobRow,
    'id' | 'title' | 'club_id' | 'opened_at' | 'closes_at' | 'is_unavailable' | 'is_hidden'
  >,
): Promise<void> => {
  if (row.is_unavailable) throw problem(row.is_hidden ? 'job_hidden' : 'employer_suspended');
  const now = context.clock.now();
  const isFirst = row.opened_at === null;
  await updateJobState(context.db, row.id, {
    state: 'open',
    ...(isFirst && { opened_at: now, listed_at: now }),
  });
  await updateApproved(context.db, row.id, now);
  await recordAct(context, row, 'opened');
  if (isFirst && row.closes_at > now)
    await emit(context, 'job_opened', {
      job: row.id,
      club: row.club_id,
      by: memberOf(context).userId,
    });
};

/** Returns a job that wasn't approved to its authors. A job that was closed or deleted stays so. */
export const returnToDraft = async (
  context: Context,
  { subject }: ApprovalOutcome,
): Promise<void> => {
  const locked = orNotFound(await lockJob(context.db, subject));
  if (locked.state === 'in_approval') await updateJobState(context.db, subject, { state: 'draft' });
};

/** Returns a denied job, or one that needs changes, to its author, and notifies its employer. */
export const returnDecided =
  (outcome: 'denied' | 'changes_requested') =>
  async (context: Context, about: ApprovalOutcome): Promise<void> => {
    await returnToDraft(context, about);
    await notifyEmployer(context, about.subject, { outcome, reason: about.reason });
  };
