import { z } from 'zod';
import { uid } from '../people/endpoints.ts';

/** What the realtime hub says of this feature (contract/src/live.ts). */
export const liveEvents = {
  /** Own connections or requests changed, with this person. */
  connections_changed: z.object({ kind: z.literal('connections_changed'), uid }),
} as const;
