import { typingEverySeconds, typingSeconds, watchedMax } from '#contract/live-limits.ts';
import type { LiveEventOf } from '#contract/live.ts';
import { sendLive } from '../../lib/live.ts';
import { session } from '../../lib/session-store.ts';
import { createStore } from '../../lib/store.ts';

/* Who is online and who is typing. This is best effort and only kept in memory. */

/** The watched people who are online. */
export const online = createStore<ReadonlySet<string>>(new Set());
/** The people who are typing, by conversation. */
export const typing = createStore<ReadonlyMap<string, readonly string[]>>(new Map());

/** The people that each part of the page watches. */
const watchers = new Map<string, readonly string[]>();
let watched: readonly string[] = [];
let asked: readonly string[] | null = null;

/** Watches the presence of these people, and replaces the earlier list of this part of the page. */
export const watch = (uids: readonly string[], part: 'list' | 'conversation' = 'list'): void => {
  watchers.set(part, uids);
  watched = [
    ...new Set([...(watchers.get('conversation') ?? []), ...(watchers.get('list') ?? [])]),
  ].slice(0, watchedMax);
  if (
    asked !== null &&
    asked.length === watched.length &&
    watched.every((uid, at) => uid === asked?.[at])
  )
    return;
  watchAgain();
};
/** Call this after a reconnect, because the new connection has no list of watched people. */
export const watchAgain = (): void => {
  const now = watched;
  asked = now;
  if (now.length === 0) return;
  void sendLive('watch', { uids: [...now] }).then((answer) => {
    if (!answer.ok) asked = null;
    else online.set(new Set(answer.online ?? []));
  });
};

export const onPresence = ({ uid, isOnline }: LiveEventOf<'presence'>): void => {
  const next = new Set(online.get());
  if (isOnline) next.add(uid);
  else next.delete(uid);
  online.set(next);
};

const timers = new Map<string, number>();
export const stopTyping = (conversation: string, uid: string): void => {
  window.clearTimeout(timers.get(`${conversation}/${uid}`));
  const now = typing.get().get(conversation);
  if (now === undefined || !now.includes(uid)) return;
  typing.set(
    new Map(typing.get()).set(
      conversation,
      now.filter((one) => one !== uid),
    ),
  );
};
export const onTyping = ({ conversation, uid }: LiveEventOf<'typing'>): void => {
  if (uid === session.get().user?.uid) return;
  const now = typing.get().get(conversation) ?? [];
  if (!now.includes(uid)) typing.set(new Map(typing.get()).set(conversation, [...now, uid]));
  window.clearTimeout(timers.get(`${conversation}/${uid}`));
  timers.set(
    `${conversation}/${uid}`,
    window.setTimeout(() => stopTyping(conversation, uid), typingSeconds * 1000),
  );
};

let sentAt = 0;
/** Notifies the others that the user is typing, at most once every few seconds. */
export const sendTyping = (conversation: string): void => {
  const now = Date.now();
  if (now - sentAt < typingEverySeconds * 1000) return;
  sentAt = now;
  void sendLive('typing', { conversation });
};
