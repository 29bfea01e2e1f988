import { CallError } from '../../lib/call-error.ts';
import type { OutboxEntry, OutboxFailure } from './outbox-entry.ts';
import type { OutboxStore } from './outbox-store.ts';

/** Pauses after so many failed tries, in milliseconds; the last holds from then on. Up to a third more, so that not everybody comes at once. */
const pauses = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;
/** Conversations that are sent to at a time. */
const abreast = 3;

export interface SenderParts {
  readonly store: OutboxStore;
  readonly owner: () => string | null;
  /** Sends one entry with its files; resolves once the server has it for good. `keep` stores what has been reached on the way. */
  readonly send: (entry: OutboxEntry, keep: (next: OutboxEntry) => Promise<void>) => Promise<void>;
  /** Something about the entries has changed. */
  readonly changed: () => void;
  /** An entry was refused for good. */
  readonly onRefused?: (entry: OutboxEntry) => void;
  readonly random?: () => number;
  readonly wait?: (ms: number) => { done: Promise<void>; stop: () => void };
}

const timeout = (ms: number) => {
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
  if (!(error instanceof CallError)) return { code: 'unknown', message: String(error), isFinal: true, waitMs: null };
  const { status, code, message, retryAfter } = error;
  const passes = status === 0 || status >= 500 || status === 429 || status === 408 || status === 401;
  return { code, message, isFinal: !passes, waitMs: retryAfter === null ? null : retryAfter * 1000 };
};

/**
 * Sends what the outbox holds: within a conversation one message after another, in the order of writing, so that none overtakes
 * another; one that was refused for good stands aside and lets the next pass. One sender works at a time in a browser (outbox.ts).
 */
export const createSender = ({ store, owner, send, changed, onRefused, random = Math.random, wait = timeout }: SenderParts) => {
  const busy = new Set<string>();
  const pausing = new Map<string, { stop: () => void }>();
  let stopped = false;

  const sendAll = async (conversation: string): Promise<void> => {
    for (let failures = 0; !stopped;) {
      const me = owner();
      if (me === null) return;
      const entry = (await store.all(me)).find((one) => one.conversation === conversation && one.failure?.isFinal !== true);
      if (entry === undefined) return;
      try {
        let current = entry;
        await send(entry, async (next) => {
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
        const pause = waitMs ?? pauses[Math.min(failures, pauses.length - 1)] ?? 30_000;
        failures += 1;
        const resting = wait(pause * (1 + random() / 3));
        pausing.set(conversation, resting);
        await resting.done;
        pausing.delete(conversation);
      }
    }
  };

  /** Looks for what is to be sent, now. `anew`: what waits for its next try does not wait any longer. */
  const look = async ({ anew = false } = {}): Promise<void> => {
    const me = owner();
    if (me === null || stopped) return;
    if (anew) for (const { stop } of pausing.values()) stop();
    const entries = await store.all(me);
    for (const conversation of new Set(entries.filter(({ failure }) => failure?.isFinal !== true).map((entry) => entry.conversation))) {
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
      for (const { stop } of pausing.values()) stop();
    },
  };
};
