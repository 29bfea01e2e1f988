import { z } from 'zod';
import { uid } from '../people/endpoints.ts';
import { conversationDelta } from './conversations.endpoints.ts';

/** Realtime events of this feature (contract/src/live.ts). */
export const liveEvents = {
  /**
   * A conversation changed from change number `from` to `change`. `delta` has the changes; if it is missing, clients request
   * them. A client at `from` applies the delta; a client that is further behind requests the changes after its own number; a
   * client at `change` or later ignores the event.
   */
  conversation_changed: z.object({
    kind: z.literal('conversation_changed'),
    conversation: z.string(),
    from: z.number().int(),
    change: z.number().int(),
    delta: conversationDelta.optional(),
  }),
  /**
   * The person's conversation list changed: they were added or left, read on another device, muted, pinned or archived. Clients
   * read the conversation again.
   */
  conversations_changed: z.object({
    kind: z.literal('conversations_changed'),
    conversation: z.string(),
  }),
  /** Someone is typing. Valid for `typingSeconds` or until their message arrives. Best effort; not stored. */
  typing: z.object({ kind: z.literal('typing'), conversation: z.string(), uid }),
  /** A person on the watch list of this client came online or went offline. Best effort; not stored. */
  presence: z.object({ kind: z.literal('presence'), uid, isOnline: z.boolean() }),
} as const;
