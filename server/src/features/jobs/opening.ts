import type { Acts } from '#contract/audit-kinds.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import type { ApprovalOutcome } from '../../kernel/feature.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { record } from '../../kernel/security/audit.ts';
import { orNotFound } from '../../kernel/sql.ts';
import { lockJob, updateApproved, updateJobState, type JobRow } from './jobs.queries.ts';

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

/** Opens a locked job. The first opening notifies officers and people with alerts, unless its time has passed. */
export const openJob = async (
  context: Context,
  row: Pick<JobRow, 'id' | 'title' | 'club_id' | 'opened_at' | 'closes_at'>,
): Promise<void> => {
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
