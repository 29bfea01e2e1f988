import { transact, type Scope } from '../../../kernel/context.ts';
import { onEvent, onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { lockListsThere } from '../../notifications/notify/delivery-log.queries.ts';
import { isSubmissionAt, isSubmissionThere } from './submission-notifications.queries.ts';
import {
  userEventsFor,
  noActor,
  notifyOfEvents,
  removeFromNotifications,
} from '../../notifications/notify/notify.ts';

/** Requests for one version of a submission are combined in one notification. */
const collapseKeyOf = (submission: number, version: number) => `approval:${submission}:${version}`;
/** Comments stay relevant when the submission has a new version. */
const collapseKeyOfComments = (submission: number) => `approval-comments:${submission}`;

/** Notifies reviewers about a waiting submission, and submitters about decisions and comments, unless the submission has changed since. */
const onSubmissionMoved = (
  scope: Scope,
  { id, payload }: OutboxEvent<'submission_moved'>,
): Promise<void> => {
  const { kind, submission, version, title, people, notice } = payload;
  const isComment = kind === 'submission_commented';
  const collapseKey = isComment
    ? collapseKeyOfComments(submission)
    : collapseKeyOf(submission, version);
  return notifyOfEvents(scope, userEventsFor(people, payload.by ?? noActor, id), {
    // A reminder replaces the notification that it repeats.
    replaces: kind === 'submission_reminder' ? [collapseKey] : [],
    condition: isComment ? isSubmissionThere(submission) : isSubmissionAt(submission, version),
    key: notice?.key ?? 'general.approvals',
    kind: notice?.kind ?? kind,
    collapseKey,
    // A decision or another step is news, also from the same reviewer.
    repeat: isComment ? 'collapse_known' : 'replace',
    club: notice?.group ?? 0,
    about: { title, path: `/approvals/${submission}` },
  });
};

/** Settles the notifications of the other reviewers after a step was decided or a submission was withdrawn. */
const onSubmissionSettled = (
  scope: Scope,
  { submission, version, people, by }: OutboxEvent<'submission_settled'>['payload'],
): Promise<void> =>
  transact(scope, async (context) => {
    await lockListsThere(context.db, people);
    await removeFromNotifications(
      context,
      people.map((user) => ({ user, actor: by ?? noActor })),
      [collapseKeyOf(submission, version)],
      'read',
    );
  });

export const submissionNotifications = [
  onEventWithNumber('approvals.notify', 'submission_moved', onSubmissionMoved),
  onEvent('approvals.settle', 'submission_settled', onSubmissionSettled),
];
