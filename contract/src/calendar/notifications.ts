import { personal } from '../notifications/defaults.ts';
import type { NotificationKinds, NotificationKeys } from '../notifications/declaring.ts';

export const notificationKinds = {
  calendar_alert: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  general: {
    // People who set an alert want it on their phone. An email would arrive too late.
    calendarAlerts: personal,
  },
} as const satisfies NotificationKeys;
