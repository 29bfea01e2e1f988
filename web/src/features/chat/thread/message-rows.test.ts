import { expect, test } from 'vitest';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import { messageWith } from '../../../testing/messages.ts';
import type { UnsentMessage } from '../queue/unsent-store.ts';
import { rowsOf } from './message-rows.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString();
const message = (seq: number, author: string, minute: number) =>
  messageWith({ seq, clientId: `c${seq}`, author, sentAt: at(minute) });
const entry = (clientId: string, minute: number, isFailed = false): UnsentMessage => ({
  order: minute,
  clientId,
  owner: 'me',
  conversation: '1',
  text: 'x',
  replyTo: null,
  forward: null,
  files: [],
  writtenAt: at(minute),
  tries: 0,
  failure: isFailed ? { code: 'x', message: 'x', isFinal: true } : null,
});
const line = { after: 9, until: 0 };
const ends = (items: readonly Message[], pending: readonly UnsentMessage[]) =>
  rowsOf(items, pending, line, 'me').flatMap((row) =>
    'isFirst' in row
      ? [`${row.key} ${row.isFirst ? 'first' : ''} ${row.isLast ? 'last' : ''}`]
      : [],
  );

test('an outgoing message belongs to the same group before and after it arrives', () => {
  const there = [message(1, 'ben', 0), message(2, 'me', 1)];
  const before = ends(there, [entry('c3', 2), entry('c4', 2)]);
  expect(before).toEqual(['c1 first last', 'c2 first ', 'c3  ', 'c4  last']);
  expect(ends([...there, message(3, 'me', 2), message(4, 'me', 2)], [])).toEqual(before);
  // For a moment both exist: the message has arrived, and the browser still keeps the unsent one.
  expect(ends([...there, message(3, 'me', 2)], [entry('c3', 2), entry('c4', 2)])).toEqual(before);
});

test('a rejected message ends the group before it, and a message after a long pause starts a new one', () => {
  expect(
    ends([message(1, 'me', 0)], [entry('c2', 1), entry('c3', 1, true), entry('c4', 30)]),
  ).toEqual(['c1 first ', 'c2  last', 'c3  last', 'c4 first last']);
});
