import { typingEverySeconds, typingSeconds, watchedMax } from '#contract/live-limits.ts';
import type { LiveEventOf } from '#contract/live.ts';
import { sendLive } from '../../lib/live.ts';
import { session } from '../../lib/session-store.ts';
import { createStore } from '../../lib/store.ts';

/* Who is there and who writes: best effort, kept in memory alone. */

/** People who are there, of those who are watched. */
export const online = createStore<ReadonlySet<string>>(new Set());
/** Who writes where, by conversation. */
export const typing = createStore<ReadonlyMap<string, readonly string[]>>(new Map());

let watched: readonly string[] = [];
let asked: readonly string[] | null = null;

/** Watches whether these people are there, and nobody else. */
export const watch = (uids: readonly string[]): void => {
  watched = uids.slice(0, watchedMax);
  if (
    asked !== null &&
    asked.length === watched.length &&
    watched.every((uid, at) => uid === asked?.[at])
  )
    return;
  watchAgain();
};
/** The hub has forgotten whom this tab watches. */
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

let saidAt = 0;
/** Tells the others that one writes, at most every few seconds. */
export const sayTyping = (conversation: string): void => {
  const now = Date.now();
  if (now - saidAt < typingEverySeconds * 1000) return;
  saidAt = now;
  void sendLive('typing', { conversation });
};
