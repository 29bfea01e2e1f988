import type { NotificationKinds } from '../notifications/declaring.ts';

export const notificationKinds = {
  club_officer_asked: null,
  club_renewal_due: null,
  club_frozen: null,
  club_frozen_by_staff: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {} as const;
