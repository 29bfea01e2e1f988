import type { Message } from '#contract/chat/messages.endpoints.ts';
import { isSameDay } from '../chat-times.ts';
import type { UnsentMessage } from '../queue/unsent-store.ts';
import type { NewLine } from './use-new-line.ts';

/** A row of a conversation. */
export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'unread'; readonly key: 'unread' }
  | { readonly kind: 'event'; readonly key: string; readonly message: Message }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: Message;
      readonly isFirst: boolean;
      readonly isLast: boolean;
    }
  | {
      readonly kind: 'pending';
      readonly key: string;
      readonly entry: UnsentMessage;
      readonly isFirst: boolean;
      readonly isLast: boolean;
    };

/** Messages by one author within this time form a group, in milliseconds. */
const groupMs = 5 * 60_000;

type Groupable = Pick<Message, 'author' | 'event' | 'sentAt'>;

const areGrouped = (one: Groupable | undefined, other: Groupable | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.author === other.author &&
  one.event === null &&
  other.event === null &&
  isSameDay(one.sentAt, other.sentAt) &&
  Math.abs(Date.parse(other.sentAt) - Date.parse(one.sentAt)) < groupMs;

/** Returns days, the line before unread messages, grouped messages, and outgoing messages at the end. */
export const rowsOf = (
  items: readonly Message[],
  pending: readonly UnsentMessage[],
  line: NewLine,
  me: string,
): Row[] => {
  const rows: Row[] = [];
  const sent = new Set(items.map(({ clientId }) => clientId));
  const waiting = pending.filter(({ clientId }) => !sent.has(clientId));
  const outgoing = waiting.map(({ writtenAt }): Groupable => ({
    author: me,
    event: null,
    sentAt: writtenAt,
  }));
  const firstNew = items.find(
    ({ seq, author, event }) =>
      seq > line.after && seq <= line.until && author !== me && event === null,
  );
  items.forEach((message, at) => {
    const before = items[at - 1];
    if (before === undefined || !isSameDay(before.sentAt, message.sentAt))
      rows.push({ kind: 'day', key: `day ${message.sentAt}`, at: message.sentAt });
    const isNew = message === firstNew && before !== undefined;
    if (isNew) rows.push({ kind: 'unread', key: 'unread' });
    if (message.event !== null) rows.push({ kind: 'event', key: message.id, message });
    else
      rows.push({
        kind: 'message',
        // The row has the same key before and after the server's reply, so nothing jumps.
        key: message.clientId ?? message.id,
        message,
        isFirst: isNew || !areGrouped(before, message),
        // An outgoing message is grouped the way it will be after it is sent.
        isLast:
          (firstNew !== undefined && items[at + 1] === firstNew) ||
          !areGrouped(message, items[at + 1] ?? outgoing[0]),
      });
  });
  waiting.forEach((entry, at) =>
    rows.push({
      kind: 'pending',
      key: entry.clientId,
      entry,
      isFirst: !areGrouped(outgoing[at - 1] ?? items.at(-1), outgoing[at]),
      isLast:
        entry.failure?.isFinal === true ||
        waiting[at + 1]?.failure?.isFinal === true ||
        !areGrouped(outgoing[at], outgoing[at + 1]),
    }),
  );
  return rows;
};
