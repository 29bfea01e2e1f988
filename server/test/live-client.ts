import { io, type Socket } from 'socket.io-client';
import type { LiveCall, LiveCallInput, LiveEvent, LiveKind } from '#contract/live.ts';
import { livePath } from '#contract/live-limits.ts';
import type { App } from '#server/app.ts';
import type { Person } from './world.ts';

/** A person's socket in a test, with all received events. */
export interface LiveClient {
  readonly events: LiveEvent[];
  /** Resolves with the next event of a kind that wasn't returned yet. */
  next<K extends LiveKind>(kind: K): Promise<Extract<LiveEvent, { kind: K }>>;
  call<K extends LiveCall>(
    name: K,
    input: LiveCallInput<K>,
  ): Promise<{ ok: boolean; code?: string; online?: string[] }>;
  readonly socket: Socket;
  /** Resolves when the server has closed the socket. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Returns the port of an app, which starts to listen with the first call. */
export const listen = async (app: App): Promise<number> => {
  if (!app.http.server.listening) await app.http.listen({ port: 0, host: '127.0.0.1' });
  const bound = app.http.server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('the server has no port');
  return bound.port;
};

/** Opens a socket as the web app does, at a school's host, and waits until it receives all events. Rejects with the code of an error. */
export const openLive = async (
  app: App,
  who: Pick<Person, 'tokens'>,
  {
    host = 'localhost',
    headers = {},
    token = who.tokens.jwt,
  }: { host?: string; headers?: Record<string, string>; token?: unknown } = {},
): Promise<LiveClient> => {
  const port = await listen(app);
  const socket = io(`http://127.0.0.1:${port}`, {
    path: livePath,
    addTrailingSlash: false,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token },
    extraHeaders: { host, ...headers },
  });
  const received: LiveEvent[] = [];
  const taken = new Set<LiveEvent>();
  const waiting = new Set<() => void>();
  socket.on('live', (...events: LiveEvent[]) => {
    received.push(...events);
    for (const look of waiting) look();
  });
  const ended = new Promise<void>((done) => socket.on('disconnect', () => done()));
  const next: LiveClient['next'] = (kind) =>
    new Promise((done, fail) => {
      const timer = setTimeout(
        () => fail(new Error(`no ${kind} came; heard ${JSON.stringify(received)}`)),
        30_000,
      );
      const look = () => {
        const found = received.find((event) => event.kind === kind && !taken.has(event));
        if (found === undefined) return;
        taken.add(found);
        clearTimeout(timer);
        waiting.delete(look);
        // It was found by its kind.
        done(found as never);
      };
      waiting.add(look);
      look();
    });
  const client: LiveClient = {
    events: received,
    next,
    call: (name, input) => socket.timeout(30_000).emitWithAck(name, input),
    socket,
    ended,
    close: () => void socket.disconnect(),
  };
  await new Promise<void>((done, fail) => {
    socket.on('connect', () => done());
    socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
      socket.disconnect();
      fail(new Error(error.data?.code ?? error.message));
    });
  });
  await next('resync');
  return client;
};
