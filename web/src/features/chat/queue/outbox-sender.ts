import { CallError, networkError } from '../../../lib/call-error.ts';
import { pausesMs } from '../../../lib/retry.ts';
import type { OutboxEntry, OutboxFailure } from './outbox-entry.ts';
import type { OutboxStore } from './outbox-store.ts';

/** Conversations that are sent to at a time. */
const abreast = 3;
/** How long what was begun before the network came back has to give a sign, in milliseconds, before it is begun again. */
const stillMs = 5_000;

/** A try that is under way. */
export interface Going {
  /** Fires when the try is given up: it hangs, or nobody is signed in any more. */
  readonly signal: AbortSignal;
  /** It goes on: something of it has left. */
  readonly moved: () => void;
}

export interface SenderParts {
  readonly store: OutboxStore;
  readonly owner: () => string | null;
  /** Sends one entry with its files; resolves once the server has it for good. `save` stores what has been reached on the way. */
  readonly send: (
    entry: OutboxEntry,
    save: (next: OutboxEntry) => Promise<void>,
    going: Going,
  ) => Promise<void>;
  /** Something about the entries has changed. */
  readonly changed: () => void;
  /** An entry was refused for good. */
  readonly onRefused?: (entry: OutboxEntry) => void;
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

/** What a failed try means. No answer, a server in trouble and "too many" pass by themselves; what was refused does not. */
export const failureOf = (error: unknown): OutboxFailure & { waitMs: number | null } => {
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

/** The pause after so many failed tries, or the one the server asked for. */
export const pauseAfter = (failures: number, waitMs: number | null, random: () => number): number =>
  (waitMs ?? pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 30_000) * (1 + random() / 3);

/**
 * Sends what the outbox holds: within a conversation one message after another, in the order of writing, so that none overtakes
 * another; one that was refused for good stands aside and lets the next pass. One sender works at a time in a browser (outbox.ts).
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

  /** One try, which ends early where it hangs. */
  const attempt = async (
    entry: OutboxEntry,
    save: (next: OutboxEntry) => Promise<void>,
  ): Promise<void> => {
    const controller = new AbortController();
    let signs = 0;
    const one = {
      stop: () => controller.abort(),
      hurry: () => {
        const before = signs;
        void wait(stillMs).done.then(
          () => signs === before && running.has(one) && controller.abort(),
        );
      },
    };
    running.add(one);
    try {
      await send(entry, save, {
        signal: controller.signal,
        moved: () => {
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
        // Somebody took it back meanwhile.
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

  const giveUp = (): void => {
    for (const { stop } of [...pausing.values(), ...running]) stop();
  };

  /**
   * Looks for what is to be sent, now. `anew`: what waits for its next try does not wait any longer, and a try that gives no sign is
   * begun again.
   */
  const look = async ({ anew = false } = {}): Promise<void> => {
    const me = owner();
    if (stopped) return;
    if (me === null) return giveUp();
    if (anew) {
      for (const { stop } of pausing.values()) stop();
      for (const { hurry } of running) hurry();
    }
    const entries = await store.all(me);
    for (const conversation of new Set(
      entries.filter(({ failure }) => failure?.isFinal !== true).map((entry) => entry.conversation),
    )) {
      if (busy.size >= abreast) return;
      if (busy.has(conversation)) continue;
      busy.add(conversation);
      void sendAll(conversation)
        .catch(() => undefined)
        .finally(() => {
          busy.delete(conversation);
          // Something may have come while the last was being sent, here or where there was no room.
          void look();
        });
    }
  };
  return {
    look,
    stop: () => {
      stopped = true;
      giveUp();
    },
  };
};
