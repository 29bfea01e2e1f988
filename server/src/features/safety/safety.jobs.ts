import { liveSource } from '../../kernel/live/live-sources.ts';
import { blockBroadcast } from './safety.views.ts';

/** Told at once by the server that wrote it; by the outbox on every other. */
export const safetySources = [
  liveSource('person_blocked', (pair) => [blockBroadcast(pair)], { isBroadcast: true }),
  liveSource('person_unblocked', (pair) => [blockBroadcast(pair)], { isBroadcast: true }),
];
