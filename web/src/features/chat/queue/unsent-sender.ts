import { CallError, networkError } from '../../../lib/call-error.ts';
import { pausesMs } from '../../../lib/retry.ts';
import type { UnsentMessage, SendFailure } from './unsent-store.ts';
import type { UnsentStore } from './unsent-store.ts';

/** Number of conversations that are sent to in parallel. */
const parallelMax = 3;
/** An attempt from before a reconnect is restarted after this time without progress, in milliseconds. */
const stalledMs = 5_000;

/** A running attempt. */
export interface Attempt {
  /** Aborts when the attempt is given up, because it hangs or the user signed out. */
  readonly signal: AbortSignal;
  /** Reports progress, so the attempt isn't treated as hanging. */
  readonly onProgress: () => void;
}

export interface SenderParts {
  readonly store: UnsentStore;
  readonly owner: () => string | null;
  /** Sends an entry with its files, and resolves once the server has stored it. `save` stores the progress. */
  readonly send: (
    entry: UnsentMessage,
    save: (next: UnsentMessage) => Promise<void>,
    going: Attempt,
  ) => Promise<void>;
  /** Called after the entries change. */
  readonly changed: () => void;
  /** Called when the server rejects an entry permanently. */
  readonly onRefused?: (entry: UnsentMessage) => void;
  readonly random?: () => number;
  readonly wait?: (ms: number) => { done: Promise<void>; stop: () => void };
}

/** A pause that can be ended early. */
export const timeout = (ms: number): { done: Promise<void>; stop: () => void } => {
  let stop = () => undefined as void;
  const done = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    stop = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return { done, stop };
};

/** Classifies a failed attempt. Network errors, server errors and rate limits are temporary; rejections are not. */
export const failureOf = (error: unknown): SendFailure & { waitMs: number | null } => {
  if (!(error instanceof CallError))
    return { code: 'unknown', message: String(error), isFinal: true, waitMs: null };
  const { status, code, message, retryAfter } = error;
  const passes =
    status === 0 || status >= 500 || status === 429 || status === 408 || status === 401;
  return {
    code,
    message,
    isFinal: !passes,
    waitMs: retryAfter === null ? null : retryAfter * 1000,
  };
};

/** Returns the delay after this many failures, or the delay that the server asked for. */
export const pauseAfter = (failures: number, waitMs: number | null, random: () => number): number =>
  (waitMs ?? pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 30_000) * (1 + random() / 3);

/**
 * Sends the unsent messages. Within a conversation, messages are sent one at a time in writing order, and
 * permanently rejected messages are skipped. Only one sender runs at a time per browser (see unsent.ts).
 */
export const createSender = ({
  store,
  owner,
  send,
  changed,
  onRefused,
  random = Math.random,
  wait = timeout,
}: SenderParts) => {
  const busy = new Set<string>();
  const pausing = new Map<string, { stop: () => void }>();
  const running = new Set<{ stop: () => void; hurry: () => void }>();
  let stopped = false;

  /** Runs one attempt and ends it early if it hangs. */
  const attempt = async (
    entry: UnsentMessage,
    save: (next: UnsentMessage) => Promise<void>,
  ): Promise<void> => {
    const controller = new AbortController();
    let signs = 0;
    const one = {
      stop: () => controller.abort(),
      hurry: () => {
        const before = signs;
        void wait(stalledMs).done.then(
          () => signs === before && running.has(one) && controller.abort(),
        );
      },
    };
    running.add(one);
    try {
      await send(entry, save, {
        signal: controller.signal,
        onProgress: () => {
          signs += 1;
        },
      });
    } catch (error) {
      throw controller.signal.aborted ? networkError(error) : error;
    } finally {
      running.delete(one);
    }
  };

  const sendAll = async (conversation: string): Promise<void> => {
    for (let failures = 0; !stopped;) {
      const me = owner();
      if (me === null) return;
      const entry = (await store.all(me)).find(
        (one) => one.conversation === conversation && one.failure?.isFinal !== true,
      );
      if (entry === undefined) return;
      try {
        let current = entry;
        await attempt(entry, async (next) => {
          current = next;
          await store.put(current);
        });
        await store.remove(entry.order);
        failures = 0;
        changed();
      } catch (error) {
        const { waitMs, ...failure } = failureOf(error);
        const [stands] = (await store.all(me)).filter(({ order }) => order === entry.order);
        // The user deleted the entry during the attempt.
        if (stands === undefined) continue;
        await store.put({ ...stands, tries: stands.tries + 1, failure });
        changed();
        if (failure.isFinal) {
          onRefused?.(stands);
          continue;
        }
        const resting = wait(pauseAfter(failures, waitMs, random));
        failures += 1;
        pausing.set(conversation, resting);
        await resting.done;
        pausing.delete(conversation);
      }
    }
  };

  const abort = (): void => {
    for (const { stop } of [...pausing.values(), ...running]) stop();
  };

  /**
   * Sends the entries that are due. With `anew`, it skips pending retry delays and restarts attempts that make no
   * progress.
   */
  const sendDue = async ({ anew = false } = {}): Promise<void> => {
    const me = owner();
    if (stopped) return;
    if (me === null) return abort();
    if (anew) {
      for (const { stop } of pausing.values()) stop();
      for (const { hurry } of running) hurry();
    }
    const entries = await store.all(me);
    for (const conversation of new Set(
      entries.filter(({ failure }) => failure?.isFinal !== true).map((entry) => entry.conversation),
    )) {
      if (busy.size >= parallelMax) return;
      if (busy.has(conversation)) continue;
      busy.add(conversation);
      void sendAll(conversation)
        .catch(() => undefined)
        .finally(() => {
          busy.delete(conversation);
          // More entries may have been added during the last attempt, in this conversation or in one that waited for
          // a slot.
          void sendDue();
        });
    }
  };
  return {
    sendDue,
    stop: () => {
      stopped = true;
      abort();
    },
  };
};
