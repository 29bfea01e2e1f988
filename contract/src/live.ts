import { z } from 'zod';
import { liveEvents as ofFeatures } from './lists/live.ts';
import { uid } from './people/endpoints.ts';
import { wholeNumber } from './whole-number.ts';

/*
 * Events and calls of the realtime hub (`/api/v1/realtime`, socket.io, one socket per person and tab). The database is the source
 * of truth: an event only names a change and its number. After connecting, a client requests what it may have missed by number,
 * so nothing depends on the delivery of an event. A `live` packet has one or several events, each with its `kind`: changes at one
 * moment for the same people arrive in one packet, in order.
 */

/** Handshake body (socket.io `auth`). The token is never part of an address. */
export const liveHello = z.strictObject({ token: z.string().max(2_000) });

/** Each feature declares its own events (`<feature>/live.ts`). These are the hub's. */
export const liveEvents = {
  ...ofFeatures,
  /**
   * The client may have missed events, and reads everything on the screen again. With `isAnew`, the data that a client has may no
   * longer be visible to this person, for example after a block or a change of read receipts, which have no change number; the
   * client then starts from the beginning.
   */
  resync: z.object({ kind: z.literal('resync'), isAnew: z.boolean().optional() }),
  /**
   * First in a packet if the server has read replicas: the position of the database's log that includes the packet's changes. The
   * client sends it with its reads (log-position.ts).
   */
  position: z.object({ kind: z.literal('position'), position: z.string() }),
  /** The session has ended. The socket closes afterwards. */
  session_ended: z.object({ kind: z.literal('session_ended') }),
} as const;

export type LiveKind = keyof typeof liveEvents;
export type LiveEventOf<K extends LiveKind> = z.output<(typeof liveEvents)[K]>;
export type LiveEvent = { [K in LiveKind]: LiveEventOf<K> }[LiveKind];

/** Calls of clients. The hub acknowledges each with `{ ok: true }` or `{ ok: false, code }` (codes of errors.ts). */
export const liveCalls = {
  /** A new jwt of the same session. Without one, the socket closes when the last jwt expires. */
  renew: z.strictObject({ token: z.string().max(2_000) }),
  /** The person is typing in this conversation. The hub passes it on at most once per `typingEverySeconds`. */
  typing: z.strictObject({ conversation: z.string().max(20) }),
  /**
   * The people whose presence this client shows, at most `watchedMax`; replaces the previous list. Returns the people who are
   * `online`.
   */
  watch: z.strictObject({ uids: z.array(uid).max(200) }),
  /**
   * The club whose posts are on the screen, or null; replaces the previous one and lasts `readSeconds`. During that time, readers
   * who aren't members receive its post events. `not_found`: they can't read its posts.
   */
  read: z.strictObject({ club: z.string().max(20).nullable() }),
  /** Messages up to this one have arrived here. Stored as the person's receipt; only small conversations show it. */
  arrived: z.strictObject({ conversation: z.string().max(20), seq: wholeNumber }),
} as const;
export type LiveCall = keyof typeof liveCalls;
export type LiveCallInput<K extends LiveCall> = z.input<(typeof liveCalls)[K]>;
