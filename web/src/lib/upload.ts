import type { InputOf, ReplyOf } from '#contract/call.ts';
import { createBearerClient, type BearerCall } from './bearer-client.ts';
import { bearerParts } from './call.ts';
import { sendingFetch } from './sending-fetch.ts';

/** A call that sends a file; `onSent` hears which part of it has left, from 0 to 1. Its failures are those of `call`. */
export const upload = <K extends BearerCall>(
  key: K,
  input: InputOf<K>,
  { onSent, signal }: { onSent: (share: number) => void; signal: AbortSignal },
): Promise<ReplyOf<K>> =>
  createBearerClient({ fetch: sendingFetch(onSent), ...bearerParts })(key, input, signal);
