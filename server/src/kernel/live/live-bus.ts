import { createAdapter } from '@socket.io/redis-streams-adapter';
import { createClient } from 'redis';
import type { Log } from '../log.ts';

/** What carries events between the servers of an installation. */
export interface Bus {
  readonly adapter: ReturnType<typeof createAdapter>;
  /** Whether it can be spoken to now; while it cannot, each server speaks to its own sockets and the outbox brings the rest. */
  isReady(): boolean;
  /** Hears that it is back after it was gone. */
  onBack(react: () => void): void;
  /** Says something to the other servers that need not arrive (who is there). */
  publish(text: string): void;
  onMessage(react: (text: string) => void): void;
  close(): Promise<void>;
}

/** Longest pause between two tries to reach it, in milliseconds. */
const pauseMax = 2_000;
/** Events kept in the stream: what servers read at once, many times over. */
const streamMax = 10_000;

/** Opens the bus at a `redis://` or `rediss://` address (Redis 6.2, Valkey 7.2 or newer). It need not be there yet. */
export const openBus = async (url: string, log: Log): Promise<Bus> => {
  const client = createClient({
    url,
    pingInterval: 10_000,
    socket: {
      reconnectStrategy: (tries) => Math.min(pauseMax, 50 * 2 ** Math.min(tries, 6)),
      connectTimeout: 5_000,
    },
  });
  const backListeners: (() => void)[] = [];
  let wasLost = false;
  client.on('error', (error: unknown) => {
    if (!wasLost) log.warn({ err: error }, 'the bus between servers is out of reach');
    wasLost = true;
  });
  client.on('ready', () => {
    if (!wasLost) return;
    wasLost = false;
    log.info('the bus between servers is back');
    for (const react of backListeners) react();
  });
  const connecting = client.connect();
  // It may come later; until then the servers go on without it.
  await Promise.race([
    connecting.catch(() => undefined),
    new Promise((done) => setTimeout(done, 2_000)),
  ]);
  const channel = 'commons:presence';
  // A connection that listens can do nothing else.
  const listener = client.duplicate();
  listener.on('error', () => undefined);
  const textListeners: ((text: string) => void)[] = [];
  const listening = listener.connect().then(() =>
    listener.subscribe(channel, (text) => {
      for (const react of textListeners) react(text);
    }),
  );
  listening.catch(() => undefined);
  return {
    adapter: createAdapter(client, {
      maxLen: streamMax,
      streamName: 'commons:live',
      channelPrefix: 'commons:live',
    }),
    isReady: () => client.isReady,
    onBack: (react) => void backListeners.push(react),
    publish: (text) => {
      if (client.isReady) client.publish(channel, text).catch(() => undefined);
    },
    onMessage: (react) => void textListeners.push(react),
    close: async () => {
      listener.destroy();
      client.destroy();
      await Promise.all([connecting.catch(() => undefined), listening.catch(() => undefined)]);
    },
  };
};
