import { urgent } from '../notifications/defaults.ts';
import type { NotificationKeys, NotificationKinds } from '../notifications/declaring.ts';

export const notificationKinds = {
  dues_reminder: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  general: {
    dues: urgent,
  },
} as const satisfies NotificationKeys;
