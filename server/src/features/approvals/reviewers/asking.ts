import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { emit, insertEvent } from '../../../kernel/jobs/outbox.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { updateNudged, type WholeSubmission } from '../approvals.queries.ts';
import {
  insertManagers,
  selectReviewers,
  updateMayDecideOwn,
  updateReminded,
} from './reviewers.queries.ts';

interface Step {
  readonly submission: number;
  readonly position: number;
  readonly now: Date;
}

/**
 * Returns the people who can decide a step. If there are none (the office is vacant, the club has no advisor, or the submitter is the only
 * reviewer), approval managers are asked too. If there are no managers either, the submitter can decide.
 */
export const reviewersOf = async (db: Db, school: SchoolId, step: Step): Promise<number[]> => {
  const { submission, position } = step;
  const people = await selectReviewers(db, submission, position);
  if (people.length > 0) return people;
  await insertManagers(db, school, step);
  const managers = await selectReviewers(db, submission, position);
  if (managers.length === 0) await updateMayDecideOwn(db, submission);
  return managers;
};

/** The notification of a kind that has a separate one. `group` is the club whose officers are notified. */
type Notice =
  | {
      readonly key: NotificationKey;
      readonly kind: NotificationKind;
      readonly group: number | null;
    }
  | undefined;

/** Notifies the reviewers of a step that starts. */
export const askReviewers = async (
  context: Context,
  step: Step & { title: string; version: number; submitter: number | null; notice?: Notice },
): Promise<void> => {
  const people = await reviewersOf(context.db, context.school.school_id, step);
  await announceWaiting(context, { ...step, people, by: step.submitter });
};

/** Notifies people that a submission waits for their decision. */
export const announceWaiting = async (
  context: Context,
  about: {
    submission: number;
    version: number;
    title: string;
    people: number[];
    by: number | null;
    notice?: Notice;
  },
): Promise<void> => {
  const { submission, version, title, people, by, notice } = about;
  if (people.length === 0) return;
  await emit(context, 'submission_moved', {
    kind: 'submission_waiting',
    submission,
    version,
    title,
    people,
    by,
    ...(notice !== undefined && { notice }),
  });
};

/** Reminds a submission's reviewers on behalf of its submitter. */
export const remindOf = async (
  context: Context,
  { id, step, title, version, submitter_id: by }: WholeSubmission,
): Promise<void> => {
  const now = context.clock.now();
  if (step === null || !(await updateNudged(context.db, id, now))) throw problem('reminder_early');
  const people = await reviewersOf(context.db, context.school.school_id, {
    submission: id,
    position: step,
    now,
  });
  if (people.length > 0)
    await emit(context, 'submission_moved', {
      kind: 'submission_reminder',
      submission: id,
      version,
      title,
      people,
      by,
    });
};

/** Maximum number of reminders in one round of maintenance. The next round sends more. */
const remindedAtOnce = 500;

/** Reminds reviewers of submissions that have waited as long as their process says, and repeats this at the same interval. */
export const remindReviewers: MaintenanceTask = async (db, now, school) => {
  const due = await updateReminded(db, now, remindedAtOnce);
  for (const { id: submission, step: position, title, version, submitter_id: by } of due) {
    const people = await reviewersOf(db, school, { submission, position, now });
    if (people.length > 0)
      await insertEvent(db, school, null, 'submission_moved', {
        kind: 'submission_reminder',
        submission,
        version,
        title,
        people,
        by,
      });
  }
  return 0;
};
