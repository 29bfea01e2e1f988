import type { Platform } from '#contract/notifications/keys.ts';
import { feature } from '../../kernel/feature.ts';
import { notificationsJobs, notificationsSources } from './notifications.jobs.ts';
import { pushHandlers } from './push/push.handlers.ts';
import { notificationsHandlers } from './notifications.handlers.ts';
import { forgetOldNotifications, resumeNotifications } from './maintenance/maintenance.queries.ts';
import { personalData, warmUpNotifications } from './notifications.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** Pushes or emails for these people are due. */
    notification_due: { people: number[]; platform: 'mobile' | 'email' };
    /** The current counts of notification lists, with the number of the last change. */
    notifications_changed: { lists: { user: number; change: number; unread: number }[] };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** `null` if the school has no setting for the key on the platform. */
    notification_default_changed: {
      key: string;
      platform: Platform;
      before: { isOn: boolean; isLocked: boolean } | null;
      after: { isOn: boolean; isLocked: boolean } | null;
    };
  }
}

export const notificationsFeature = feature({
  name: 'notifications',
  personalData,
  warmUp: warmUpNotifications,
  handlers: [...notificationsHandlers, ...pushHandlers],
  jobs: notificationsJobs,
  maintenance: [forgetOldNotifications, resumeNotifications],
  liveSources: notificationsSources,
});
