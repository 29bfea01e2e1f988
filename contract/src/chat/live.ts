import { z } from 'zod';
import { uid } from '../people/endpoints.ts';
import { conversationDelta } from './conversations.endpoints.ts';

/** What the realtime hub says of this feature (contract/src/live.ts). */
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
  /** Somebody writes; holds for `typingSeconds` or until their message comes. Best effort, kept nowhere. */
  typing: z.object({ kind: z.literal('typing'), conversation: z.string(), uid }),
  /** Somebody whom this client watches came or went. Best effort, kept nowhere. */
  presence: z.object({ kind: z.literal('presence'), uid, isOnline: z.boolean() }),
} as const;
