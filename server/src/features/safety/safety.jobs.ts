import { liveSource } from '../../kernel/live/live-sources.ts';
import { blockTold } from './safety.views.ts';

/** Told at once by the server that wrote it; by the outbox on every other. */
export const safetySources = [
  liveSource('person_blocked', (pair) => [blockTold(pair)], { isTold: true }),
  liveSource('person_unblocked', (pair) => [blockTold(pair)], { isTold: true }),
];
