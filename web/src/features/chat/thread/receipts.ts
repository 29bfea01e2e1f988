import type { Conversation, Participant } from '#contract/chat/conversations.endpoints.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';

/** The status of the user's own message: stored on the server, delivered to a device, or read. */
export type MessageStatus =
  | { kind: 'sent' }
  | { kind: 'arrived' }
  | { kind: 'read'; by: readonly string[]; of: number };

/**
 * Direct conversations have delivery and read status, and groups the people who read the message. Large groups have
 * neither.
 */
export const statusOf = (
  { seq }: Message,
  participants: ReadonlyMap<string, Participant>,
  me: string,
  { kind }: Pick<Conversation, 'kind'>,
): MessageStatus => {
  const others = [...participants.values()].filter(({ uid, hasLeft }) => uid !== me && !hasLeft);
  const by = others.flatMap(({ uid, readSeq }) => (readSeq >= seq ? uid : []));
  if (by.length > 0 && (kind === 'group' || by.length === others.length))
    return { kind: 'read', by, of: others.length };
  return others.length > 0 &&
    others.every(({ arrivedSeq, readSeq }) => Math.max(arrivedSeq, readSeq) >= seq)
    ? { kind: 'arrived' }
    : { kind: 'sent' };
};
