import type { NotificationFilters } from '../notifications/declaring.ts';
import type { notificationKinds } from './notifications.ts';

export const notificationFilters = {
  mentions: ['club_mentioned', 'comment_mentioned', 'post_mentioned'],
} as const satisfies NotificationFilters<typeof notificationKinds>;
