import { createAdapter } from '@socket.io/redis-streams-adapter';
import { createClient } from 'redis';
import type { Log } from '../log.ts';

/** The connection for events between the servers of an installation. */
export interface Bus {
  readonly adapter: ReturnType<typeof createAdapter>;
  /** Returns whether the bus is reachable. While it isn't, each server sends to its own sockets, and the outbox delivers the rest. */
  isReady(): boolean;
  /** Calls `react` when the bus is reachable again. */
  onReconnect(react: () => void): void;
  /** Sends a presence message to the other servers, or to one of them. It may be lost. */
  publish(text: string, to?: string): void;
  onMessage(react: (text: string) => void): void;
  close(): Promise<void>;
}

/** Maximum milliseconds between two attempts to connect. */
const pauseMax = 2_000;
/** Maximum events in the stream, which is many times as much as servers read at once. */
const streamMax = 10_000;

/** Opens the bus of a server at a `redis://` or `rediss://` address (Redis 6.2, Valkey 7.2 or newer). Redis can become available later. */
export const openBus = async (url: string, server: string, log: Log): Promise<Bus> => {
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
    if (!wasLost) log.warn({ err: error }, 'the bus between servers is unreachable');
    wasLost = true;
  });
  client.on('ready', () => {
    if (!wasLost) return;
    wasLost = false;
    log.info('the bus between servers is reachable again');
    for (const react of backListeners) react();
  });
  const connecting = client.connect();
  const channel = 'commons:presence';
  // A connection that subscribes can't do anything else.
  const listener = client.duplicate();
  listener.on('error', () => undefined);
  const textListeners: ((text: string) => void)[] = [];
  const listening = listener.connect().then(() =>
    listener.subscribe([channel, `${channel}:${server}`], (text) => {
      for (const react of textListeners) react(text);
    }),
  );
  // Servers also start without Redis.
  await Promise.race([
    Promise.all([connecting, listening]).catch(() => undefined),
    new Promise((done) => setTimeout(done, 2_000)),
  ]);
  return {
    adapter: createAdapter(client, {
      maxLen: streamMax,
      streamName: 'commons:live',
      channelPrefix: 'commons:live',
    }),
    isReady: () => client.isReady,
    onReconnect: (react) => void backListeners.push(react),
    publish: (text, to) => {
      const name = to === undefined ? channel : `${channel}:${to}`;
      if (client.isReady) client.publish(name, text).catch(() => undefined);
    },
    onMessage: (react) => void textListeners.push(react),
    close: async () => {
      listener.destroy();
      client.destroy();
      await Promise.all([connecting.catch(() => undefined), listening.catch(() => undefined)]);
    },
  };
};
