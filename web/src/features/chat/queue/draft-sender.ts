import { CallError } from '../../../lib/call-error.ts';
import { failureOf, pauseAfter, timeout } from './unsent-sender.ts';
import type { DraftStore, LocalDraft } from './draft-store.ts';

export interface DraftParts {
  readonly store: DraftStore;
  readonly owner: () => string | null;
  /** Saves a draft on the server. */
  readonly save: (conversation: string, text: string) => Promise<void>;
  /** Loads the server's version. */
  readonly ask: (conversation: string) => Promise<string>;
  readonly changed: () => void;
  readonly random?: () => number;
  readonly wait?: (ms: number) => { done: Promise<void>; stop: () => void };
}

/** Maximum number of earlier texts to remember. */
const knownTextsMax = 5;

/**
 * Returns whether another device's draft replaces the local one. Drafts have no timestamps, so local text always
 * wins. An empty local draft only replaces server text that this device knew.
 */
export const isOverruled = ({ text, known }: LocalDraft, serverText: string): boolean =>
  text === '' && !known.includes(serverText);

/**
 * Keeps drafts on the device and sends them until the server has them. It runs one call per conversation at a time,
 * so an older draft never arrives after a newer one.
 */
export const createDraftSender = ({
  store,
  owner,
  save,
  ask,
  changed,
  random = Math.random,
  wait = timeout,
}: DraftParts) => {
  const sending = new Map<string, { again: boolean; pause: { stop: () => void } | null }>();

  const localDraftOf = (me: string, conversation: string): LocalDraft | null =>
    store.all(me)[conversation] ?? null;
  const put = (me: string, conversation: string, draft: LocalDraft | null): void => {
    store.put(me, conversation, draft);
    changed();
  };

  /** Sends the draft once. Returns true if nothing is left to send. */
  const sendOnce = async (me: string, conversation: string, isLate: boolean): Promise<boolean> => {
    let localDraft = localDraftOf(me, conversation);
    if (localDraft === null) return true;
    if (isLate) {
      const serverText = await ask(conversation);
      localDraft = localDraftOf(me, conversation);
      if (localDraft === null) return true;
      if (serverText === localDraft.text || isOverruled(localDraft, serverText)) {
        put(me, conversation, null);
        return true;
      }
    }
    const { text } = localDraft;
    put(me, conversation, {
      text,
      known: [...localDraft.known.filter((one) => one !== text), text].slice(-knownTextsMax),
    });
    await save(conversation, text);
    const now = localDraftOf(me, conversation);
    if (now === null) return true;
    if (now.text !== text) return false;
    put(me, conversation, null);
    return true;
  };

  /** With `isLate`, the draft may be old, so it loads the server's version first. */
  const send = async (conversation: string, isLate = false): Promise<void> => {
    const under = sending.get(conversation);
    if (under !== undefined) {
      under.again = true;
      return;
    }
    const mine: { again: boolean; pause: { stop: () => void } | null } = {
      again: false,
      pause: null,
    };
    sending.set(conversation, mine);
    try {
      for (let failures = 0; ;) {
        const me = owner();
        if (me === null) return;
        mine.again = false;
        try {
          const isDone = await sendOnce(me, conversation, isLate || failures > 0);
          failures = 0;
          // A newer draft is sent after its own delay, which may already be over.
          if (isDone || !mine.again) return;
        } catch (error) {
          const { isFinal, waitMs } = failureOf(error);
          if (isFinal) {
            // The conversation no longer exists. Other errors are retried later.
            if (error instanceof CallError && error.status === 404) put(me, conversation, null);
            return;
          }
          const pause = wait(pauseAfter(failures, waitMs, random));
          failures += 1;
          mine.pause = pause;
          await pause.done;
          mine.pause = null;
        }
      }
    } finally {
      sending.delete(conversation);
    }
  };

  return {
    send,
    /** Returns the local draft of a conversation, or null if the server has it. */
    held: (conversation: string): LocalDraft | null => {
      const me = owner();
      return me === null ? null : localDraftOf(me, conversation);
    },
    /** Keeps a draft. `serverText` is the server's version as far as this device knows. */
    note: (conversation: string, text: string, serverText: string): void => {
      const me = owner();
      if (me === null) return;
      const localDraft = localDraftOf(me, conversation);
      if (localDraft === null ? text === serverText : text === localDraft.text) return;
      put(me, conversation, { text, known: localDraft?.known ?? [serverText] });
    },
    /** Puts back text that failed to send, before the text typed since then. */
    restore: (conversation: string, words: string, serverText: string): void => {
      const me = owner();
      if (me === null) return;
      const localDraft = localDraftOf(me, conversation);
      const since = (localDraft?.text ?? '').trim();
      put(me, conversation, {
        text: since === '' ? words : `${words}\n${since}`,
        known: localDraft?.known ?? [serverText],
      });
    },
    /** Returns the text for the field: the local draft, unless another device wrote since. */
    settle: (conversation: string, serverText: string): string => {
      const me = owner();
      const localDraft = me === null ? null : localDraftOf(me, conversation);
      return localDraft === null || isOverruled(localDraft, serverText)
        ? serverText
        : localDraft.text;
    },
    /** Sends all drafts without waiting for the next retry. */
    sendAll: (): void => {
      const me = owner();
      if (me === null) return;
      for (const conversation of Object.keys(store.all(me))) {
        sending.get(conversation)?.pause?.stop();
        void send(conversation, true);
      }
    },
  };
};
