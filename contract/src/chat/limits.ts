/* Limits of chat for both sides. This file imports nothing because the web app uses it at run time. */

/** Characters of a message. */
export const messageMax = 8_000;
/** Files in one message. */
export const messageFilesMax = 10;
/** Characters of a conversation's name. */
export const conversationNameMax = 80;
/** People in a group. */
export const participantsMax = 1_000;
/** Maximum people in a group that shows read and delivery receipts. */
export const receiptsMax = 50;
/** Messages on one page. */
export const messagesPageMax = 100;
/** Changes in one answer. Clients that are further behind read the conversation again. */
export const changesMax = 200;
/** Minutes in which people can edit their own message. They can always delete it. */
export const editMinutes = 24 * 60;
/** Maximum pinned conversations. */
export const pinnedMax = 20;
/** Maximum different reactions to one message. */
export const reactionsMax = 20;
/** Maximum messages that one person sends in a window. */
export const sendLimit = { max: 60, seconds: 30 } as const;
/** Maximum changes to a person's own settings of conversations, such as marks and drafts, in a window. */
export const ownLimit = { max: 300, seconds: 30 } as const;
/**
 * Maximum reads of pages, changes and conversation lists by one person in a window: twenty per second, more than the fastest
 * scrolling needs.
 */
export const readLimit = { max: 600, seconds: 30 } as const;
/** Maximum searches of messages and conversations by one person in a window: four per second, faster than anyone types. */
export const searchLimit = { max: 120, seconds: 30 } as const;
/** Maximum changes of the presence and receipt settings in a window, because each one updates all conversations. */
export const switchLimit = { max: 20, seconds: 3_600 } as const;
/** Maximum conversations that one person starts in a window, with strangers and in total. */
export const createLimit = { max: 60, seconds: 3_600 } as const;

/** The lists of what people shared in a conversation. */
export const sharedKinds = ['pictures', 'files', 'links'] as const;
export type SharedKind = (typeof sharedKinds)[number];
