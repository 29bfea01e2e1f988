import { liveSource } from '../../kernel/live/live-sources.ts';
import { blockBroadcast } from './safety.views.ts';

/** The server that wrote the block broadcasts immediately, and the others through the outbox. */
export const safetySources = [
  liveSource('person_blocked', (pair) => [blockBroadcast(pair)], { isBroadcast: true }),
  liveSource('person_unblocked', (pair) => [blockBroadcast(pair)], { isBroadcast: true }),
];
