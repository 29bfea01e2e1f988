import type { NotificationFilters } from '../notifications/declaring.ts';
import type { notificationKinds } from './notifications.ts';

export const notificationFilters = {
  requests: ['connection_requested'],
} as const satisfies NotificationFilters<typeof notificationKinds>;
