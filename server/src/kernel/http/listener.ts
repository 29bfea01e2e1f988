import type { FastifyInstance } from 'fastify';
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { clientNetwork } from './addresses.ts';

/** The address to listen on. Port 0 means any free port. */
export interface ListenAddress {
  readonly port: number;
  readonly host: string;
}

/** Number of sockets per port. */
const count = 16;

/** True if several sockets of a process can share a port, so that the system distributes connections among them. */
const isShared = process.platform === 'linux';

const listening = (server: Server, where: ListenOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => {
      server.off('error', reject);
      resolve();
    });
  });
const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()));

/** Maximum connections per address. A school behind one address without a proxy can need more (`CONNECTIONS_PER_ADDRESS`). */
export const defaultConnections = 1_000;

/** The limit of connections per address. */
export interface ConnectionLimit {
  /** Maximum connections of one address. An IPv6 network of a household (/64) counts as one address. */
  readonly most: number;
  /** Returns whether an address has no limit, because it is a proxy for many clients. */
  readonly isFree: (address: string) => boolean;
}

/** Closes new connections over the limit. */
const boundConnections = (http: FastifyInstance, { most, isFree }: ConnectionLimit): void => {
  const open = new Map<string, number>();
  http.server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isFree(address)) return;
    const holder = clientNetwork(address);
    const count = (open.get(holder) ?? 0) + 1;
    open.set(holder, count);
    socket.once('close', () => {
      const left = (open.get(holder) ?? 1) - 1;
      if (left > 0) open.set(holder, left);
      else open.delete(holder);
    });
    // Sends no response, because a client with a thousand connections doesn't read it.
    if (count > most) socket.destroy();
  });
};

/**
 * Opens the sockets of a server. Node accepts one connection per socket in each turn of its event loop (seen with libuv 1.46 and 1.52).
 * When a server has just started, all clients of another server may connect at the same time, and turns take tens of milliseconds, so the
 * last of a few hundred clients would time out. So we use several sockets if the system supports it.
 */
export const openListener = (http: FastifyInstance, bound?: ConnectionLimit) => {
  const more: Server[] = [];
  if (bound !== undefined) boundConnections(http, bound);
  return {
    /** Rejects with the system's error, such as `EADDRINUSE`. */
    listen: async ({ port, host }: ListenAddress): Promise<void> => {
      if (!isShared) return void (await http.listen({ port, host }));
      // With `reusePort`, the system would also share a port with another process. Listening without it first fails in that case.
      const asking = createServer();
      await listening(asking, { port, host });
      await closed(asking);
      // Fastify passes the option to node:net, but its types don't include it.
      await http.listen(Object.assign({ port, host }, { reusePort: true }));
      const bound = http.server.address();
      const where = {
        port: typeof bound === 'object' && bound !== null ? bound.port : port,
        host,
        reusePort: true,
      };
      for (let nth = 1; nth < count; nth += 1) {
        // Uses the options of node:http. Connections of this socket belong to the HTTP server.
        const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
          http.server.emit('connection', socket),
        );
        more.push(server);
        await listening(server, where);
      }
    },
    /** Stops accepting connections, and resolves when all have ended. */
    close: async (): Promise<void> => {
      const ended = more.map(closed);
      await http.close();
      await Promise.all(ended);
    },
  };
};
