import { z } from 'zod';
import { messageFilesMax, messageMax, messagesPageMax, sharedKinds } from './limits.ts';
import { chatId, chatNumber, clientId, ofConversation } from './ids.ts';
import { endpoint } from '../endpoint.ts';
import { linkPreview } from '../link-previews/shapes.ts';
import { face } from '../people/endpoints.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { schemaNames } from '../schema-names.ts';

/** An event in the conversation, such as a new name, shown among the messages. */
export const conversationEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun') }),
  z.object({ kind: z.literal('added'), people: z.array(face) }),
  z.object({ kind: z.literal('removed'), people: z.array(face) }),
  z.object({ kind: z.literal('left') }),
  z.object({ kind: z.literal('renamed'), name: z.string() }),
  z.object({ kind: z.literal('pictured') }),
  z.object({ kind: z.literal('owner'), people: z.array(face) }),
]);
schemaNames.add(conversationEvent, { id: 'ConversationEvent' });
export type ConversationEvent = z.output<typeof conversationEvent>;

/**
 * A message, the same for everyone in the conversation. The viewer's own messages and rights follow from `author` and the
 * conversation's `can`.
 * The text is plain. Clients render `*bold*`, `_italic_`, `~struck~`, `` `code` ``, ``` blocks, lists, links and mentions. A
 * mention is written as `@[uid]` in the text, and `mentions` has the people.
 */
export const message = z.object({
  id: z.string(),
  conversation: z.string(),
  seq: z.number().int(),
  change: z.number().int().describe('Change number of its last change.'),
  clientId: z.string().nullable().describe('ID chosen by the sender’s client, or null.'),
  author: z.string(),
  sentAt: z.iso.datetime(),
  text: z
    .string()
    .describe(
      'Plain text with formatting marks. Empty if the message is deleted, has only files, or is an event.',
    ),
  editedAt: z.iso.datetime().nullable().describe('Time of the last edit, or null.'),
  deleted: z
    .enum(['author', 'owner', 'moderator', 'retention'])
    .nullable()
    .describe(
      'Cause of the deletion, or null. `author`; `owner`: the owner of the group at that time; `moderator`: the school; `retention`: the school’s limit on the age of messages.',
    ),
  event: conversationEvent.nullable().describe('Event, or null for a normal message.'),
  replyTo: z
    .object({ seq: z.number().int(), author: z.string(), text: z.string(), deleted: z.boolean() })
    .nullable()
    .describe('Message that this one replies to, with its current text, or null.'),
  forwarded: z.boolean().describe('True if it was forwarded from another conversation.'),
  mentions: z.array(face),
  reactions: z.array(z.object({ emoji: z.string(), uids: z.array(z.string()) })),
  files: z.array(uploadedFile),
  preview: linkPreview.nullable().describe('Preview of the first link, or null.'),
  hidden: z
    .boolean()
    .describe(
      'True if viewer and author have a block between them. The message then has no content.',
    ),
});
schemaNames.add(message, { id: 'Message' });
export type Message = z.output<typeof message>;

export const listMessages = endpoint({
  name: 'chat.messages',
  summary: 'List messages',
  description:
    'Returns messages in order: the newest, those before or after a `seq`, or those around one or around an instant. `change` is the change number of this answer.',
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
    at: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Instant. Returns the first message at or after it, with messages around it.'),
    limit: z.coerce.number().int().min(1).max(messagesPageMax).default(50),
  }),
  reply: z.object({
    change: z.number().int().describe('Change number of the conversation.'),
    items: z.array(message),
    hasBefore: z.boolean(),
    hasAfter: z.boolean(),
    people: z.array(face),
  }),
  errors: ['not_found'],
});

export const sendMessage = endpoint({
  name: 'chat.send',
  summary: 'Send a message',
  description:
    'Responds once the message is stored. Idempotent by `clientId`: a retry returns the stored message, whatever its body.',
  method: 'POST',
  path: '/api/v1/chat/conversations/{conversation}/messages',
  access: 'member',
  credential: 'bearer',
  params: ofConversation,
  body: z.strictObject({
    clientId,
    text: z.string().max(messageMax).default(''),
    replyTo: wholeNumber.min(1).optional().describe('Number of the message to reply to.'),
    files: z.array(chatId).max(messageFilesMax).default([]),
    forward: z
      .strictObject({ conversation: chatId, seq: wholeNumber.min(1) })
      .optional()
      .describe(
        'Message to forward, from another conversation that the sender can read. Its text and files are copied.',
      ),
  }),
  reply: message,
  errors: ['not_found', 'chat_not_allowed', 'chat_left', 'chat_empty', 'chat_file_gone'],
});

const ofMessage = z.strictObject({ conversation: chatId, seq: chatNumber.min(1) });

export const editMessage = endpoint({
  name: 'chat.edit',
  summary: 'Edit a message',
  description: 'Changes the text of your own message. Only moderators can see the previous text.',
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
  summary: 'Delete a message',
  description:
    'Deletes your own message, or, as group owner, anyone’s. A placeholder remains; text and files are removed.',
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
  summary: 'Set or remove your reaction',
  description: 'Idempotent.',
  method: 'PUT',
  path: '/api/v1/chat/conversations/{conversation}/messages/{seq}/reactions',
  access: 'member',
  credential: 'bearer',
  params: ofMessage,
  /** One emoji, a whole grapheme. */
  body: z.strictObject({ emoji: z.string().min(1).max(32), isSet: z.boolean() }),
  reply: message,
  errors: ['not_found', 'chat_left', 'chat_not_allowed', 'chat_reaction'],
});

export const searchMessages = endpoint({
  name: 'chat.search',
  summary: 'Search messages',
  description: 'Matches the start of words, in one conversation or all of yours. Newest first.',
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
      z.object({
        message,
        name: z
          .string()
          .nullable()
          .describe('Name of the conversation, or null if it is named after its people.'),
        people: z.array(face),
        author: face,
      }),
    ),
    next: z.string().nullable().describe('Cursor of the next page, or null.'),
  }),
  errors: ['bad_cursor'],
});

export const listSharedMessages = endpoint({
  name: 'chat.shared',
  summary: 'List a conversation’s shared content',
  description:
    'Returns the messages that contain the given kind of content and that the caller can read, newest first.',
  method: 'GET',
  path: '/api/v1/chat/conversations/{conversation}/shared',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  params: ofConversation,
  query: z.strictObject({
    kind: z.enum(sharedKinds),
    before: chatNumber.optional().describe('`seq` of the last message of the previous page.'),
    limit: z.coerce.number().int().min(1).max(50).default(30),
  }),
  reply: z.object({
    items: z.array(message),
    next: z.number().int().nullable().describe('`before` for the next page, or null.'),
  }),
  errors: ['not_found'],
});

export const exportConversation = endpoint({
  name: 'chat.export',
  summary: 'Export a conversation',
  description:
    'Returns all messages that the caller can read, in order, to save as a file. Page size: 1,000.',
  method: 'GET',
  path: '/api/v1/chat/conversations/{conversation}/export',
  access: 'member',
  credential: 'bearer',
  params: ofConversation,
  query: z.strictObject({ after: chatNumber.default(0) }),
  reply: z.object({
    items: z.array(message),
    people: z.array(face),
    next: z
      .number()
      .int()
      .nullable()
      .describe('Number to send as `after` for the next page, or null.'),
  }),
  errors: ['not_found'],
});
