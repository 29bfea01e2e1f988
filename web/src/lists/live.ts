/* Written by `npm run lists`: what each feature declares. */
import { subscribe as chat } from '../features/chat/chat.live.ts';
import { subscribe as connections } from '../features/connections/connections.live.ts';
import { subscribe as notifications } from '../features/notifications/notifications.live.ts';
import { subscribe as people } from '../features/people/people.live.ts';
import { subscribe as posts } from '../features/posts/posts.live.ts';

export const subscriptions = {
  chat,
  connections,
  notifications,
  people,
  posts,
} as const;
