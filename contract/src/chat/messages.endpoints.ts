import { z } from 'zod';
import { messageFilesMax, messageMax, messagesPageMax } from './limits.ts';
import { chatId, chatNumber, clientId, ofConversation } from './ids.ts';
import { endpoint } from '../endpoint.ts';
import { linkPreview } from '../link-previews/shapes.ts';
import { face } from '../people/endpoints.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';

/* What people say in conversations (chat.ts). */

/** What happened to the conversation itself, told in its place among the messages. */
export const conversationEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun') }),
  z.object({ kind: z.literal('added'), people: z.array(face) }),
  z.object({ kind: z.literal('removed'), people: z.array(face) }),
  z.object({ kind: z.literal('left') }),
  z.object({ kind: z.literal('renamed'), name: z.string() }),
  z.object({ kind: z.literal('pictured') }),
  z.object({ kind: z.literal('owner'), people: z.array(face) }),
]);
export type ConversationEvent = z.output<typeof conversationEvent>;

/**
 * One message. The same for everybody in the conversation: what is one's own, and what one may do with it, follows from `author`
 * and the conversation's `can`.
 * Text is plain; clients draw `*bold*`, `_italic_`, `~struck~`, `` `code` ``, ``` blocks, lists, links and mentions of it. A mention
 * stands in the text as `@[uid]`; the people it means are in `mentions`.
 */
export const message = z.object({
  id: z.string(),
  conversation: z.string(),
  seq: z.number().int(),
  /** Number of the last change to it. */
  change: z.number().int(),
  clientId: z.string().nullable(),
  author: z.string(),
  sentAt: z.iso.datetime(),
  /** Empty when deleted, when only files were sent, or when it tells an event. */
  text: z.string(),
  editedAt: z.iso.datetime().nullable(),
  /** `author`: they took it back. `owner`: the group's owner of then did. `moderator`: the school did. `retention`: it is older than the school keeps messages. */
  deleted: z.enum(['author', 'owner', 'moderator', 'retention']).nullable(),
  event: conversationEvent.nullable(),
  /** The message it answers, with the words as they stand now. */
  replyTo: z
    .object({ seq: z.number().int(), author: z.string(), text: z.string(), deleted: z.boolean() })
    .nullable(),
  /** Passed on from another conversation. */
  forwarded: z.boolean(),
  mentions: z.array(face),
  reactions: z.array(z.object({ emoji: z.string(), uids: z.array(z.string()) })),
  files: z.array(uploadedFile),
  preview: linkPreview.nullable(),
  /** True where viewer and author hide from each other: nothing of it is shown. */
  hidden: z.boolean(),
});
export type Message = z.output<typeof message>;

export const listMessages = endpoint({
  name: 'chat.messages',
  summary:
    'Messages in their order: the newest, those before a seq, those after one, or those around one or around a day. `change` is the number this answer is true for.',
  method: 'GET',
  path: '/api/v1/chat/conversations/{conversation}/messages',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  params: ofConversation,
  query: z.strictObject({
    before: chatNumber.optional(),
    after: chatNumber.optional(),
    around: chatNumber.optional(),
    /** The first message of this instant or later, with those around it. */
    at: z.iso.datetime({ offset: true }).optional(),
    limit: z.coerce.number().int().min(1).max(messagesPageMax).default(50),
  }),
  reply: z.object({
    change: z.number().int(),
    items: z.array(message),
    hasBefore: z.boolean(),
    hasAfter: z.boolean(),
    people: z.array(face),
  }),
  errors: ['not_found'],
});

export const sendMessage = endpoint({
  name: 'chat.send',
  summary:
    'Sends a message. Answered after it is stored for good; sending the same `clientId` again answers the message that stands, whatever came with it.',
  method: 'POST',
  path: '/api/v1/chat/conversations/{conversation}/messages',
  access: 'member',
  credential: 'bearer',
  params: ofConversation,
  body: z.strictObject({
    clientId,
    text: z.string().max(messageMax).default(''),
    replyTo: wholeNumber.min(1).optional(),
    files: z.array(chatId).max(messageFilesMax).default([]),
    /** A message of another conversation that the sender may read; its text and files come along. */
    forward: z.strictObject({ conversation: chatId, seq: wholeNumber.min(1) }).optional(),
  }),
  reply: message,
  errors: ['not_found', 'chat_not_allowed', 'chat_left', 'chat_empty', 'chat_file_gone'],
});

const ofMessage = z.strictObject({ conversation: chatId, seq: chatNumber.min(1) });

export const editMessage = endpoint({
  name: 'chat.edit',
  summary: 'Changes the text of an own message; what it said before is kept for moderators only.',
  method: 'PATCH',
  path: '/api/v1/chat/conversations/{conversation}/messages/{seq}',
  access: 'member',
  credential: 'bearer',
  params: ofMessage,
  body: z.strictObject({ text: z.string().max(messageMax) }),
  reply: message,
  errors: [
    'not_found',
    'forbidden',
    'chat_too_late',
    'chat_empty',
    'chat_left',
    'chat_not_allowed',
  ],
});

export const deleteMessage = endpoint({
  name: 'chat.delete',
  summary:
    'Takes an own message back, or as owner of the group somebody else’s. Its place stays, its words and files go.',
  method: 'DELETE',
  path: '/api/v1/chat/conversations/{conversation}/messages/{seq}',
  access: 'member',
  credential: 'bearer',
  params: ofMessage,
  reply: message,
  errors: ['not_found', 'forbidden'],
});

export const reactToMessage = endpoint({
  name: 'chat.react',
  summary: 'Sets or takes away an own reaction. Idempotent.',
  method: 'PUT',
  path: '/api/v1/chat/conversations/{conversation}/messages/{seq}/reactions',
  access: 'member',
  credential: 'bearer',
  params: ofMessage,
  /** One emoji as it is drawn, a whole grapheme. */
  body: z.strictObject({ emoji: z.string().min(1).max(32), isSet: z.boolean() }),
  reply: message,
  errors: ['not_found', 'chat_left', 'chat_not_allowed', 'chat_reaction'],
});

export const searchMessages = endpoint({
  name: 'chat.search',
  summary:
    'Finds messages by the beginnings of their words, newest first, in one conversation or all of one’s own.',
  method: 'GET',
  path: '/api/v1/chat/search',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  query: z.strictObject({
    words: z.string().min(2).max(200),
    conversation: chatId.optional(),
    after: z.string().max(200).optional(),
  }),
  reply: z.object({
    items: z.array(
      z.object({ message, name: z.string().nullable(), people: z.array(face), author: face }),
    ),
    next: z.string().nullable(),
  }),
  errors: ['bad_cursor'],
});

export const exportConversation = endpoint({
  name: 'chat.export',
  summary:
    'All messages of one conversation that one may read, 1,000 at a time in their order, to be saved as a file.',
  method: 'GET',
  path: '/api/v1/chat/conversations/{conversation}/export',
  access: 'member',
  credential: 'bearer',
  params: ofConversation,
  query: z.strictObject({ after: chatNumber.default(0) }),
  reply: z.object({
    items: z.array(message),
    people: z.array(face),
    next: z.number().int().nullable(),
  }),
  errors: ['not_found'],
});
