import { useSyncExternalStore } from 'react';
import { readConversation } from '#contract/chat/calls.ts';
import { call } from '../../../lib/call.ts';
import { session } from '../../../lib/session-store.ts';
import { setOwn } from '../chat.data.ts';
import { createDraftSender } from './draft-sender.ts';
import { openDraftStore } from './draft-store.ts';

/* Drafts, saved on the device from the first key and on the server as soon as possible. */

const store = openDraftStore();
const owner = (): string | null => session.get().user?.uid ?? null;
const listeners = new Set<() => void>();
const changed = (): void => {
  for (const listener of listeners) listener();
};

/** The drafts of the signed-in user. */
export const drafts = createDraftSender({
  store,
  owner,
  save: async (conversation, draft) => void (await setOwn(conversation, { draft })),
  ask: async (conversation) => (await call(readConversation, { conversation })).draft,
  changed,
});

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  // Another tab changed the drafts.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** Returns the draft of a conversation on this device. */
export const useDraft = (conversation: string, serverText: string): string =>
  useSyncExternalStore(subscribe, () => drafts.settle(conversation, serverText));

/** Returns the number of drafts with text that the server doesn't have yet. */
export const unsavedDrafts = (uid: string): number =>
  Object.values(store.all(uid)).filter(({ text }) => text !== '').length;

/** Like `unsavedDrafts`, but reactive. */
export const useUnsavedDrafts = (uid: string): number =>
  useSyncExternalStore(subscribe, () => unsavedDrafts(uid));

/** Call this at sign-out. */
export const forgetDrafts = (uid: string): void => store.clear(uid);
