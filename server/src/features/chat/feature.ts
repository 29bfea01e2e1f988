import type { ChatPolicy } from '#contract/chat/settings.endpoints.ts';
import { feature } from '../../kernel/feature.ts';
import { messageNotifications } from './notifications/message-notifications.ts';
import { chatJobs, chatSources } from './chat.jobs.ts';
import { conversationsHandlers } from './conversations/conversations.handlers.ts';
import { groupsHandlers } from './conversations/groups.handlers.ts';
import { courseChatsHandlers } from './course-chats/course-chats.handlers.ts';
import { chatSettingsHandlers } from './conversations/settings.handlers.ts';
import { messagesHandlers } from './messages/messages.handlers.ts';
import { editingHandlers } from './messages/editing.handlers.ts';
import { searchHandlers } from './search/search.handlers.ts';
import { sendingHandlers } from './sending/sending.handlers.ts';
import { selectGroupPictures } from './conversations/groups.queries.ts';
import { messageReports } from './messages/message-reports.ts';
import { messageUploads } from './messages/message-uploads.queries.ts';
import { retireMessages } from './messages/retention.queries.ts';
import { sweepBlocks } from './search/words.queries.ts';
import { personalData, warmUpChat } from './chat.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** Somebody said something; `change`: the conversation's number after it. */
    message_written: { conversation: number; seq: number; author: number; change: number };
    /** Anything else happened in a conversation. */
    conversation_changed: { conversation: number; change: number };
    /** Conversations have words that nobody has stored. */
    words_left: Record<string, never>;
    /** A message names a page whose preview nobody has fetched today. */
    link_posted: { conversation: number; seq: number; url: string };
    /** A conversation has come to be there for these people, or is no longer. */
    participants_moved: { conversation: number; into: number[]; outOf: number[] };
    /** A conversation stands otherwise in the lists of these people: read, muted, pinned, archived, answered. */
    list_changed: { conversation: number; people: number[] };
    /** The school has switched the chats of courses on or off. */
    course_chats_switched: Record<string, never>;
    /** Somebody shows that they are there, or no longer. */
    presence_switched: { userId: number; isShown: boolean };
    /** Somebody shows and sees read receipts, or no longer. */
    receipts_switched: { userId: number };
    /** Somebody has read in a conversation about which their list has something unread. */
    conversation_read: { conversation: number; userId: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    chat_policy_changed: { before: ChatPolicy; after: ChatPolicy };
    /** An admin took back what a person wrote. */
    message_deleted: { person: number; conversation: string; seq: number };
  }
}

export const chatFeature = feature({
  name: 'chat',
  personalData,
  warmUp: warmUpChat,
  handlers: [
    ...conversationsHandlers,
    ...groupsHandlers,
    ...courseChatsHandlers,
    ...chatSettingsHandlers,
    ...messagesHandlers,
    ...editingHandlers,
    ...searchHandlers,
    ...sendingHandlers,
  ],
  jobs: [...chatJobs, ...messageNotifications],
  maintenance: [retireMessages, sweepBlocks],
  liveSources: chatSources,
  reportTargets: [messageReports],
  uploadReferences: [messageUploads],
  fileReferences: [selectGroupPictures],
});
