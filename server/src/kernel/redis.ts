import { createClient, createCluster, createSentinel } from 'redis';
import type { Log } from './log.ts';

/** A connection to Redis or Valkey: one server, a group with Sentinel, or a cluster. It works without Redis, and connects later. */
export interface Redis {
  /** Returns whether Redis responds. */
  isReady(): boolean;
  /** Calls `react` when Redis is reachable again, and this server receives messages again. */
  onReconnect(react: () => void): void;
  publish(channel: string, text: string): Promise<unknown>;
  subscribe(channel: string, react: (text: string) => void): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  /** The client of the `redis` package. */
  readonly client: object;
  close(): Promise<void>;
}

/** The parsed `REDIS_URL`. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly url: string }
  | {
      readonly kind: 'sentinel' | 'cluster';
      readonly nodes: readonly { readonly host: string; readonly port: number }[];
      /** Name of the primary that Sentinel watches. Empty for a cluster. */
      readonly name: string;
      readonly username: string | undefined;
      readonly password: string | undefined;
      readonly isTls: boolean;
    };

const listForms =
  /^redis(?<tls>s?)\+(?<kind>sentinel|cluster):\/\/(?:(?<user>[^:@/]*):(?<password>[^@/]*)@)?(?<nodes>[^/?#@]+)(?:\/(?<name>[\w.-]*))?$/;
const defaultPorts = { sentinel: 26_379, cluster: 6_379 };

/**
 * Parses `redis://host:6379`, `redis+sentinel://user:password@host:26379,host:26379/name` and `redis+cluster://host:6379,host:6379`. With
 * `rediss`, connections use TLS. Throws without the text, because it can contain a password.
 */
export const readRedisUrl = (text: string): RedisAddress => {
  const found = listForms.exec(text)?.groups;
  if (found === undefined) {
    if (URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol))
      return { kind: 'server', url: text };
    throw new Error(
      'REDIS_URL is not an address such as redis://host:6379, redis+sentinel://host:26379,host:26379/name or redis+cluster://host:6379,host:6379.',
    );
  }
  const kind = found['kind'] === 'sentinel' ? 'sentinel' : 'cluster';
  const name = found['name'] ?? '';
  if ((kind === 'sentinel') !== (name !== ''))
    throw new Error(
      kind === 'sentinel'
        ? 'REDIS_URL lacks the name of the primary that Sentinel watches: redis+sentinel://host:26379/name.'
        : 'REDIS_URL of a cluster ends after the hosts: redis+cluster://host:6379,host:6379.',
    );
  const nodes = (found['nodes'] ?? '').split(',').map((node) => {
    const url = new URL(`redis://${node}`);
    // An IPv6 address is in brackets.
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port || defaultPorts[kind]),
    };
  });
  const decoded = (value: string | undefined) =>
    value === undefined || value === '' ? undefined : decodeURIComponent(value);
  return {
    kind,
    nodes,
    name,
    username: decoded(found['user']),
    password: decoded(found['password']),
    isTls: found['tls'] === 's',
  };
};

/** Maximum milliseconds between two attempts to connect. */
const pauseMax = 2_000;
const connectMs = 5_000;
const reconnectStrategy = (tries: number): number =>
  Math.min(pauseMax, 50 * 2 ** Math.min(tries, 6));

/** Logs the loss of Redis once, and reports its return. */
const openState = (log: Log) => {
  const listeners: (() => void)[] = [];
  let isLost = false;
  return {
    isLost: () => isLost,
    lost: (error: unknown) => {
      if (!isLost) log.warn({ err: error }, 'Redis is unreachable');
      isLost = true;
    },
    found: () => {
      if (!isLost) return;
      isLost = false;
      log.info('Redis is reachable again');
      for (const react of listeners) react();
    },
    onReconnect: (react: () => void) => void listeners.push(react),
  };
};

const openServer = (url: string, log: Log): Redis & { connecting: Promise<unknown> } => {
  const state = openState(log);
  const client = createClient({
    url,
    pingInterval: 10_000,
    // A call that needs Redis now uses the server's memory instead.
    disableOfflineQueue: true,
    socket: { reconnectStrategy, connectTimeout: connectMs },
  });
  // A connection that subscribes can't do anything else. It keeps subscriptions for the time when it is connected.
  const listener = client.duplicate({ disableOfflineQueue: false });
  const areReady = () => client.isReady && listener.isReady;
  for (const one of [client, listener]) {
    one.on('error', state.lost);
    one.on('ready', () => {
      if (areReady()) state.found();
    });
  }
  const connecting = Promise.all([client.connect(), listener.connect()]);
  return {
    isReady: areReady,
    onReconnect: state.onReconnect,
    publish: (channel, text) => client.publish(channel, text),
    subscribe: (channel, react) => listener.subscribe(channel, react),
    unsubscribe: (channel) => listener.unsubscribe(channel),
    client,
    connecting,
    close: async () => {
      listener.destroy();
      client.destroy();
      await connecting.catch(() => undefined);
    },
  };
};

type ListAddress = Exclude<RedisAddress, { kind: 'server' }>;
const loginOf = ({ username, password, isTls }: ListAddress) => ({
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
  socket: { connectTimeout: connectMs, reconnectStrategy, ...(isTls && { tls: true as const }) },
});

const openSentinel = (address: ListAddress, log: Log): Redis & { connecting: Promise<unknown> } => {
  const state = openState(log);
  const client = createSentinel({
    name: address.name,
    sentinelRootNodes: [...address.nodes],
    nodeClientOptions: loginOf(address),
    // Sentinels often have no password of their own.
    sentinelClientOptions: { socket: loginOf(address).socket },
    scanInterval: 1_000,
  });
  client.on('error', state.lost);
  client.on('client-error', state.lost);
  client.on('topology-change', (event: { type?: string }) => {
    if (event.type === 'MASTER_CHANGE') state.found();
  });
  const connecting = client.connect();
  return {
    isReady: () => client.isReady,
    onReconnect: state.onReconnect,
    publish: (channel, text) => client.publish(channel, text),
    subscribe: (channel, react) => client.subscribe(channel, react),
    unsubscribe: (channel) => client.unsubscribe(channel),
    client,
    connecting,
    close: async () => {
      await client.destroy();
      await connecting.catch(() => undefined);
    },
  };
};

const openCluster = (address: ListAddress, log: Log): Redis & { connecting: Promise<unknown> } => {
  const state = openState(log);
  const { isTls, nodes } = address;
  const client = createCluster({
    rootNodes: nodes.map(({ host, port }) => ({
      url: `redis${isTls ? 's' : ''}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    })),
    defaults: { ...loginOf(address), disableOfflineQueue: true },
  });
  client.on('error', state.lost);
  client.on('node-error', state.lost);
  client.on('node-ready', state.found);
  const connecting = client.connect();
  return {
    isReady: () => client.isOpen && !state.isLost(),
    onReconnect: state.onReconnect,
    // Sharded channels, so that a message goes only to the node that has the channel.
    publish: (channel, text) => client.sPublish(channel, text),
    subscribe: (channel, react) => client.sSubscribe(channel, react),
    unsubscribe: (channel) => client.sUnsubscribe(channel),
    client,
    connecting,
    close: async () => {
      client.destroy();
      await connecting.catch(() => undefined);
    },
  };
};

/** Milliseconds that a starting server waits for Redis. */
const startMs = 2_000;

/** Opens the connection to Redis. If Redis isn't reachable within two seconds, it connects later. */
export const openRedis = async (url: string, log: Log): Promise<Redis> => {
  const address = readRedisUrl(url);
  const redis =
    address.kind === 'server'
      ? openServer(address.url, log)
      : address.kind === 'sentinel'
        ? openSentinel(address, log)
        : openCluster(address, log);
  await Promise.race([
    redis.connecting.catch((error: unknown) =>
      log.warn({ err: error }, 'Redis could not be reached at the start'),
    ),
    new Promise((done) => setTimeout(done, startMs)),
  ]);
  return redis;
};
