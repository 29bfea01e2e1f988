/* Numbers of chat, for both sides. No imports: the web app reads them at run time. */

/** Characters of a message. */
export const messageMax = 8_000;
/** Files of one message. */
export const messageFilesMax = 10;
/** Characters of a conversation's name. */
export const conversationNameMax = 80;
/** People of a group conversation. */
export const participantsMax = 1_000;
/** Groups up to this many people show who has read and received what. */
export const receiptsMax = 50;
/** Messages of one page. */
export const messagesPageMax = 100;
/** Changes of one answer; whoever is further behind reads the conversation anew. */
export const changesMax = 200;
/** Minutes in which one's own message can still be edited; deleting is always possible. */
export const editMinutes = 24 * 60;
/** Conversations pinned at most. */
export const pinnedMax = 20;
/** Different reactions to one message at most. */
export const reactionsMax = 20;
/** Messages one person sends at most in a window. */
export const sendLimit = { max: 60, seconds: 30 } as const;
/** Marks, drafts and other things one keeps of conversations for oneself, at most in a window. */
export const ownLimit = { max: 300, seconds: 30 } as const;
/** Pages, changes and lists of conversations one person reads at most in a window: some twenty a second, more than the hardest scrolling asks for. */
export const readLimit = { max: 600, seconds: 30 } as const;
/** Searches of messages and of the list of conversations by one person at most in a window: about four a second, faster than anybody types. */
export const searchLimit = { max: 120, seconds: 30 } as const;
/** How often one may switch what others see of one's reading and being there: each time it changes in all conversations. */
export const switchLimit = { max: 20, seconds: 3_600 } as const;
/** Conversations one person begins at most in a window: with strangers, and in all. */
export const createLimit = { max: 60, seconds: 3_600 } as const;
