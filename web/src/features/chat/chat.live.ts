import type { ConversationDelta } from '#contract/chat.ts';
import { receiptsMax } from '#contract/chat-limits.ts';
import type { LiveEventOf } from '#contract/live.ts';
import { queryClient } from '../../lib/call.ts';
import { onLive, onResync, sayLive } from '../../lib/live.ts';
import { session } from '../../lib/session-store.ts';
import { conversationCall, listCall, patchConversation, refreshLists, unreadCall, unreadQuery } from './chat.data.ts';
import { hearPresence, hearTyping, stopTyping, watchAgain } from './presence.ts';
import { heldThread, heldThreads } from './thread-store.ts';

/** How long marks and lists wait for more of the same, in milliseconds. */
const restMs = 700;

const arrivals = new Map<string, number>();
let arriving: number | undefined;
/** Tells the server what has arrived here, once for several messages. */
const tellArrived = (conversation: string, seq: number): void => {
  arrivals.set(conversation, Math.max(seq, arrivals.get(conversation) ?? 0));
  arriving ??= window.setTimeout(() => {
    arriving = undefined;
    for (const [id, last] of arrivals) void sayLive('arrived', { conversation: id, seq: last });
    arrivals.clear();
  }, restMs);
};

let refreshing: number | undefined;
/** What cannot be put in by hand is asked for, once for several events. */
const refreshSoon = (): void => {
  refreshing ??= window.setTimeout(() => {
    refreshing = undefined;
    void refreshLists();
  }, restMs);
};

const me = (): string => session.get().user?.uid ?? '';

const addUnread = (conversation: string, { messages, state }: ConversationDelta): void => {
  const uid = me();
  const others = messages.filter(
    ({ author, event, deleted, change, hidden }) => author !== uid && event === null && deleted === null && !hidden && change > 0,
  );
  const mine = messages.some(({ author }) => author === uid);
  const data = queryClient.getQueryData(unreadQuery.queryKey);
  if (data === undefined) return;
  const known = data.conversations.find(({ id }) => id === conversation);
  const lastKnown = known?.lastSeq ?? state.lastSeq - messages.length;
  const fresh = others.filter(({ seq }) => seq > lastKnown);
  if (fresh.length === 0 && !mine) return;
  // Whether it is quiet only the server knows of one that had nothing unread.
  if (known === undefined && fresh.length > 0) {
    void queryClient.invalidateQueries({ queryKey: [unreadCall] });
    return;
  }
  const next = data.conversations.map((one) =>
    one.id === conversation ? { ...one, lastSeq: state.lastSeq, unread: mine ? 0 : one.unread + fresh.length } : one,
  );
  queryClient.setQueryData(unreadQuery.queryKey, {
    conversations: next,
    total: next.reduce((sum, one) => sum + (one.isQuiet ? 0 : one.unread), 0),
  });
};

const hearChange = (event: LiveEventOf<'conversation_changed'>): void => {
  const { conversation, delta } = event;
  heldThread(conversation)?.hear(event);
  if (delta === undefined) {
    if (heldThread(conversation) === undefined) refreshSoon();
    return;
  }
  const uid = me();
  const newest = delta.messages.reduce<(typeof delta.messages)[number] | null>(
    (last, one) => (last === null || one.seq > last.seq ? one : last),
    null,
  );
  const isThere = patchConversation(conversation, (item) => {
    if (item.change >= event.change) return item;
    const fresh = delta.messages.filter(({ seq }) => seq > item.lastSeq);
    const isOwn = fresh.some(({ author }) => author === uid);
    const unread = isOwn
      ? 0
      : item.unread + fresh.filter(({ author, event: told, hidden }) => author !== uid && told === null && !hidden).length;
    const isLast = newest !== null && newest.seq >= (item.lastMessage?.seq ?? 0);
    return {
      ...item,
      ...delta.state,
      unread,
      isMentioned: !isOwn && (item.isMentioned || fresh.some(({ mentions }) => mentions.some((one) => one.uid === uid))),
      ...(isOwn && { readSeq: delta.state.lastSeq }),
      ...(isLast && { lastMessage: newest }),
      ...(fresh.length > 0 && newest !== null && { activeAt: newest.sentAt }),
    };
  });
  for (const { author } of delta.messages) stopTyping(conversation, author);
  const foreign = delta.messages.findLast(({ author }) => author !== uid);
  if (foreign !== undefined && delta.state.participantCount <= receiptsMax) tellArrived(conversation, foreign.seq);
  addUnread(conversation, delta);
  if (!isThere && delta.messages.length > 0) refreshSoon();
};

/** Chat as the hub tells it, on every page: lists, badge, open conversations, who writes and who is there. */
export function hearChat(): void {
  onLive('conversation_changed', hearChange);
  onLive('conversations_changed', ({ conversation }) => {
    void queryClient.invalidateQueries({ queryKey: [conversationCall, { conversation }] });
    void heldThread(conversation)?.catchUp();
    refreshSoon();
  });
  onLive('typing', hearTyping);
  onLive('presence', hearPresence);
  onResync(() => {
    for (const thread of heldThreads()) void thread.catchUp();
    void queryClient.invalidateQueries({ queryKey: [listCall] });
    void queryClient.invalidateQueries({ queryKey: [unreadCall] });
    void queryClient.invalidateQueries({ queryKey: [conversationCall] });
    watchAgain();
  });
}
