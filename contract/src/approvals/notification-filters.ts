import type { NotificationFilters } from '../notifications/declaring.ts';
import type { notificationKinds } from './notifications.ts';

export const notificationFilters = {
  requests: ['submission_reminder', 'submission_waiting'],
} as const satisfies NotificationFilters<typeof notificationKinds>;
