/* Written by `npm run lists`: what each feature declares. */
import { notificationParts as chat } from '../features/chat/notification-parts.ts';
import { notificationParts as clubs } from '../features/clubs/notification-parts.ts';
import { notificationParts as connections } from '../features/connections/notification-parts.ts';
import { notificationParts as events } from '../features/events/notification-parts.ts';
import { notificationParts as posts } from '../features/posts/notification-parts.ts';

export const notificationParts = {
  ...chat,
  ...clubs,
  ...connections,
  ...events,
  ...posts,
} as const;
