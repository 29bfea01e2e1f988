import { z } from 'zod';
import { liveEvents as ofFeatures } from './lists/live.ts';
import { uid } from './people/endpoints.ts';
import { wholeNumber } from './whole-number.ts';

/*
 * What the realtime hub says (`/api/v1/realtime`, socket.io, one socket a person and tab) and hears. The database is the truth:
 * an event only says what changed there, and how far that went. What a client may have missed it asks for by number once its
 * socket stands, so that nothing depends on an event having arrived. A packet `live` holds one event or several,
 * each with its `kind`: what happened at one moment for the same people comes in one packet, in its order.
 */

/** Handshake body (socket.io `auth`). The token never stands in an address. */
export const liveHello = z.strictObject({ token: z.string().max(2_000) });

/** Each feature declares its own (`<feature>/live.ts`); these are the hub's. */
export const liveEvents = {
  ...ofFeatures,
  /**
   * Events may have been missed: ask for everything anew that is on the screen. `isAnew`: what is held is no longer what this person
   * may see, as with a block or with read receipts switched, which no number tells; read it from the beginning.
   */
  resync: z.object({ kind: z.literal('resync'), isAnew: z.boolean().optional() }),
  /** The session has ended; the socket closes after it. */
  session_ended: z.object({ kind: z.literal('session_ended') }),
} as const;

export type LiveKind = keyof typeof liveEvents;
export type LiveEventOf<K extends LiveKind> = z.output<(typeof liveEvents)[K]>;
/** One event of the hub. */
export type LiveEvent = { [K in LiveKind]: LiveEventOf<K> }[LiveKind];

/** What a client says, each answered by an acknowledgement `{ ok: true }` or `{ ok: false, code }` (codes of errors.ts). */
export const liveCalls = {
  /** A fresh jwt of the same session; without one the socket closes when the last has expired. */
  renew: z.strictObject({ token: z.string().max(2_000) }),
  /** The person writes in this conversation; at most once in `typingEverySeconds` is passed on. */
  typing: z.strictObject({ conversation: z.string().max(20) }),
  /** Whose presence this client shows, at most `watchedMax`; replaces what it watched. Answers those who are there as `online`. */
  watch: z.strictObject({ uids: z.array(uid).max(200) }),
  /**
   * The club whose posts are on the screen; null: none. Replaces the one before, and lasts `readSeconds`. Whoever reads there without
   * being a member hears of its posts meanwhile. `not_found`: they do not read there.
   */
  read: z.strictObject({ club: z.string().max(20).nullable() }),
  /** Messages up to this one have arrived here. Kept as a mark of the person; only small conversations show it. */
  arrived: z.strictObject({ conversation: z.string().max(20), seq: wholeNumber }),
} as const;
export type LiveCall = keyof typeof liveCalls;
export type LiveCallInput<K extends LiveCall> = z.input<(typeof liveCalls)[K]>;
