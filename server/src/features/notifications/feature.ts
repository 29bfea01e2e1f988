import type { Platform } from '#contract/notifications/keys.ts';
import { feature } from '../../kernel/feature.ts';
import { notificationsJobs, notificationsSources } from './notifications.jobs.ts';
import { pushHandlers } from './push/push.handlers.ts';
import { notificationsHandlers } from './notifications.handlers.ts';
import { forgetOldNotifications, takeUpNotifications } from './maintenance/maintenance.queries.ts';
import { personalData, warmUpNotifications } from './notifications.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** Pushes or emails for these people are waiting. */
    notification_due: { people: number[]; platform: 'mobile' | 'email' };
    /** The current lists of people, with the number of their last change and of unread notifications. */
    notifications_changed: { lists: { user: number; change: number; unread: number }[] };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** `null`: the school had no default for the key on the platform. */
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
  maintenance: [forgetOldNotifications, takeUpNotifications],
  liveSources: notificationsSources,
});
