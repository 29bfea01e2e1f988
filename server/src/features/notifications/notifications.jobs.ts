import { transact, type Scope } from '../../kernel/context.ts';
import { liveSource } from '../../kernel/live/live-sources.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { deleteListOf } from './notify/delivery-log.queries.ts';
import { listBroadcasts } from './notify/list-broadcasts.ts';
import { mailDue } from './mails/mail-due.ts';
import { claimMinutes } from './notifications.rules.ts';
import { deletePreferencesOf } from './preferences/preferences.queries.ts';
import { pushDue } from './push/push-due.ts';
import { deleteDevicesOf } from './push/push.queries.ts';

/** Handles the people one after another. An error is thrown after the others were handled. */
const forEach = async (
  scope: Scope,
  people: readonly number[],
  work: (scope: Scope, user: number) => Promise<void>,
): Promise<void> => {
  let failure: unknown;
  for (const user of people)
    await work(scope, user).catch((error: unknown) => {
      failure ??= error;
    });
  if (failure !== undefined) throw failure;
};

export const notificationsJobs = [
  /** Pushes and emails wait for other servers. After a claim's duration, a job counts as lost. */
  onEvent(
    'notifications.deliver',
    'notification_due',
    (scope, { people, platform }) =>
      forEach(scope, people, platform === 'mobile' ? pushDue : mailDue),
    { concurrency: 8, timeoutSeconds: claimMinutes * 60 },
  ),

  onEvent('notifications.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, async ({ db }) => {
      await deleteListOf(db, userId);
      await deletePreferencesOf(db, userId);
      await deleteDevicesOf(db, userId);
    }),
  ),
];

export const notificationsSources = [
  liveSource('notifications_changed', ({ lists }) => listBroadcasts(lists), { isBroadcast: true }),
];
