import type { Context } from '../../../kernel/context.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { emit, emitAll, type Events } from '../../../kernel/jobs/outbox.ts';
import { addUseInTransaction } from '../../../kernel/security/rate-limits.ts';
import { selectContactIds } from '../jobs.queries.ts';
import { hasApplicationsSince } from './applications.queries.ts';

/* Emails to an employer's contacts about new applicants: at most one a day for each job. */

const daySeconds = 86_400;

const announce = async (
  context: Context,
  { job, origin, isNew }: { job: number; origin: string; isNew: boolean },
): Promise<void> => {
  const contacts = await selectContactIds(context.db, job);
  if (contacts.length === 0) return;
  const subject = `employer-applicants:${job}`;
  const { used, endsAt } = await addUseInTransaction(context, subject, daySeconds);
  if (used === 1)
    await emitAll(
      context,
      'employer_job_applied',
      contacts.map((contact) => ({ payload: { contact, job, origin }, dueAt: null })),
    );
  // The second applicant of a day schedules the next email, and the others need none.
  else if (used === 2 && isNew) {
    const since = new Date(endsAt.getTime() - daySeconds * 1_000).toISOString();
    await emit(context, 'employer_applicants_due', { job, since, origin }, endsAt);
  }
};

/** Announces a new applicant to the contacts of the job's employer, if it has an account. */
export const announceApplicant = (context: Context, job: number): Promise<void> =>
  announce(context, { job, origin: context.origin, isNew: true });

/** Announces the applicants of the last day, unless all of them withdrew. */
export const announceLater = (
  scope: Scope,
  { job, since, origin }: Events['employer_applicants_due'],
): Promise<void> =>
  transact(scope, async (context) => {
    if (await hasApplicationsSince(context.db, job, new Date(since)))
      await announce(context, { job, origin, isNew: false });
  });
