import type { Message } from '#contract/messages.ts';
import { isSameDay } from './chat-times.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { NewLine } from './use-new-line.ts';

/** What is drawn of a conversation, from top to bottom. */
export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'unread'; readonly key: 'unread' }
  | { readonly kind: 'event'; readonly key: string; readonly message: Message }
  | { readonly kind: 'message'; readonly key: string; readonly message: Message; readonly isFirst: boolean; readonly isLast: boolean }
  | { readonly kind: 'pending'; readonly key: string; readonly entry: OutboxEntry };

/** Messages of one author within so long stand together, in milliseconds. */
const togetherMs = 5 * 60_000;

const areTogether = (one: Message | undefined, other: Message | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.author === other.author &&
  one.event === null &&
  other.event === null &&
  isSameDay(one.sentAt, other.sentAt) &&
  Math.abs(Date.parse(other.sentAt) - Date.parse(one.sentAt)) < togetherMs;

/** Days, the line before what is new, messages in groups, and below them what is on its way. */
export const rowsOf = (items: readonly Message[], pending: readonly OutboxEntry[], line: NewLine, me: string): Row[] => {
  const rows: Row[] = [];
  const sent = new Set(items.map(({ clientId }) => clientId));
  const firstNew = items.find(({ seq, author, event }) => seq > line.after && seq <= line.until && author !== me && event === null);
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
        // The same row before and after the server's answer: nothing jumps.
        key: message.clientId ?? message.id,
        message,
        isFirst: isNew || !areTogether(before, message),
        isLast: items[at + 1] === firstNew || !areTogether(message, items[at + 1]),
      });
  });
  for (const entry of pending) if (!sent.has(entry.clientId)) rows.push({ kind: 'pending', key: entry.clientId, entry });
  return rows;
};
