import { createServer, request, type IncomingMessage } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { openChance } from '#server/features/demo/chance.ts';

/** What stands between people and the servers. `harm`: from 0 to 1, how often something happens to a frame. */
export interface Proxy {
  readonly port: number;
  setHarm(harm: number): void;
  counts(): { frames: number; dropped: number; doubled: number; late: number; failed: number };
  /** Calls that failed since the last asking, as `POST /path why`. */
  failures(): string[];
  stop(): Promise<void>;
}

/** Longest a frame is held, in milliseconds; those behind it overtake it. */
const heldMs = 250;

/**
 * Passes calls to a server that is ready, and frames of sockets with harm: some are dropped, some come twice, some late, so that
 * others overtake them. Only what the hub tells (packets `42`) is harmed; the pulse of the connection is not, or nothing but
 * reconnecting would be drilled.
 */
export const startProxy = async (ready: () => readonly number[]): Promise<Proxy> => {
  const chance = openChance(17);
  let harm = 0;
  let turn = 0;
  const counted = { frames: 0, dropped: 0, doubled: 0, late: 0, failed: 0 };
  const failures: string[] = [];
  const next = (): number | undefined => {
    const ports = ready();
    turn += 1;
    return ports[turn % Math.max(1, ports.length)];
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const port = next();
      const fail = (why: unknown) => {
        counted.failed += 1;
        failures.push(
          `${incoming.method} ${(incoming.url ?? '').replace(/\d+|\?.*/g, '')} ${String(why)}`,
        );
        if (!outgoing.headersSent) outgoing.writeHead(502).end();
        else outgoing.destroy();
      };
      if (port === undefined) return fail('no server is ready');
      const passed = request(
        {
          port,
          host: '127.0.0.1',
          method: incoming.method,
          path: incoming.url,
          headers: incoming.headers,
        },
        (answer: IncomingMessage) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.on('error', fail);
          answer.pipe(outgoing);
        },
      );
      passed.on('error', fail);
      passed.end(Buffer.concat(chunks));
    });
  });
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const deliver = (client: WebSocket, text: string): void => {
    counted.frames += 1;
    const send = () => {
      if (client.readyState === WebSocket.OPEN) client.send(text);
    };
    if (!text.startsWith('42') || text.includes('"resync"') || !chance.of(harm)) return send();
    const what = chance.below(3);
    if (what === 0) counted.dropped += 1;
    else if (what === 1) {
      counted.doubled += 1;
      send();
      send();
    } else {
      counted.late += 1;
      setTimeout(send, chance.below(heldMs));
    }
  };
  server.on('upgrade', (incoming, socket, head) => {
    const port = next();
    if (port === undefined) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(incoming, socket, head, (client) => {
      const upstream = new WebSocket(`ws://127.0.0.1:${port}${incoming.url ?? ''}`, {
        perMessageDeflate: false,
        headers: { host: incoming.headers.host ?? 'localhost' },
      });
      const waiting: string[] = [];
      client.on('message', (data) => {
        const text = String(data);
        if (upstream.readyState === WebSocket.OPEN) upstream.send(text);
        else waiting.push(text);
      });
      upstream.on('open', () => waiting.forEach((text) => upstream.send(text)));
      upstream.on('message', (data) => deliver(client, String(data)));
      const end = () => {
        client.terminate();
        upstream.terminate();
      };
      for (const one of [client, upstream]) {
        one.on('close', end);
        one.on('error', end);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    setHarm: (next_) => (harm = next_),
    counts: () => ({ ...counted }),
    failures: () => failures.splice(0),
    stop: async () => {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};
