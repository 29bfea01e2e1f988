import type { QueryCacheNotifyEvent, QueryKey } from '@tanstack/react-query';
import { receiptsMax } from '#contract/chat/limits.ts';
import {
  listConversations,
  listParticipants,
  readConversation,
  readUnread,
} from '#contract/chat/calls.ts';
import { queryClient } from '../../lib/call.ts';
import { batchReads } from '../../lib/batched-reads.ts';
import { onLive, onResync, sendLive } from '../../lib/live.ts';
import { session } from '../../lib/session-store.ts';
import { isTransient } from '../../lib/retry.ts';
import { patchConversation, patchUnread } from './chat.data.ts';
import { itemAfter, unreadAfter, type Change, type FullChange } from './live-change.ts';
import { changeRanges } from './change-ranges.ts';
import { onPresence, onTyping, stopTyping, watchAgain } from './presence.ts';
import { forgetThreads, cachedThread, cachedThreads } from './thread-store.ts';

/** Delay in which acknowledgments are collected, in milliseconds. */
const acknowledgeDelayMs = 700;

const deliveries = new Map<string, number>();
let deliveryTimer: number | undefined;
/** Reports delivered messages to the server, with one call for several messages. */
const acknowledgeDelivery = (conversation: string, seq: number): void => {
  deliveries.set(conversation, Math.max(seq, deliveries.get(conversation) ?? 0));
  deliveryTimer ??= window.setTimeout(() => {
    deliveryTimer = undefined;
    for (const [id, last] of deliveries) void sendLive('arrived', { conversation: id, seq: last });
    deliveries.clear();
  }, acknowledgeDelayMs);
};

const chatCalls: ReadonlySet<unknown> = new Set([listConversations, readUnread, readConversation]);

const isChat = ({ queryKey: [key] }: { queryKey: QueryKey }): boolean => chatCalls.has(key);

/** Refetches the mounted queries of a key; others refetch when they mount. Returns whether to retry. */
const refetch = async (queryKey: QueryKey): Promise<boolean> => {
  const invalidate = () =>
    queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false, throwOnError: true });
  const wasFetching = queryClient.isFetching({ queryKey }) > 0;
  try {
    await invalidate();
    // A query that was already running may return data older than the event.
    if (wasFetching) await invalidate();
    return false;
  } catch (error) {
    return isTransient(error);
  }
};

/** Queries that can't be patched: a call, or a call and its conversation. */
const staleQueries = batchReads<string>(async (all) => {
  const failed = await Promise.all(
    [...all].map(async (one) => {
      const [key, conversation] = one.split('\n');
      return (await refetch(conversation === undefined ? [key] : [key, { conversation }]))
        ? one
        : [];
    }),
  );
  return failed.flat();
});
const refetchLists = () => staleQueries.add(listConversations, readUnread);
const refetchConversation = (conversation: string) =>
  staleQueries.add(`${readConversation}\n${conversation}`, `${listParticipants}\n${conversation}`);
const staleThreads = batchReads<string>(async (all) => {
  for (const conversation of all) void cachedThread(conversation)?.catchUp();
  return [];
});

const me = (): string => session.get().user?.uid ?? '';

const isFull = (event: Change): event is FullChange => event.delta !== undefined;

/** Applies a change to all cached data. With `asks`, it refetches data that the delta doesn't fully describe. */
const put = (event: FullChange, { canRefetch }: { canRefetch: boolean }): void => {
  const { conversation, delta } = event;
  const uid = me();
  let [isListKnown, isUnreadKnown] = [true, true];
  const isListed = patchConversation(conversation, (item) => {
    const { next, isComplete } = itemAfter(item, event, uid);
    isListKnown &&= isComplete;
    return next;
  });
  patchUnread((data) => {
    const { next, isComplete } = unreadAfter(data, event, uid);
    isUnreadKnown = isComplete;
    return next;
  });
  if (!canRefetch) return;
  if (!isListKnown) refetchConversation(conversation);
  // A conversation that no list shows moves to the top of a list when it has a new message.
  if (!isListKnown || (!isListed && delta.messages.some(({ seq }) => seq === delta.state.lastSeq)))
    staleQueries.add(listConversations);
  if (!isUnreadKnown) staleQueries.add(readUnread);
};

const ranges = changeRanges();
/** Events received while calls were running, which may have returned older data. */
let recentEvents: FullChange[] = [];

const onChange = (event: Change): void => {
  const { conversation } = event;
  cachedThread(conversation)?.apply(event);
  const position = ranges.add(event);
  // Earlier changes are stored before this one, so the same calls return them.
  if (position === 'gap') {
    refetchLists();
    refetchConversation(conversation);
  }
  if (!isFull(event)) return;
  const { messages, participants, state } = event.delta;
  put(event, { canRefetch: position === 'next' });
  if (queryClient.isFetching({ predicate: isChat }) > 0) recentEvents.push(event);
  if (participants.length > 0 && messages.some((message) => message.event !== null))
    staleQueries.add(`${listParticipants}\n${conversation}`);
  for (const { author } of messages) stopTyping(conversation, author);
  const foreign = messages.findLast(({ author }) => author !== me());
  if (foreign !== undefined && state.participantCount <= receiptsMax)
    acknowledgeDelivery(conversation, foreign.seq);
};

/** A reply may be older than the events received during its call. This applies them again. */
const putRecentEvents = (event: QueryCacheNotifyEvent): void => {
  if (event.type !== 'updated' || !isChat(event.query) || recentEvents.length === 0) return;
  const { action } = event;
  if (action.type === 'success' && action.manual !== true)
    for (const one of recentEvents) put(one, { canRefetch: true });
  if (queryClient.isFetching({ predicate: isChat }) === 0) recentEvents = [];
};

/** The received changes belong to the previous user. */
const clearRanges = (): void => {
  forgetThreads();
  ranges.clear();
  recentEvents = [];
};

/**
 * Keeps chat live on every page: lists, badge, open conversations, typing and presence. Returns a function that
 * unsubscribes.
 */
export function subscribe(): () => void {
  let owner = me();
  const stops = [
    session.subscribe(() => {
      if (me() === owner) return;
      owner = me();
      clearRanges();
    }),
    queryClient.getQueryCache().subscribe(putRecentEvents),
    onLive('conversation_changed', onChange),
    onLive('conversations_changed', ({ conversation }) => {
      refetchLists();
      refetchConversation(conversation);
      staleThreads.add(conversation);
    }),
    // Connections decide who the user can message.
    onLive('connections_changed', () => staleQueries.add(listConversations, readConversation)),
    onLive('typing', onTyping),
    onLive('presence', onPresence),
    onResync(({ isAnew }) => {
      ranges.clear();
      for (const thread of cachedThreads())
        void (isAnew === true ? thread.renew() : thread.catchUp());
      staleQueries.addAnew(listConversations, readUnread, readConversation, listParticipants);
      watchAgain();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
