import { transact, type Scope } from '../../../kernel/context.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { collapseHours } from '../notifications.rules.ts';
import {
  always,
  isSubmissionAt,
  isSubmissionThere,
  lockLists,
  lockListsThere,
} from './delivery-log.queries.ts';
import { notify, originOf, takeOut } from './notify.ts';

/** What waits since a version of a submission comes into one notification. */
const foldOf = (submission: number, version: number) => `approval:${submission}:${version}`;
/** Comments stay worth reading when the submission has moved on. */
const foldOfComments = (submission: number) => `approval-comments:${submission}`;
/** Somebody who was erased. */
const nobody = 0;

/** A submission waits for reviewers, was decided or commented on: they are told, unless it has moved on meanwhile. */
export const onSubmissionMoved = (
  scope: Scope,
  { id, payload }: OutboxEvent<'submission_moved'>,
): Promise<void> =>
  transact(scope, async (context) => {
    const { kind, submission, version, title, people, notice } = payload;
    const actor = payload.by ?? nobody;
    const isComment = kind === 'submission_commented';
    const fold = isComment ? foldOfComments(submission) : foldOf(submission, version);
    await lockLists(context.db, context.school.school_id, people, originOf(context));
    // A reminder takes the place of what it reminds of.
    if (kind === 'submission_reminder')
      await takeOut(
        context,
        people.map((user) => ({ user, actor })),
        [fold],
        'deleted',
      );
    await notify(context, {
      news: people.map((user) => ({ user, actor, event: id })),
      condition: isComment ? isSubmissionThere(submission) : isSubmissionAt(submission, version),
      key: notice?.key ?? 'general.approvals',
      kind: notice?.kind ?? kind,
      fold,
      collapseHours,
      group: notice?.group ?? 0,
      about: { title, path: `/approvals/${submission}` },
    });
  });

/** A step was decided, or what waited was withdrawn: for its other reviewers it is settled. */
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

/** Somebody is asked to be an officer, or a club has to be renewed. The newest reminder takes the place of the one before. */
export const onClubApplication = (
  scope: Scope,
  { id, payload }: OutboxEvent<'club_application_announced'>,
): Promise<void> =>
  transact(scope, async (context) => {
    const { kind, fold, title, path, people } = payload;
    const actor = payload.by ?? nobody;
    await lockLists(context.db, context.school.school_id, people, originOf(context));
    await takeOut(
      context,
      people.map((user) => ({ user, actor })),
      [fold],
      'deleted',
    );
    await notify(context, {
      news: people.map((user) => ({ user, actor, event: id })),
      condition: always,
      key: 'general.approvals',
      kind,
      fold,
      collapseHours,
      about: { title, path },
    });
  });
