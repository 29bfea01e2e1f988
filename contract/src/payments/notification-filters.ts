import type { NotificationFilters } from '../notifications/declaring.ts';
import type { notificationKinds } from './notifications.ts';

export const notificationFilters = {
  requests: ['refund_requested', 'anonymous_refund_requested'],
} as const satisfies NotificationFilters<typeof notificationKinds>;
