import type { InputOf, ReplyOf } from '#contract/call.ts';
import { createBearerClient, type BearerCall } from './bearer-client.ts';
import { bearerParts } from './call.ts';
import { sendingFetch } from './sending-fetch.ts';

/** A call that uploads a file. `onSent` receives the share sent, from 0 to 1. It fails like `call`. */
export const upload = <K extends BearerCall>(
  key: K,
  input: InputOf<K>,
  { onSent, signal }: { onSent: (share: number) => void; signal: AbortSignal },
): Promise<ReplyOf<K>> =>
  createBearerClient({ fetch: sendingFetch(onSent), ...bearerParts })(key, input, signal);
