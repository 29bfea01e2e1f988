import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { LiveEvent } from '#contract/live.ts';
import { livePath, packetMax, readSeconds } from '#contract/live-limits.ts';
import type { LogPosition } from '../database/replicas.ts';
import type { SchoolId } from '../ids.ts';
import { openBus, type Bus } from './live-bus.ts';
import { handleLiveCall, countLiveCall, readConnectionState } from './live-calls.ts';
import { authenticateSocket, isOwnOrigin, type SocketSession } from './live-authentication.ts';
import { openPresence, type PresenceMessage } from './live-presence.ts';
import { roomName, sessionRoom, watchRoom } from './live-rooms.ts';
import { openTail, tailMs } from './live-tail.ts';
import { inPackets, withSpread, type HubAction } from './live-packets.ts';
import type { Live, Broadcast } from './live.ts';
import type { LiveParts } from './live-sources.ts';
import type { HubMetrics } from '../http/metrics.ts';
import { asProblem, problem } from '../http/problem.ts';
import type { Parts } from '../http/serve.ts';
import type { Redis } from '../redis.ts';

/** The realtime hub of one server. */
export interface Hub extends Live, HubMetrics {
  /** Delivers pending outbox events immediately. For tests. */
  catchUp(): Promise<void>;
  /** Closes all sockets. Clients reconnect to this server or another. */
  close(): Promise<void>;
}

/** The events that sockets receive, by name. */
interface Emitted {
  live: (...events: LiveEvent[]) => void;
}

/** The data that we attach to each socket. */
interface SocketData {
  session: SocketSession;
  isShown: boolean;
  watched: readonly number[];
  /** The club whose posts the client shows, and the expiry in milliseconds since 1970. */
  reads: { readonly club: number; readonly until: number } | null;
}
type ClientSocket = Socket<Record<string, never>, Emitted, Record<string, never>, SocketData>;

/** Maximum sockets per person and server, for tabs and devices. */
const socketsMax = 40;
/** Maximum bytes that wait for one socket. Slower clients are disconnected, and sync when they return. */
const waitingMax = 1_048_576;
/** Milliseconds between heartbeats. */
const presenceMs = 10_000;
/** Milliseconds for which a server collects presence changes before it sends them. */
const changesMs = 50;
/** Minimum milliseconds between two requests for the full list of a server. */
const askMs = 1_000;

/** A message between servers: presence, or a request for the full list of one server (`asks`) or of all servers (null). */
type BusMessage = PresenceMessage | { readonly asks: string | null; readonly by: string };

/** Returns a function that runs `work` after a delay, once for all of its calls until then. */
const openBatch = (delayMs: number, work: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      work();
    }, delayMs).unref();
  };
};
/** Milliseconds after which a closed socket counts as gone, so that others don't notice a reload or a change of networks. */
const leaveMs = 5_000;
/** Maximum sent changes that this server remembers, so that its own tail skips them. */
const sentMax = 20_000;

/** Returns the key by which this server's tail recognizes a change that it has already sent. Null if sending it twice does no harm. */
const sentKey = (
  school: SchoolId,
  { event, rooms }: Extract<Broadcast, { event: LiveEvent }>,
): string | null => {
  if (event.kind === 'conversation_changed')
    return `${school}/${event.conversation}/${event.change}`;
  return event.kind === 'conversations_changed'
    ? `${school}/${event.conversation}/${rooms.join(' ')}`
    : null;
};

/** Returns the event that begins a packet if the server has read replicas. */
const positionEvent = (position: LogPosition | null): LiveEvent[] =>
  position === null ? [] : [{ kind: 'position', position }];

/** A transaction's actions for the sockets of another server. */
interface SentActions {
  readonly by: string;
  readonly position: LogPosition | null;
  readonly actions: readonly HubAction[];
}

/** Opens the hub on a server that may not listen yet. With `redis` it shares its events with other servers. */
export const openHub = async (options: {
  http: HttpServer;
  parts: Parts;
  live: LiveParts;
  redis: Redis | null;
  /** False in tests, which read the outbox manually. */
  reads: boolean;
}): Promise<Hub> => {
  const { http, parts, live } = options;
  const { log } = parts;
  const server = randomUUID();
  const bus: Bus | null = options.redis === null ? null : await openBus(options.redis, server);
  const io = new Server<Record<string, never>, Emitted, Record<string, never>, SocketData>(http, {
    path: livePath,
    addTrailingSlash: false,
    serveClient: false,
    maxHttpBufferSize: packetMax,
    perMessageDeflate: false,
    pingInterval: 20_000,
    pingTimeout: 15_000,
    connectTimeout: 10_000,
    allowRequest: (request, done) =>
      done(isOwnOrigin(request) ? null : 'cross_site_refused', isOwnOrigin(request)),
  });
  io.engine.on('headers', (headers: Record<string, string>) => {
    headers['X-Content-Type-Options'] = 'nosniff';
    headers['Cache-Control'] = 'no-store';
  });
  const noteClosed = ({ school, member }: SocketSession, code: string) =>
    parts.logError({ code, school: school.code, user: member.userId, call: 'live' });
  const presence = openPresence(server, Date.now);
  const sent = new Set<string>();
  const counted = { sent: 0, slow: 0 };
  const here = io.local;

  const sendPresence = (name: string, isOnline: boolean): void => {
    const [school = '', person = ''] = name.split('/');
    here.to(`${school}/watch:${person}`).emit('live', { kind: 'presence', uid: person, isOnline });
  };
  const publish = (message: BusMessage | undefined, to?: string): void => {
    if (message !== undefined) bus?.publish(JSON.stringify(message), to);
  };
  /** Publishes changes in batches, because many people reconnect at the same time after another server has stopped. */
  const publishChanges = openBatch(changesMs, () => publish(presence.changes()));
  /** When this server last requested each full list, so that several lost changes cause one request. */
  const asked = new Map<string, number>();
  const askFor = (other: string): void => {
    const now = Date.now();
    if (now - (asked.get(other) ?? 0) < askMs) return;
    asked.set(other, now);
    publish({ asks: other, by: server }, other);
  };

  /** Performs an action on this server's sockets. */
  const perform = (school: SchoolId, broadcasts: HubAction, position: LogPosition | null): void => {
    if ('events' in broadcasts) {
      counted.sent += broadcasts.events.length;
      const rooms = broadcasts.rooms.map((room) => roomName(school, room));
      const except = (broadcasts.except ?? []).map((person) =>
        roomName(school, `person:${person}`),
      );
      here
        .to(rooms)
        .except(except)
        .emit(
          'live',
          ...positionEvent(position),
          ...withSpread(broadcasts.events, () => countIn(rooms)),
        );
    } else if ('person' in broadcasts) {
      const sockets = here.in(roomName(school, `person:${broadcasts.person}`));
      if (broadcasts.into !== undefined) sockets.socketsJoin(roomName(school, broadcasts.into));
      if (broadcasts.outOf !== undefined) sockets.socketsLeave(roomName(school, broadcasts.outOf));
    } else if ('end' in broadcasts) {
      const sockets = here.in(
        'session' in broadcasts.end
          ? sessionRoom(broadcasts.end.session)
          : roomName(school, `person:${broadcasts.end.person}`),
      );
      sockets.emit('live', { kind: 'session_ended' });
      sockets.disconnectSockets(true);
    } else if ('leave' in broadcasts) {
      for (const socket of io.of('/').sockets.values() as Iterable<ClientSocket>)
        if (socket.data.session.school.school_id === school) socket.disconnect(true);
    } else if ('part' in broadcasts) {
      for (const [one, other] of [broadcasts.part, broadcasts.part.toReversed()] as [
        number,
        number,
      ][])
        here.in(roomName(school, `person:${one}`)).socketsLeave(watchRoom(school, other));
    } else {
      // The person's sockets can be on any server, so each server handles its own.
      for (const socket of socketsIn(roomName(school, `person:${broadcasts.shown}`)))
        show(socket, broadcasts.isShown);
    }
  };

  let delivered: Promise<void> = Promise.resolve();
  /** Calls `work`, in order, with the position that includes all commits until now. Without replicas, immediately with null. */
  const withPosition = (work: (position: LogPosition | null) => void): void => {
    const { replicas } = parts;
    if (replicas === null) {
      work(null);
      return;
    }
    const position = replicas.position().catch(() => null);
    delivered = delivered
      .then(async () => work(await position))
      .catch((error: unknown) => log.error({ err: error }, 'events could not be delivered'));
  };

  /** A socket in two of the rooms counts twice. */
  const countIn = (rooms: readonly string[]): number =>
    rooms.reduce((sum, room) => sum + (io.of('/').adapter.rooms.get(room)?.size ?? 0), 0);

  const socketsIn = (room: string): ClientSocket[] =>
    [...(io.of('/').adapter.rooms.get(room) ?? [])].flatMap(
      (id) => io.of('/').sockets.get(id) ?? [],
    );

  const setRead = (socket: ClientSocket, club: number | null): void => {
    const { reads, session } = socket.data;
    const { school_id: school } = session.school;
    if (reads !== null) void socket.leave(roomName(school, `readers:${reads.club}`));
    if (club !== null) void socket.join(roomName(school, `readers:${club}`));
    const until = parts.clock.now().getTime() + readSeconds * 1_000;
    socket.data.reads = club === null ? null : { club, until };
  };

  const show = (socket: ClientSocket, isShown: boolean): void => {
    if (socket.data.isShown === isShown) return;
    socket.data.isShown = isShown;
    const { school, member } = socket.data.session;
    const changed = isShown
      ? presence.connected(school.school_id, member.userId)
      : presence.disconnected(school.school_id, member.userId);
    publishChanges();
    if (!changed) return;
    sendPresence(`${school.school_id}/${member.userId}`, isShown);
  };

  const tail = await openTail({
    pool: parts.pool,
    log,
    sources: live.sources,
    send: (school, broadcasts, isBroadcast) => {
      const isNew = (one: Broadcast) => {
        const key = isBroadcast && 'event' in one ? sentKey(school, one) : null;
        return key === null || !sent.delete(key);
      };
      const actions = inPackets(broadcasts.filter(isNew));
      withPosition((position) => {
        for (const one of actions) perform(school, one, position);
      });
    },
  });

  /** Returns undefined to accept the socket, or the error that its client receives. */
  const authenticateClient = async (socket: ClientSocket): Promise<Error | undefined> => {
    try {
      const session = await authenticateSocket(
        parts,
        socket.handshake.headers.host,
        socket.handshake.auth,
      );
      const own = roomName(session.school.school_id, `person:${session.member.userId}`);
      if ((io.of('/').adapter.rooms.get(own)?.size ?? 0) >= socketsMax) {
        noteClosed(session, 'too_many_sockets');
        throw problem('too_many_requests', { seconds: 60 });
      }
      socket.data = { session, isShown: false, watched: [], reads: null };
      return undefined;
    } catch (error) {
      const failure = asProblem(error, socket.id);
      if (failure.status >= 500) log.error({ err: error }, 'live connect failed');
      return Object.assign(new Error(failure.message), { data: { code: failure.code } });
    }
  };
  io.use((socket, next) => {
    const decide = async () => next(await authenticateClient(socket));
    void decide();
  });

  const connect = async (socket: ClientSocket): Promise<void> => {
    const { session } = socket.data;
    const { school_id: school } = session.school;
    const entered = bus?.enter(school);
    // The socket joins its own rooms before the query, so that it receives all later changes.
    await socket.join([
      roomName(school, `person:${session.member.userId}`),
      sessionRoom(session.member.sessionId),
    ]);
    const { rooms, isShown } = await readConnectionState(parts, session, live);
    await socket.join(rooms.map((room) => roomName(school, room)));
    await entered;
    if (!socket.connected) return;
    show(socket, isShown);
    forgetHandshake(socket);
    // The socket now receives everything, so a client that syncs after this event misses nothing.
    withPosition((position) => socket.emit('live', ...positionEvent(position), { kind: 'resync' }));
  };

  const serveCalls = (socket: ClientSocket): void => {
    const { host } = socket.handshake.headers;
    const serveCall = async (name: string, args: readonly unknown[]): Promise<void> => {
      const done = args.at(-1);
      const acknowledge =
        typeof done === 'function' ? (done as (answer: unknown) => void) : () => undefined;
      const counted = await countLiveCall(parts, socket.data.session);
      if (counted !== 'taken') {
        acknowledge({ ok: false, code: 'too_many_requests' });
        if (counted === 'refused' || !socket.connected) return;
        noteClosed(socket.data.session, 'too_many_socket_calls');
        socket.disconnect(true);
        return;
      }
      const caller = {
        session: socket.data.session,
        host,
        renewed: (session: SocketSession) => void (socket.data.session = session),
        watch: (people: readonly number[]) => {
          const { school_id: school } = socket.data.session.school;
          for (const person of socket.data.watched) void socket.leave(watchRoom(school, person));
          socket.data.watched = people;
          void socket.join(people.map((person) => watchRoom(school, person)));
          return people.filter((person) => presence.isOnline(school, person));
        },
        read: (club: number | null) => setRead(socket, club),
      };
      acknowledge(await handleLiveCall(name, args[0], caller, parts, live));
    };
    socket.onAny((name: string, ...args: unknown[]) => void serveCall(name, args));
  };

  io.on('connection', (socket: ClientSocket) => {
    serveCalls(socket);
    connect(socket).catch((error: unknown) => {
      log.warn({ err: error }, 'a socket could not be connected');
      socket.disconnect(true);
    });
    const { school_id: school } = socket.data.session.school;
    socket.on('disconnect', (_, description) => {
      bus?.leave(school);
      if (isTooLarge(description)) noteClosed(socket.data.session, 'socket_frame_too_large');
      if (!socket.data.isShown) return;
      setTimeout(() => show(socket, false), leaveMs).unref();
    });
  });

  bus?.onReconnect(() =>
    withPosition((position) => here.emit('live', ...positionEvent(position), { kind: 'resync' })),
  );
  bus?.onMessage((text) => {
    const message = JSON.parse(text) as BusMessage;
    if ('asks' in message) {
      if (message.by === server) return;
      // Others get the changes that the list contains, too. Otherwise they would ask because of its number.
      publish(presence.changes());
      publish(presence.everybody(), message.by);
      return;
    }
    if (message.server === server) return;
    const { came, went, isIncomplete } = presence.received(message);
    for (const name of came) sendPresence(name, true);
    for (const name of went) sendPresence(name, false);
    if (isIncomplete) askFor(message.server);
  });
  bus?.onSend((school, text) => {
    const { by, actions, position } = JSON.parse(text) as SentActions;
    if (by !== server) for (const one of actions) perform(school, one, position);
  });
  publish({ asks: null, by: server });

  /**
   * Closes sockets with expired tokens and sockets that read too slowly. Removes sockets from a club's readers if they haven't renewed it.
   */
  const inspect = (): void => {
    const now = parts.clock.now().getTime();
    for (const socket of io.of('/').sockets.values() as Iterable<ClientSocket>) {
      const isSlow = waitingBytes(socket) > waitingMax;
      if (isSlow) {
        counted.slow += 1;
        noteClosed(socket.data.session, 'socket_reads_too_slowly');
        // An orderly close would wait until the client has read the pending data.
        (socket.conn.transport as { socket?: { terminate?: () => void } }).socket?.terminate?.();
      }
      if (isSlow || socket.data.session.until < now) socket.disconnect(true);
      else if (socket.data.reads !== null && socket.data.reads.until < now) setRead(socket, null);
    }
  };
  const timers = options.reads
    ? [
        setInterval(() => void tail.read(), tailMs),
        setInterval(inspect, tailMs),
        setInterval(() => {
          asked.clear();
          for (const name of presence.dropSilentServers()) sendPresence(name, false);
          publish(presence.alive());
        }, presenceMs),
      ]
    : [];

  return {
    deliver: (school, broadcasts) => {
      for (const one of broadcasts) {
        const key = 'event' in one ? sentKey(school, one) : null;
        if (key === null) continue;
        if (sent.size >= sentMax) sent.clear();
        sent.add(key);
      }
      const actions = inPackets(broadcasts);
      withPosition((position) => {
        for (const one of actions) perform(school, one, position);
        if (bus !== null && actions.length > 0)
          bus.send(school, JSON.stringify({ by: server, actions, position } satisfies SentActions));
      });
    },
    catchUp: () => tail.read(),
    size: () => io.of('/').sockets.size,
    bus: () => (bus === null ? 'none' : bus.isReady() ? 'ok' : 'unreachable'),
    counts: () => ({ ...counted }),
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      here.disconnectSockets(true);
      // `io.close()` would also close the HTTP server.
      io.engine.close();
      for (const { adapter } of io._nsps.values()) await adapter.close();
    },
  };
};

/** Returns whether a socket ended because its client sent too much. `ws` uses this code. */
const isTooLarge = (description: unknown): boolean =>
  description instanceof Error &&
  [description, (description as { description?: unknown }).description].some(
    (one) =>
      one instanceof Error &&
      (one as { code?: unknown }).code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH',
  );

/** Frees the handshake request of a socket, which takes kilobytes and isn't needed again. */
const forgetHandshake = (socket: ClientSocket): void => {
  // The types declare it as required, but socket.io reads it only during the handshake (https://socket.io/docs/v4/memory-usage/).
  const parts = socket as unknown as { conn: { request: unknown }; handshake: unknown };
  if (socket.conn.transport.name === 'websocket') parts.conn.request = undefined;
  parts.handshake = { headers: {}, auth: {}, query: {} };
};

/** Returns the bytes that the server buffers for a slow client. */
const waitingBytes = ({ conn }: ClientSocket): number => {
  // The WebSocket has a separate buffer. Polling has none, so only `writeBuffer` counts.
  const held =
    (conn.transport as { socket?: { bufferedAmount?: number } }).socket?.bufferedAmount ?? 0;
  const { writeBuffer } = conn as unknown as { writeBuffer: readonly { data?: unknown }[] };
  return writeBuffer.reduce(
    (sum, { data }) => sum + (typeof data === 'string' ? data.length : 64),
    held,
  );
};
