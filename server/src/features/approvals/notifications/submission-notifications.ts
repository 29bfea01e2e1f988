import { transact, type Scope } from '../../../kernel/context.ts';
import { onEvent, onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { lockListsThere } from '../../notifications/delivery-log/delivery-log.queries.ts';
import { isSubmissionAt, isSubmissionThere } from './submission-notifications.queries.ts';
import { newsFor, nobody, notifyNews, takeOut } from '../../notifications/delivery-log/notify.ts';

/** What waits since a version of a submission comes into one notification. */
const collapseKeyOf = (submission: number, version: number) => `approval:${submission}:${version}`;
/** Comments stay worth reading when the submission has moved on. */
const collapseKeyOfComments = (submission: number) => `approval-comments:${submission}`;

/** A submission waits for reviewers, was decided or commented on: they are told, unless it has moved on meanwhile. */
const onSubmissionMoved = (
  scope: Scope,
  { id, payload }: OutboxEvent<'submission_moved'>,
): Promise<void> => {
  const { kind, submission, version, title, people, notice } = payload;
  const isComment = kind === 'submission_commented';
  const collapseKey = isComment
    ? collapseKeyOfComments(submission)
    : collapseKeyOf(submission, version);
  return notifyNews(scope, newsFor(people, payload.by ?? nobody, id), {
    // A reminder takes the place of what it reminds of.
    replaces: kind === 'submission_reminder' ? [collapseKey] : [],
    condition: isComment ? isSubmissionThere(submission) : isSubmissionAt(submission, version),
    key: notice?.key ?? 'general.approvals',
    kind: notice?.kind ?? kind,
    collapseKey,
    group: notice?.group ?? 0,
    about: { title, path: `/approvals/${submission}` },
  });
};

/** A step was decided, or what waited was withdrawn: for its other reviewers it is settled. */
const onSubmissionSettled = (
  scope: Scope,
  { submission, version, people, by }: OutboxEvent<'submission_settled'>['payload'],
): Promise<void> =>
  transact(scope, async (context) => {
    await lockListsThere(context.db, people);
    await takeOut(
      context,
      people.map((user) => ({ user, actor: by ?? nobody })),
      [collapseKeyOf(submission, version)],
      'read',
    );
  });

export const submissionNotifications = [
  onEventWithNumber('approvals.notify', 'submission_moved', onSubmissionMoved),
  onEvent('approvals.settle', 'submission_settled', onSubmissionSettled),
];
