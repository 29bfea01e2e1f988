/* Written by `npm run lists`: what each feature declares. */
import { liveEvents as chat } from '../chat/live.ts';
import { liveEvents as connections } from '../connections/live.ts';
import { liveEvents as notifications } from '../notifications/live.ts';
import { liveEvents as posts } from '../posts/live.ts';

export const liveEvents = {
  ...chat,
  ...connections,
  ...notifications,
  ...posts,
} as const;
