import { liveSource } from '../../kernel/live/live-sources.ts';
import { blockBroadcast } from './safety.views.ts';

/** The server that wrote it sends it immediately. The outbox sends it on every other server. */
export const safetySources = [
  liveSource('person_blocked', (pair) => [blockBroadcast(pair)], { isBroadcast: true }),
  liveSource('person_unblocked', (pair) => [blockBroadcast(pair)], { isBroadcast: true }),
];
