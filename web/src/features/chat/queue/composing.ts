import { messageFilesMax } from '#contract/chat/limits.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import { session } from '../../../lib/session-store.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import type { UnsentFile } from './unsent-store.ts';

/** The text being written: a new message, a reply, or an edit of their own message. */
export type ComposerMode =
  | { kind: 'new' }
  | { kind: 'reply'; to: Message }
  | { kind: 'edit'; message: Message };

/** The next message's parts besides its text (see drafts.ts). */
export interface Composing {
  readonly files: readonly UnsentFile[];
  /** The message it replies to. */
  readonly replyTo: Message | null;
}

interface ComposingEntry {
  readonly store: Store<Composing>;
  setFiles(files: readonly UnsentFile[]): void;
  setReplyTo(message: Message | null): void;
  /** Puts back files and reply after sending failed. */
  restore(before: Composing): void;
}

const emptyDraft: Composing = { files: [], replyTo: null };
const composings = new Map<string, ComposingEntry>();

const create = (): ComposingEntry => {
  const store = createStore(emptyDraft);
  return {
    store,
    setFiles: (files) => store.set({ ...store.get(), files }),
    setReplyTo: (replyTo) => store.set({ ...store.get(), replyTo }),
    restore: ({ files, replyTo }) => {
      const now = store.get();
      store.set({
        files: [...files, ...now.files].slice(0, messageFilesMax),
        replyTo: now.replyTo ?? replyTo,
      });
    },
  };
};

/** Returns what the next message of a conversation contains, per user, for as long as the app is open. */
export const composingOf = (conversation: string): ComposingEntry => {
  const key = `${session.get().user?.uid} ${conversation}`;
  const found = composings.get(key) ?? create();
  composings.set(key, found);
  return found;
};

/** Call this at sign-out. */
export const forgetComposing = (): void => composings.clear();
