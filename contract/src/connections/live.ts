import { z } from 'zod';
import { uid } from '../people/endpoints.ts';

/** Realtime events of this feature (contract/src/live.ts). */
export const liveEvents = {
  /** The person's connections or requests with this person changed. */
  connections_changed: z.object({ kind: z.literal('connections_changed'), uid }),
} as const;
