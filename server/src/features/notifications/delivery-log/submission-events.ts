import { transact, type Scope } from '../../../kernel/context.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import {
  always,
  isSubmissionAt,
  isSubmissionThere,
  lockListsThere,
} from './delivery-log.queries.ts';
import { newsFor, nobody, notifyNews, takeOut } from './notify.ts';

/** Requests for one version of a submission are combined in one notification. */
const foldOf = (submission: number, version: number) => `approval:${submission}:${version}`;
/** Comments stay relevant when the submission has a new version. */
const foldOfComments = (submission: number) => `approval-comments:${submission}`;

/** Notifies reviewers about a waiting submission, and submitters about decisions and comments, unless the submission has changed since. */
export const onSubmissionMoved = (
  scope: Scope,
  { id, payload }: OutboxEvent<'submission_moved'>,
): Promise<void> => {
  const { kind, submission, version, title, people, notice } = payload;
  const isComment = kind === 'submission_commented';
  const fold = isComment ? foldOfComments(submission) : foldOf(submission, version);
  return notifyNews(scope, newsFor(people, payload.by ?? nobody, id), {
    // A reminder replaces the notification that it repeats.
    replaces: kind === 'submission_reminder' ? [fold] : [],
    condition: isComment ? isSubmissionThere(submission) : isSubmissionAt(submission, version),
    key: notice?.key ?? 'general.approvals',
    kind: notice?.kind ?? kind,
    fold,
    group: notice?.group ?? 0,
    about: { title, path: `/approvals/${submission}` },
  });
};

/** Settles the notifications of the other reviewers after a step was decided or a submission was withdrawn. */
export const onSubmissionSettled = (
  scope: Scope,
  { submission, version, people, by }: OutboxEvent<'submission_settled'>['payload'],
): Promise<void> =>
  transact(scope, async (context) => {
    await lockListsThere(context.db, people);
    await takeOut(
      context,
      people.map((user) => ({ user, actor: by ?? nobody })),
      [foldOf(submission, version)],
      'read',
    );
  });

/** Notifies people about requests to become an officer and about clubs that must be renewed. A reminder replaces the previous one. */
export const onClubApplication = (
  scope: Scope,
  { id, payload }: OutboxEvent<'club_application_announced'>,
): Promise<void> => {
  const { kind, fold, title, path, people } = payload;
  return notifyNews(scope, newsFor(people, payload.by ?? nobody, id), {
    replaces: [fold],
    condition: always,
    key: 'general.approvals',
    kind,
    fold,
    about: { title, path },
  });
};
