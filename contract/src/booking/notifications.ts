import { personal } from '../notifications/defaults.ts';
import type { NotificationKinds, NotificationKeys } from '../notifications/declaring.ts';

export const notificationKinds = {
  booking_made: null,
  booking_requested: null,
  booking_confirmed: null,
  booking_moved: null,
  booking_canceled: null,
  booking_near: null,
  booking_freed: null,
  booking_held: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  general: {
    // Each meeting already sends an email for the calendar.
    bookings: personal,
  },
} as const satisfies NotificationKeys;
