import type { Message } from '#contract/chat/messages.endpoints.ts';

/** Returns a text message with a test's own values. */
export const messageWith = (parts: Partial<Message> & Pick<Message, 'seq'>): Message => ({
  id: String(parts.seq),
  conversation: '1',
  change: parts.seq,
  clientId: null,
  author: '7',
  sentAt: '2026-11-21T10:00:00.000Z',
  text: 'x',
  editedAt: null,
  deleted: null,
  event: null,
  replyTo: null,
  forwarded: false,
  mentions: [],
  reactions: [],
  files: [],
  preview: null,
  hidden: false,
  ...parts,
});
