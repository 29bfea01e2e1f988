import { CallError } from '../../../lib/call-error.ts';
import { failureOf, pauseAfter, timeout } from './outbox-sender.ts';
import type { DraftStore, LocalDraft } from './draft-store.ts';

export interface DraftParts {
  readonly store: DraftStore;
  readonly owner: () => string | null;
  /** Keeps a draft at the server. */
  readonly save: (conversation: string, text: string) => Promise<void>;
  /** What stands at the server. */
  readonly ask: (conversation: string) => Promise<string>;
  readonly changed: () => void;
  readonly random?: () => number;
  readonly wait?: (ms: number) => { done: Promise<void>; stop: () => void };
}

/** Texts that may stand at the server, at most. */
const knownMax = 5;

/**
 * Whether another device has the last word. Nothing is known of when it was written: words are never given up for it, but that there
 * are none any more holds only for what this device knew.
 */
export const isOverruled = ({ text, known }: LocalDraft, stands: string): boolean =>
  text === '' && !known.includes(stands);

/**
 * Holds drafts on the device until the server has them, and sends them there until it does: one at a time of each conversation, so
 * that none arrives after a newer one.
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

  /** Sends what is held once; true when nothing is left to send. */
  const sendOnce = async (me: string, conversation: string, isLate: boolean): Promise<boolean> => {
    let localDraft = localDraftOf(me, conversation);
    if (localDraft === null) return true;
    if (isLate) {
      const stands = await ask(conversation);
      localDraft = localDraftOf(me, conversation);
      if (localDraft === null) return true;
      if (stands === localDraft.text || isOverruled(localDraft, stands)) {
        put(me, conversation, null);
        return true;
      }
    }
    const { text } = localDraft;
    put(me, conversation, {
      text,
      known: [...localDraft.known.filter((one) => one !== text), text].slice(-knownMax),
    });
    await save(conversation, text);
    const now = localDraftOf(me, conversation);
    if (now === null) return true;
    if (now.text !== text) return false;
    put(me, conversation, null);
    return true;
  };

  /** `isLate`: it may have been written long ago, and what stands at the server is looked at first. */
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
          // What was written meanwhile comes when it has rested; it may have done so already.
          if (isDone || !mine.again) return;
        } catch (error) {
          const { isFinal, waitMs } = failureOf(error);
          if (isFinal) {
            // The conversation is not there any more. Anything else may be another day.
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
    /** What is held of a conversation; null where the server has what was written. */
    held: (conversation: string): LocalDraft | null => {
      const me = owner();
      return me === null ? null : localDraftOf(me, conversation);
    },
    /** Holds what is being written. `stands`: what this device knows the server to have. */
    note: (conversation: string, text: string, stands: string): void => {
      const me = owner();
      if (me === null) return;
      const localDraft = localDraftOf(me, conversation);
      if (localDraft === null ? text === stands : text === localDraft.text) return;
      put(me, conversation, { text, known: localDraft?.known ?? [stands] });
    },
    /** Puts words back that were taken out to be sent, before what has been written since. */
    giveBack: (conversation: string, words: string, stands: string): void => {
      const me = owner();
      if (me === null) return;
      const localDraft = localDraftOf(me, conversation);
      const since = (localDraft?.text ?? '').trim();
      put(me, conversation, {
        text: since === '' ? words : `${words}\n${since}`,
        known: localDraft?.known ?? [stands],
      });
    },
    /** What stands in the field: what is held here, unless another device has written since. */
    settle: (conversation: string, stands: string): string => {
      const me = owner();
      const localDraft = me === null ? null : localDraftOf(me, conversation);
      return localDraft === null || isOverruled(localDraft, stands) ? stands : localDraft.text;
    },
    /** Sends all that is held, without waiting for the next try. */
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
