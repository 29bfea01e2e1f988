import { required } from '../notifications/defaults.ts';
import type { NotificationKeys, NotificationKinds } from '../notifications/declaring.ts';

export const notificationKinds = {
  person_warned: null,
  content_hidden: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  general: {
    warnings: required,
  },
} as const satisfies NotificationKeys;
