import { z } from 'zod';
import { pictureUploadErrors } from '../people/picture-crop.ts';
import { changesMax, conversationNameMax, messageMax, participantsMax } from './limits.ts';
import { chatId, chatNumber, clientId, ofConversation } from './ids.ts';
import { endpoint } from '../endpoint.ts';
import { message } from './messages.endpoints.ts';
import { face, uid } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { text } from '../text.ts';

/*
 * Conversations. Each has two numbers that only rise, given in the transaction that writes and without gaps: `seq` counts its
 * messages, `change` counts everything that happens in it. What changed last carries the number of that change, so "all after n"
 * is one answer that ends in the same state as reading anew, whatever was missed (decision 027).
 */

/** `direct`: two people, one conversation for ever. `group`: up to 1,000, with a name. */
export const conversationKind = z.enum(['direct', 'group']);

/** Somebody in a conversation, and how far they are. `readSeq`, `arrivedSeq` are 0 in conversations of more than 50 people. */
export const participant = face.extend({
  role: z.enum(['owner', 'member']),
  readSeq: z.number().int(),
  arrivedSeq: z.number().int(),
  /** They left or were removed. */
  hasLeft: z.boolean(),
  change: z.number().int(),
});
export type Participant = z.output<typeof participant>;

/** What the conversation itself is, the same for everybody in it. */
export const conversationState = z.object({
  id: z.string(),
  kind: conversationKind,
  /** Null: named after its people. */
  name: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  lastSeq: z.number().int(),
  change: z.number().int(),
  participantCount: z.number().int(),
});
export type ConversationState = z.output<typeof conversationState>;

/** What changed in a conversation: each message, participant and the state as they are now, those alone whose number is above `from`. */
export const conversationDelta = z.object({
  state: conversationState,
  messages: z.array(message),
  participants: z.array(participant),
  /** Author of what is new, where the client may not know them yet. */
  people: z.array(face),
});
export type ConversationDelta = z.output<typeof conversationDelta>;

/** A conversation as its list shows it, for the viewer. */
export const conversation = conversationState.extend({
  /** The other people, at most 4, themselves never among them; empty when all have left. */
  people: z.array(face),
  /** The newest message the viewer may see, or null. */
  lastMessage: message.nullable(),
  /** The newest thing that happened, for the order of the list. */
  activeAt: z.iso.datetime(),
  /** The first message the viewer may see: nobody reads what stood before they came. */
  firstSeq: z.number().int(),
  /** The last one, where they have left. */
  endSeq: z.number().int().nullable(),
  readSeq: z.number().int(),
  /** Messages of others after `readSeq`. */
  unread: z.number().int(),
  /** An unread message mentions the viewer. */
  isMentioned: z.boolean(),
  /** Until when no notification is sent; far in the future where for good. */
  mutedUntil: z.iso.datetime().nullable(),
  isPinned: z.boolean(),
  isArchived: z.boolean(),
  /** It begins with a stranger's message that the viewer has not accepted yet. */
  isRequest: z.boolean(),
  draft: z.string(),
  role: z.enum(['owner', 'member']),
  /** Its people are those of a course: who is in it follows the course, and teachers are its owners. */
  isCourse: z.boolean(),
  can: z.object({
    send: z.boolean(),
    /** Why not, where not. */
    sendRefusal: z.enum(['left', 'blocked', 'policy', 'gone', 'request', 'closed']).nullable(),
    rename: z.boolean(),
    addPeople: z.boolean(),
    removePeople: z.boolean(),
    leave: z.boolean(),
    /** Delete messages of others. */
    moderate: z.boolean(),
  }),
});
export type Conversation = z.output<typeof conversation>;

/** `inbox`: neither archived nor requests. */
export const conversationFolder = z.enum(['inbox', 'archive', 'requests']);
export type ConversationFolder = z.output<typeof conversationFolder>;

export const listConversations = endpoint({
  name: 'chat.list',
  summary: 'Own conversations, pinned first, then the newest; 50 at a time, after a cursor.',
  method: 'GET',
  path: '/api/v1/chat/conversations',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  query: z.strictObject({
    folder: conversationFolder.default('inbox'),
    /** Words of names of conversations and their people. */
    search: z.string().max(100).optional(),
    after: z.string().max(200).optional(),
  }),
  reply: z.object({
    items: z.array(conversation),
    next: z.string().nullable(),
    counts: z.object({ requests: z.number().int(), archived: z.number().int() }),
  }),
  errors: ['bad_cursor'],
});

/** Everything a badge needs: small, so that a client can add and subtract what arrives. */
export const readUnread = endpoint({
  name: 'chat.read-unread',
  summary:
    'Conversations with unread messages: how many each, and how many in all that are neither muted nor requests.',
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
  summary:
    'The one conversation with a person, or a new group. Nobody else sees it before the first message. Sending the same `clientId` again answers the same group.',
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
      .describe(`Ids of up to ${candidatesMax} people, separated by commas`),
  }),
  reply: z.object({
    items: z
      .array(
        z.object({
          uid: z.string(),
          canAdd: z
            .boolean()
            .describe(
              'Whether the caller can add this person to a group. False if the caller has to send a message request first, and for unknown people.',
            ),
        }),
      )
      .describe('Results in the order of `uids`'),
  }),
});

export const readConversation = endpoint({
  name: 'chat.read',
  summary: 'One conversation with up to 200 of its people.',
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
  summary:
    'People of a conversation by name, 100 at a time; `search` finds by the beginning of a name.',
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
  summary: `Everything after a change, at most ${changesMax} messages and people; \`isWhole: false\` asks the client to read the conversation anew.`,
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
  summary: 'Marks what is read, forwards or back (“mark as unread”); idempotent.',
  method: 'PUT',
  path: '/api/v1/chat/conversations/{conversation}/read',
  access: 'member',
  credential: 'bearer',
  params: ofConversation,
  body: z.strictObject({ seq: wholeNumber, isBack: z.boolean().default(false) }),
  reply: z.object({ readSeq: z.number().int(), unread: z.number().int() }),
  errors: ['not_found'],
});

export const setConversation = endpoint({
  name: 'chat.set-own',
  summary:
    'What one keeps about a conversation for oneself: draft, mute, pin, archive, and accepting a request.',
  method: 'PATCH',
  path: '/api/v1/chat/conversations/{conversation}/own',
  access: 'member',
  credential: 'bearer',
  params: ofConversation,
  body: z.strictObject({
    draft: z.string().max(messageMax).optional(),
    /** Minutes; 0: no longer; -1: for good. */
    muteMinutes: z.number().int().min(-1).max(525_600).optional(),
    isPinned: z.boolean().optional(),
    isArchived: z.boolean().optional(),
    /** `accept` moves a request to the inbox; `decline` hides it, and the sender learns nothing. */
    request: z.enum(['accept', 'decline']).optional(),
  }),
  reply: conversation,
  errors: ['not_found', 'chat_too_many_pinned'],
});

export const updateConversation = endpoint({
  name: 'chat.change',
  summary: 'Renames a group or gives it to another owner.',
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
  summary: 'Gives a group its picture; an empty body takes it away.',
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
  summary: 'Adds people to a group; those who are there already are left as they are.',
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
  summary:
    'Takes somebody out of a group, or leaves it oneself. An owner who leaves is followed by whoever is longest in it.',
  method: 'DELETE',
  path: '/api/v1/chat/conversations/{conversation}/participants/{uid}',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ conversation: chatId, uid }),
  reply: conversation,
  errors: ['not_found', 'forbidden'],
});
