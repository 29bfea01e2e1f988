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
import { indexMissedWords } from './search/words.queries.ts';
import { personalData, warmUpChat } from './chat.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** A message was written. `change`: the conversation's change number after it. */
    message_written: { conversation: number; seq: number; author: number; change: number };
    /** A conversation changed in another way. */
    conversation_changed: { conversation: number; change: number };
    /** Conversations have words that aren't stored yet. */
    words_left: Record<string, never>;
    /** A message contains a link whose preview hasn't been fetched today. */
    link_posted: { conversation: number; seq: number; url: string };
    /** A conversation became visible or invisible to these people. */
    participants_moved: { conversation: number; into: number[]; outOf: number[] };
    /** A conversation changed in these people's lists: read, muted, pinned, archived, answered. */
    list_changed: { conversation: number; people: number[] };
    /** The school turned course chats on or off. */
    course_chats_switched: Record<string, never>;
    /** A person turned their presence on or off. */
    presence_switched: { userId: number; isShown: boolean };
    /** A person turned read receipts on or off. */
    receipts_switched: { userId: number };
    /** A person has read messages about which they have an unread notification. */
    conversation_read: { conversation: number; userId: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    chat_policy_changed: { before: ChatPolicy; after: ChatPolicy };
    /** An admin deleted a person's message. */
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
  maintenance: [retireMessages, indexMissedWords],
  liveSources: chatSources,
  reportTargets: [messageReports],
  uploadReferences: [messageUploads],
  fileReferences: [selectGroupPictures],
});
