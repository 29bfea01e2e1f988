import { z } from 'zod';
import { pictureUploadErrors } from '../people/picture-crop.ts';
import { changesMax, conversationNameMax, messageMax, participantsMax } from './limits.ts';
import { chatId, chatNumber, clientId, ofConversation } from './ids.ts';
import { endpoint } from '../endpoint.ts';
import { message } from './messages.endpoints.ts';
import { face, uid } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/*
 * Each conversation has two numbers that only rise. The transaction that writes assigns them, without gaps: `seq` counts
 * messages, `change` counts everything that happens. Each message and participant carries the number of its last change, so a
 * single answer to "all after n" gives the same state as a full read, however much a client has missed (decision 027).
 */

/** `direct`: two people, who have only one conversation. `group`: up to 1,000 people, with a name. */
export const conversationKind = z.enum(['direct', 'group']);

/**
 * A person in a conversation, with their read position. `readSeq` and `arrivedSeq` are 0 in conversations of more than 50 people.
 */
export const participant = face.extend({
  role: z.enum(['owner', 'member']),
  readSeq: z.number().int().describe('Number of the last message read.'),
  arrivedSeq: z.number().int().describe('Number of the last message delivered.'),
  hasLeft: z.boolean().describe('True if they left or were removed.'),
  change: z.number().int().describe('Change number of the last change.'),
});
schemaNames.add(participant, { id: 'Participant' });
export type Participant = z.output<typeof participant>;

/** The state of a conversation that is the same for everyone in it. */
export const conversationState = z.object({
  id: z.string(),
  kind: conversationKind,
  name: z
    .string()
    .nullable()
    .describe('Name, or null if the conversation is named after its people.'),
  pictureUrl: z.string().nullable().describe('Address of the picture, or null.'),
  lastSeq: z.number().int().describe('Number of the last message.'),
  change: z.number().int().describe('Change number of the last change.'),
  participantCount: z.number().int(),
});
schemaNames.add(conversationState, { id: 'ConversationState' });
export type ConversationState = z.output<typeof conversationState>;

/**
 * Changes in a conversation. It has the current version of each message and participant whose number is above `from`, and the
 * state.
 */
export const conversationDelta = z.object({
  state: conversationState,
  messages: z.array(message),
  participants: z.array(participant),
  people: z
    .array(face)
    .describe('Authors of new messages, in case the client doesn’t have them yet.'),
});
schemaNames.add(conversationDelta, { id: 'ConversationChanges' });
export type ConversationDelta = z.output<typeof conversationDelta>;

/** A conversation in the viewer's list. */
export const conversation = conversationState.extend({
  people: z.array(face).describe('Up to 4 other people, never the viewer. Empty if all have left.'),
  lastMessage: message.nullable().describe('Newest message that the viewer can see, or null.'),
  activeAt: z.iso.datetime().describe('Time of the newest activity. The list is sorted by it.'),
  firstSeq: z
    .number()
    .int()
    .describe(
      'Number of the first message that the viewer can see. People don’t see messages from before they joined.',
    ),
  endSeq: z
    .number()
    .int()
    .nullable()
    .describe('Number of the last message that the viewer can see if they left, otherwise null.'),
  readSeq: z.number().int().describe('Number of the last message that the viewer read.'),
  unread: z.number().int().describe('Number of unread messages from others (after `readSeq`).'),
  isMentioned: z.boolean().describe('True if an unread message mentions the viewer.'),
  mutedUntil: z.iso
    .datetime()
    .nullable()
    .describe(
      'End of muting, or null. No notifications are sent until then. Far in the future if muted permanently.',
    ),
  isPinned: z.boolean(),
  isArchived: z.boolean(),
  isRequest: z
    .boolean()
    .describe(
      'True if the conversation starts with a stranger’s message that the viewer hasn’t accepted yet.',
    ),
  draft: z.string(),
  role: z.enum(['owner', 'member']),
  isCourse: z
    .boolean()
    .describe(
      'True if the conversation belongs to a course: its members follow the course, and teachers are owners.',
    ),
  can: z.object({
    send: z.boolean(),
    sendRefusal: z
      .enum(['left', 'blocked', 'policy', 'gone', 'request', 'closed'])
      .nullable()
      .describe('Reason why `send` is false, or null.'),
    rename: z.boolean(),
    addPeople: z.boolean(),
    removePeople: z.boolean(),
    leave: z.boolean(),
    moderate: z.boolean().describe('True if the viewer can delete messages from others.'),
  }),
});
schemaNames.add(conversation, { id: 'Conversation' });
export type Conversation = z.output<typeof conversation>;

/** `inbox` leaves out archived conversations and requests. */
export const conversationFolder = z.enum(['inbox', 'archive', 'requests']);
export type ConversationFolder = z.output<typeof conversationFolder>;

/** Filters of the list. */
export type ConversationFilter = 'unread' | 'groups';

export const listConversations = endpoint({
  name: 'chat.list',
  summary: 'List your conversations',
  description:
    'Returns pinned conversations first, then newest first. Page size: 50, with a cursor.',
  method: 'GET',
  path: '/api/v1/chat/conversations',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  query: z.strictObject({
    folder: conversationFolder.default('inbox'),
    search: z
      .string()
      .max(100)
      .optional()
      .describe('Words in conversation names and people’s names.'),
    only: z
      .enum(['unread', 'groups'])
      .optional()
      .describe('Filter: `unread` conversations, or `groups`.'),
    after: z.string().max(200).optional(),
  }),
  reply: z.object({
    items: z.array(conversation),
    next: z.string().nullable().describe('Cursor of the next page, or null.'),
    counts: z.object({ requests: z.number().int(), archived: z.number().int() }),
  }),
  errors: ['bad_cursor'],
});

/** Small numbers for badges: clients add and subtract new messages themselves. */
export const readUnread = endpoint({
  name: 'chat.read-unread',
  summary: 'Count unread messages',
  description:
    'Returns conversations with unread messages and the number in each. `total` leaves out muted conversations and requests.',
  method: 'GET',
  path: '/api/v1/chat/unread',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  reply: z.object({
    total: z.number().int(),
    conversations: z.array(
      z.object({
        id: z.string(),
        lastSeq: z.number().int(),
        readSeq: z.number().int(),
        unread: z.number().int(),
        isQuiet: z.boolean(),
      }),
    ),
  }),
});

export const createConversation = endpoint({
  name: 'chat.begin',
  summary: 'Start a conversation',
  description:
    'Returns the existing conversation with a person, or creates a group. Others see it after the first message. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/chat/conversations',
  access: 'member',
  credential: 'bearer',
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('direct'), uid }),
    z.strictObject({
      kind: z.literal('group'),
      clientId,
      name: text().max(conversationNameMax).default(''),
      uids: z
        .array(uid)
        .min(1)
        .max(participantsMax - 1),
    }),
  ]),
  reply: conversation,
  errors: ['person_not_found', 'chat_not_allowed', 'chat_self'],
});

/** Maximum people per call. */
const candidatesMax = 50;

export const listGroupCandidates = endpoint({
  name: 'chat.group-candidates.list',
  summary: 'Check who can join groups',
  method: 'GET',
  path: '/api/v1/chat/group-candidates',
  access: 'member',
  credential: 'bearer',
  query: z.strictObject({
    uids: z
      .string()
      .max(candidatesMax * 20)
      .transform((text) => text.split(','))
      .pipe(z.array(uid).max(candidatesMax))
      .describe(`IDs of up to ${candidatesMax} people, separated by commas.`),
  }),
  reply: z.object({
    items: z
      .array(
        z.object({
          uid: z.string(),
          canAdd: z
            .boolean()
            .describe(
              'True if the caller can add this person to a group. False if the caller needs to send a message request first, and for unknown people.',
            ),
        }),
      )
      .describe('Results in the order of `uids`.'),
  }),
});

export const readConversation = endpoint({
  name: 'chat.read',
  summary: 'Get a conversation',
  description: 'Includes up to 200 participants.',
  method: 'GET',
  path: '/api/v1/chat/conversations/{conversation}',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  params: ofConversation,
  reply: conversation.extend({ participants: z.array(participant) }),
  errors: ['not_found'],
});

export const listParticipants = endpoint({
  name: 'chat.participants',
  summary: 'List participants',
  description:
    'Returns participants by name. Page size: 100. `search` matches the start of a name.',
  method: 'GET',
  path: '/api/v1/chat/conversations/{conversation}/participants',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  params: ofConversation,
  query: z.strictObject({
    search: z.string().max(100).default(''),
    offset: z.coerce.number().int().min(0).max(participantsMax).default(0),
  }),
  reply: z.object({ items: z.array(participant), total: z.number().int() }),
  errors: ['not_found'],
});

export const listChanges = endpoint({
  name: 'chat.changes',
  summary: 'List changes since a change number',
  description: `Returns at most ${changesMax} messages and people. If \`isWhole\` is false, read the conversation again.`,
  method: 'GET',
  path: '/api/v1/chat/conversations/{conversation}/changes',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  params: ofConversation,
  query: z.strictObject({ after: chatNumber }),
  reply: z.object({ isWhole: z.boolean(), delta: conversationDelta }),
  errors: ['not_found'],
});

export const markRead = endpoint({
  name: 'chat.mark-read',
  summary: 'Mark messages as read',
  description: 'With `isBack`, marks messages as unread. Idempotent.',
  method: 'PUT',
  path: '/api/v1/chat/conversations/{conversation}/read',
  access: 'member',
  credential: 'bearer',
  params: ofConversation,
  body: z.strictObject({
    seq: wholeNumber.describe('Number of the last message read.'),
    isBack: z.boolean().default(false),
  }),
  reply: z.object({ readSeq: z.number().int(), unread: z.number().int() }),
  errors: ['not_found'],
});

export const setConversation = endpoint({
  name: 'chat.set-own',
  summary: 'Update your settings for a conversation',
  description:
    'Sets the draft, mutes, pins or archives the conversation, or answers a message request. Send only the fields to change.',
  method: 'PATCH',
  path: '/api/v1/chat/conversations/{conversation}/own',
  access: 'member',
  credential: 'bearer',
  params: ofConversation,
  body: z.strictObject({
    draft: z.string().max(messageMax).optional(),
    muteMinutes: z
      .number()
      .int()
      .min(-1)
      .max(525_600)
      .optional()
      .describe('Minutes of muting. 0 unmutes; -1 mutes permanently.'),
    isPinned: z.boolean().optional(),
    isArchived: z.boolean().optional(),
    request: z
      .enum(['accept', 'decline'])
      .optional()
      .describe(
        'Answer to a message request. `accept` moves it to the inbox. `decline` hides it without notifying the sender.',
      ),
  }),
  reply: conversation,
  errors: ['not_found', 'chat_too_many_pinned'],
});

export const updateConversation = endpoint({
  name: 'chat.change',
  summary: 'Update a group',
  description: 'Renames the group or assigns another owner.',
  method: 'PATCH',
  path: '/api/v1/chat/conversations/{conversation}',
  access: 'member',
  credential: 'bearer',
  params: ofConversation,
  body: z.strictObject({
    name: text().max(conversationNameMax).optional(),
    owner: uid.optional(),
  }),
  reply: conversation,
  errors: ['not_found', 'forbidden', 'person_not_found'],
});

export const setConversationPicture = endpoint({
  name: 'chat.set-picture',
  summary: 'Set a group’s picture',
  description: 'Send the file as the body. An empty body removes the picture.',
  method: 'PUT',
  path: '/api/v1/chat/conversations/{conversation}/picture',
  access: 'member',
  credential: 'bearer',
  params: ofConversation,
  upload: { maxBytes: 10 * 1024 * 1024 },
  reply: conversation,
  errors: ['not_found', 'forbidden', ...pictureUploadErrors],
});

export const addParticipants = endpoint({
  name: 'chat.add',
  summary: 'Add people to a group',
  description: 'Existing participants are skipped.',
  method: 'POST',
  path: '/api/v1/chat/conversations/{conversation}/participants',
  access: 'member',
  credential: 'bearer',
  params: ofConversation,
  body: z.strictObject({ uids: z.array(uid).min(1).max(100) }),
  reply: conversation,
  errors: ['not_found', 'forbidden', 'chat_not_allowed', 'chat_full'],
});

export const removeParticipant = endpoint({
  name: 'chat.remove',
  summary: 'Remove a participant',
  description:
    'Removes someone from a group, or leaves it. If the owner leaves, the longest-standing member becomes owner.',
  method: 'DELETE',
  path: '/api/v1/chat/conversations/{conversation}/participants/{uid}',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ conversation: chatId, uid }),
  reply: conversation,
  errors: ['not_found', 'forbidden'],
});
