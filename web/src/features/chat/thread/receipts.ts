import type { Conversation, Participant } from '#contract/chat/conversations.endpoints.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';

/** How far an own message has come: stored at the server, on the other's device, before their eyes. */
export type MessageStatus =
  | { kind: 'sent' }
  | { kind: 'arrived' }
  | { kind: 'read'; by: readonly string[]; of: number };

/** Between two it is the other's; in a group, who has read it. Large groups tell none. */
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
