import { z } from 'zod';
import { conversationDelta } from './chat/conversations.endpoints.ts';
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

export const liveEvents = {
  /**
   * A conversation went from `from` to `change`. `delta`: what changed; left out where it is to be asked for. Who holds `from`
   * puts it in; who holds less asks for what came after theirs; who holds `change` or more has it.
   */
  conversation_changed: z.object({
    kind: z.literal('conversation_changed'),
    conversation: z.string(),
    from: z.number().int(),
    change: z.number().int(),
    delta: conversationDelta.optional(),
  }),
  /** The person's own list of conversations: they were added or left, read on another device, muted, pinned, archived. Ask for it anew. */
  conversations_changed: z.object({
    kind: z.literal('conversations_changed'),
    conversation: z.string(),
  }),
  /** The person's notifications: how many are unread, and a number that rises with every change of the list. */
  notifications_changed: z.object({
    kind: z.literal('notifications_changed'),
    change: z.number().int(),
    unread: z.number().int(),
  }),
  /** Own connections or requests changed, with this person. */
  connections_changed: z.object({ kind: z.literal('connections_changed'), uid }),
  /** Somebody writes; holds for `typingSeconds` or until their message comes. Best effort, kept nowhere. */
  typing: z.object({ kind: z.literal('typing'), conversation: z.string(), uid }),
  /** Somebody whom this client watches came or went. Best effort, kept nowhere. */
  presence: z.object({ kind: z.literal('presence'), uid, isOnline: z.boolean() }),
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
  /** Messages up to this one have arrived here. Kept as a mark of the person; only small conversations show it. */
  arrived: z.strictObject({ conversation: z.string().max(20), seq: wholeNumber }),
} as const;
export type LiveCall = keyof typeof liveCalls;
export type LiveCallInput<K extends LiveCall> = z.input<(typeof liveCalls)[K]>;
