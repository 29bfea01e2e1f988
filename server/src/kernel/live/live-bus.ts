import { schoolId, type SchoolId } from '../ids.ts';
import type { Redis } from '../redis.ts';

/** Messages between the servers of an installation. Any of them may be lost. */
export interface Bus {
  /** Returns whether the bus is reachable. While it isn't, each server sends to its own sockets, and the outbox delivers the rest. */
  isReady(): boolean;
  /** Calls `react` when the bus is reachable again. */
  onReconnect(react: () => void): void;
  /** Sends a presence message to the other servers, or to one of them. */
  publish(text: string, to?: string): void;
  onMessage(react: (text: string) => void): void;
  /** Sends a message to the other servers with sockets of the school. */
  send(school: SchoolId, text: string): void;
  onSend(react: (school: SchoolId, text: string) => void): void;
  /** Counts a socket of a school. Resolves when this server receives the school's messages. */
  enter(school: SchoolId): Promise<void>;
  /** Ends the count of a socket. Without sockets of a school, a server doesn't receive its messages. */
  leave(school: SchoolId): void;
}

const presence = 'commons:presence';
/** Returns the channel of a school. */
export const schoolChannel = (school: SchoolId): string => `live:${school}`;
/** Milliseconds that a new socket waits for the subscription. If it takes longer, the outbox delivers events until then. */
const enterMs = 1_000;

/** Opens the bus of a server. */
export const openBus = async (redis: Redis, server: string): Promise<Bus> => {
  const listeners: ((text: string) => void)[] = [];
  const sendListeners: ((school: SchoolId, text: string) => void)[] = [];
  const react = (text: string) => {
    for (const one of listeners) one(text);
  };
  const subscribing = Promise.all(
    [presence, `${presence}:${server}`].map((channel) => redis.subscribe(channel, react)),
  );
  subscribing.catch(() => undefined);
  if (redis.isReady()) await subscribing.catch(() => undefined);

  const counts = new Map<number, number>();
  const subscribed = new Set<number>();
  /** The last change of each school's subscription. Changes follow each other, so that the last one decides. */
  const changes = new Map<number, Promise<void>>();
  const change = (school: SchoolId): Promise<void> => {
    const before = changes.get(school) ?? Promise.resolve();
    const channel = schoolChannel(school);
    const next = before.then(async () => {
      const isNeeded = (counts.get(school) ?? 0) > 0;
      if (isNeeded === subscribed.has(school)) return;
      if (isNeeded) {
        await redis.subscribe(channel, (text) => {
          for (const one of sendListeners) one(schoolId(school), text);
        });
        // Only now, so that the next socket tries again if it failed.
        subscribed.add(school);
      } else {
        subscribed.delete(school);
        await redis.unsubscribe(channel);
      }
    });
    const settled = next.catch(() => undefined);
    changes.set(school, settled);
    void settled.then(() => {
      if (changes.get(school) === settled) changes.delete(school);
    });
    return settled;
  };
  const publish = (channel: string, text: string) => {
    if (redis.isReady()) redis.publish(channel, text).catch(() => undefined);
  };
  return {
    isReady: redis.isReady,
    onReconnect: redis.onReconnect,
    publish: (text, to) => publish(to === undefined ? presence : `${presence}:${to}`, text),
    onMessage: (one) => void listeners.push(one),
    send: (school, text) => publish(schoolChannel(school), text),
    onSend: (one) => void sendListeners.push(one),
    enter: async (school) => {
      counts.set(school, (counts.get(school) ?? 0) + 1);
      const changed = change(school);
      if (!redis.isReady()) return;
      const over = new AbortController();
      await Promise.race([
        changed,
        new Promise<void>((done) => {
          const timer = setTimeout(done, enterMs);
          over.signal.addEventListener('abort', () => clearTimeout(timer));
        }),
      ]);
      over.abort();
    },
    leave: (school) => {
      const left = (counts.get(school) ?? 0) - 1;
      if (left > 0) counts.set(school, left);
      else counts.delete(school);
      if (left <= 0) void change(school);
    },
  };
};
