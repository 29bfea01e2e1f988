import { urgent } from '../notifications/defaults.ts';
import type { NotificationKeys, NotificationKinds } from '../notifications/declaring.ts';

export const notificationKinds = {
  back_in_stock: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  general: {
    backInStock: urgent,
  },
} as const satisfies NotificationKeys;
