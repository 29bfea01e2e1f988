import type { Query } from '@tanstack/react-query';
import { CallError } from './call-error.ts';
import { queryClient } from './call.ts';
import { isFramed } from './host-page.ts';
import { whenIdle } from './next-task.ts';
import { isPageQuery, isStorable, withoutProofs } from './offline-rules.ts';
import { saveStartData, storedStart } from './offline-start.ts';
import {
  forgetOfflineData,
  removeReply,
  savePage,
  saveReplies,
  type StoredReply,
} from './offline-store.ts';
import { session } from './session-store.ts';
import { canHaveWorker, keepFilesOffline } from './worker.ts';

/*
 * Stores the replies of some calls on the device (contract/src/offline-calls.ts), so that the last pages open without network
 * (decision 077). The query cache decides what is shown: stored replies are old data that couldn't be refreshed.
 */

/** Time in which changes are collected before they are stored, in milliseconds. */
const collectMs = 1_500;

/** Returns who owns the data that arrives now; null if it must not be stored. */
const ownerNow = (): string | null => {
  const { user, tokens, credential } = session.get();
  // A reply while the app still shows stored data is as old as that data.
  return user !== null && tokens !== null && credential === 'cookie' ? user.uid : null;
};
/** Signing out in any tab removes or ends the start data. From then on, nothing is stored for that person. */
const isStart = (owner: string): boolean => {
  const start = storedStart();
  return start?.user.uid === owner && start.hasEnded !== true;
};
const isStillOwner = (owner: string) => (): boolean => ownerNow() === owner && isStart(owner);

/** Returns whether the current page is about this query. */
export const isShown = (query: Query): boolean => query.isActive() && isPageQuery(query.queryKey);
export const hasData = (query: Query): boolean => query.state.data !== undefined;

const replyOf = (owner: string, { queryKey, queryHash, state }: Query): StoredReply => {
  const data = withoutProofs(state.data);
  return {
    owner,
    hash: queryHash,
    key: queryKey,
    data,
    updatedAt: state.dataUpdatedAt,
    bytes: data.length,
  };
};

/** Returns the title without the school's name (lib/page-title.ts). */
const pageTitle = (): string => document.title.replace(/ · [^·]*$/, '');

/** The server no longer shows it to this person. */
const isGone = (error: unknown): boolean =>
  error instanceof CallError && [403, 404, 410].includes(error.status);

const changed = new Set<Query>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Stores what changed, and that the current page is on this device. */
async function storeChanges(): Promise<void> {
  timer = undefined;
  const owner = ownerNow();
  const queries = [...changed].filter((query) => hasData(query) && !isGone(query.state.error));
  changed.clear();
  if (owner === null) return;
  const isAllowed = isStillOwner(owner);
  await saveReplies(
    queries.map((query) => replyOf(owner, query)),
    isAllowed,
  );
  const shown = queryClient.getQueryCache().getAll().filter(isShown);
  if (shown.length === 0 || !shown.every(hasData)) return;
  const { pathname, search } = window.location;
  await savePage(
    { owner, href: `${pathname}${search}`, title: pageTitle(), at: Date.now() },
    isAllowed,
  );
}

function collect(query: Query): void {
  changed.add(query);
  timer ??= setTimeout(
    // Private windows may refuse to store anything. The app works without it.
    () =>
      void whenIdle(collectMs)
        .then(storeChanges)
        .catch(() => undefined),
    collectMs,
  );
}

/** Deletes a stored reply, which the server no longer shows. */
function forgetReply(query: Query): void {
  changed.delete(query);
  const owner = ownerNow();
  if (owner !== null) void removeReply(owner, query.queryHash).catch(() => undefined);
}

/** Stores replies from now on, and those that came with the page. Deletes data of other people. Call this once. */
export function keepOfflineData(): void {
  if (!canHaveWorker()) {
    // The operator may have turned offline pages off since the last visit.
    if (!isFramed()) void forgetOfflineData().catch(() => undefined);
    return;
  }
  let known: string | null = null;
  const begin = () => {
    const owner = ownerNow();
    const isNew = owner !== known;
    known = owner;
    if (owner === null) return;
    if (isNew) void forgetOfflineData(owner).catch(() => undefined);
    // In another tab, someone else may have signed in since.
    if (isNew || isStart(owner)) saveStartData();
  };
  begin();
  // After the app opened from the device, the user is signed in later.
  session.subscribe(begin);
  const cache = queryClient.getQueryCache();
  cache.subscribe((event) => {
    if (event.type !== 'updated' || !isStorable(event.query.queryKey)) return;
    if (event.action.type === 'success') collect(event.query);
    // Chat sets the state of its query itself.
    const isError = ['error', 'setState'].includes(event.action.type);
    if (isError && isGone(event.query.state.error)) forgetReply(event.query);
  });
  for (const query of cache.getAll())
    if (isStorable(query.queryKey) && hasData(query)) collect(query);
  // The next page may load before the changes are stored.
  window.addEventListener('pagehide', () => void storeChanges().catch(() => undefined));
}

/** Registers the worker, which stores the app's files. In data saver mode, it doesn't. */
export async function keepFilesIfAllowed(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData !== true) await keepFilesOffline();
}
