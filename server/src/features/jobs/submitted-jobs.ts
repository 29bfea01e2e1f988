import { currencyDigits } from '#contract/finances/money.ts';
import type { Context } from '../../kernel/context.ts';
import { memberOf } from '../../kernel/context.ts';
import { actorId, nobody } from '../../kernel/actor.ts';
import type { ApprovalContent, ApprovalKind } from '../../kernel/feature.ts';
import { problem } from '../../kernel/http/problem.ts';
import { orNotFound } from '../../kernel/sql.ts';
import { jobAccess } from './jobs-access.ts';
import { lockJob, selectJob, updateJobState, type JobRow } from './jobs.queries.ts';
import { isJobWritable } from './jobs.rules.ts';
import { openApproved, returnDecided, returnToDraft } from './opening.ts';

/* Approval of jobs, and the results of decisions. */

/** Returns a job for its reviewers, who see it whatever its club. */
const readSubmitted = async (context: Context, job: number): Promise<JobRow> =>
  orNotFound(
    await selectJob(context.db, { viewer: actorId(context) ?? nobody, isStaff: true }, job),
  );

const payText = (row: JobRow): string => {
  const { pay_min: min, pay_max: max, pay_currency: currency, pay_per: per } = row;
  if (min === null || currency === null || per === null) return '';
  const digits = currencyDigits(currency);
  const text = (amount: number) => (amount / 10 ** digits).toFixed(digits);
  return `${max === null ? text(min) : `${text(min)}–${text(max)}`} ${currency} / ${per}`;
};

/** Returns a job as its reviewers see it. */
export const submittedContent = (row: JobRow): ApprovalContent => {
  const questions = row.questions?.definition.questions.map(({ title }) => title) ?? [];
  const fields = [
    { key: 'employer', label: 'Employer', value: row.employer },
    { key: 'website', label: 'Website', value: row.employer_website ?? '' },
    { key: 'kind', label: 'Type', value: row.kind },
    { key: 'pay', label: 'Pay', value: payText(row) },
    { key: 'hours', label: 'Hours', value: row.hours },
    { key: 'location', label: 'Location', value: row.location },
    { key: 'closes', label: 'Closes', value: row.closes_at.toISOString().slice(0, 10) },
    { key: 'description', label: 'Description', value: row.description },
    { key: 'requirements', label: 'Requirements', value: row.requirements },
    { key: 'url', label: 'Apply at', value: row.url ?? '' },
    { key: 'questions', label: 'Questions', value: questions.join('\n') },
  ];
  return {
    title: row.title,
    link: `/jobs/${row.id}`,
    club: row.club_id,
    fields: fields.filter(({ value }) => value !== ''),
  };
};

/** Runs at each submission, so that no call can submit a job that is closed, and every submitted job waits. */
const describe = async (context: Context, job: number): Promise<ApprovalContent> => {
  const locked = orNotFound(await lockJob(context.db, job));
  if (locked.state === 'closed') throw problem('job_closed');
  if (locked.closes_at <= context.clock.now()) throw problem('job_closing');
  const row = await readSubmitted(context, job);
  if (!isJobWritable(row)) throw problem('club_inactive');
  if (locked.state !== 'in_approval')
    await updateJobState(context.db, job, { state: 'in_approval' });
  return submittedContent(row);
};

export const jobKind: ApprovalKind = {
  kind: 'job',
  name: 'Job',
  isOfClub: true,
  describe,
  canAct: async (context, job) => {
    if (context.actor.kind === 'employer')
      return (await readSubmitted(context, job)).employer_id === context.actor.employerId;
    const access = await jobAccess(context);
    const row = await selectJob(
      context.db,
      { viewer: memberOf(context).userId, isStaff: access.isStaff },
      job,
    );
    return row !== undefined && access.manages(row.club_id);
  },
  onApproved: async (context, { subject }) => {
    const locked = orNotFound(await lockJob(context.db, subject));
    if (locked.state === 'in_approval')
      await openApproved(context, await readSubmitted(context, subject));
  },
  onDenied: returnDecided('denied'),
  onChangesRequested: returnDecided('changes_requested'),
  onWithdrawn: returnToDraft,
};
