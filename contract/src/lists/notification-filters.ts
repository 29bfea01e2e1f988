/* Written by `npm run lists`: what each feature declares. */
import { notificationFilters as approvals } from '../approvals/notification-filters.ts';
import { notificationFilters as booking } from '../booking/notification-filters.ts';
import { notificationFilters as clubRegistration } from '../club-registration/notification-filters.ts';
import { notificationFilters as clubs } from '../clubs/notification-filters.ts';
import { notificationFilters as connections } from '../connections/notification-filters.ts';
import { notificationFilters as events } from '../events/notification-filters.ts';
import { notificationFilters as payments } from '../payments/notification-filters.ts';
import { notificationFilters as posts } from '../posts/notification-filters.ts';

export const notificationFilters = {
  approvals,
  booking,
  clubRegistration,
  clubs,
  connections,
  events,
  payments,
  posts,
} as const;
