import type { FastifyInstance } from 'fastify';
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { clientNetwork } from './addresses.ts';

/** Where a server listens; port 0 is any that is free. */
export interface ListenAddress {
  readonly port: number;
  readonly host: string;
}

/** Sockets of one port. */
const count = 16;

/** Whether several sockets of a process may share a port, with the system giving each its part of those who come. */
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

/** Connections of one address at once; a school behind one address and without a proxy may need more (`CONNECTIONS_PER_ADDRESS`). */
export const defaultConnections = 1_000;

/** Whom the bound of connections is for. */
export interface ConnectionLimit {
  /** Connections that one address has at once at most; of IPv6 the network of a household (/64) counts as one. */
  readonly most: number;
  /** Whether an address has no bound: a proxy's connections are other people's. */
  readonly isFree: (address: string) => boolean;
}

/** Closes connections beyond the bound as they come. */
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
    // Without an answer: who has a thousand open connections reads none.
    if (count > most) socket.destroy();
  });
};

/**
 * What a server listens with. Node takes one connection of a listening socket in each turn of its loop (seen with libuv 1.46
 * and 1.52), and a server that has just started, with all who lost another coming to it at once, has turns of tens of milliseconds:
 * the last of a few hundred would wait longer than their clients do. So it listens with several where the system allows that.
 */
export const openListener = (http: FastifyInstance, bound?: ConnectionLimit) => {
  const more: Server[] = [];
  if (bound !== undefined) boundConnections(http, bound);
  return {
    /** Rejects with the system's error, `EADDRINUSE` where somebody listens there already. */
    listen: async ({ port, host }: ListenAddress): Promise<void> => {
      if (!isShared) return void (await http.listen({ port, host }));
      // A port that another process shares would be shared with it: asked for once without, it is refused.
      const asking = createServer();
      await listening(asking, { port, host });
      await closed(asking);
      // Handed on to node:net as it is; Fastify's types do not know of it.
      await http.listen(Object.assign({ port, host }, { reusePort: true }));
      const bound = http.server.address();
      const where = {
        port: typeof bound === 'object' && bound !== null ? bound.port : port,
        host,
        reusePort: true,
      };
      for (let nth = 1; nth < count; nth += 1) {
        // As node:http opens its own; a connection taken here is a connection of that server.
        const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
          http.server.emit('connection', socket),
        );
        more.push(server);
        await listening(server, where);
      }
    },
    /** Nobody comes in from now on; resolves when all who did are gone. */
    close: async (): Promise<void> => {
      const ended = more.map(closed);
      await http.close();
      await Promise.all(ended);
    },
  };
};
