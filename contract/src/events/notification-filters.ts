import type { NotificationFilters } from '../notifications/declaring.ts';
import type { notificationKinds } from './notifications.ts';

export const notificationFilters = {
  requests: ['event_cohost_asked', 'event_invited', 'event_offered', 'event_proposed'],
} as const satisfies NotificationFilters<typeof notificationKinds>;
