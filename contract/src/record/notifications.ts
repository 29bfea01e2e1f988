import type { NotificationKinds } from '../notifications/declaring.ts';

export const notificationKinds = {
  badge_awarded: null,
  badge_revoked: null,
  experience_revoked: null,
  document_revoked: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {} as const;
