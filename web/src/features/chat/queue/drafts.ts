import { useSyncExternalStore } from 'react';
import { readConversation } from '#contract/chat/calls.ts';
import { call } from '../../../lib/call.ts';
import { session } from '../../../lib/session-store.ts';
import { setOwn } from '../chat.data.ts';
import { createDraftSender } from './draft-sender.ts';
import { openDraftStore } from './draft-store.ts';

/* What is being written, kept on the device from the first key and at the server as soon as it can be. */

const store = openDraftStore();
const owner = (): string | null => session.get().user?.uid ?? null;
const listeners = new Set<() => void>();
const changed = (): void => {
  for (const listener of listeners) listener();
};

/** The drafts of whoever is signed in. */
export const drafts = createDraftSender({
  store,
  owner,
  save: async (conversation, draft) => void (await setOwn(conversation, { draft })),
  ask: async (conversation) => (await call(readConversation, { conversation })).draft,
  changed,
});

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  // Another tab has written.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** The draft of a conversation, as it stands here. */
export const useDraft = (conversation: string, stands: string): string =>
  useSyncExternalStore(subscribe, () => drafts.settle(conversation, stands));

/** How many drafts with words in them the server does not have yet. */
export const unsavedDrafts = (uid: string): number =>
  Object.values(store.all(uid)).filter(({ text }) => text !== '').length;

/** The same, as it changes. */
export const useUnsavedDrafts = (uid: string): number =>
  useSyncExternalStore(subscribe, () => unsavedDrafts(uid));

/** At sign-out. */
export const forgetDrafts = (uid: string): void => store.clear(uid);
