import { createServer, request, type IncomingMessage } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { createRandomSource } from '#demo/random-source.ts';

/** The proxy between people and servers. `harm`: the probability of a fault per frame, from 0 to 1. */
export interface Proxy {
  readonly port: number;
  setHarm(harm: number): void;
  counts(): { frames: number; dropped: number; doubled: number; late: number; failed: number };
  /** Returns the calls that failed since the last call of this function, as `POST /path reason`. */
  failures(): string[];
  stop(): Promise<void>;
}

/** Maximum milliseconds by which a frame is delayed. Later frames overtake it. */
const delayMax = 250;

/**
 * Passes calls to a ready server, and frames of sockets with faults: some are dropped, duplicated or delayed, so that others overtake them.
 * Only the hub's events (packets `42`) are affected, not heartbeats, because the drill would otherwise only test reconnects.
 */
export const startProxy = async (ready: () => readonly number[]): Promise<Proxy> => {
  const chance = createRandomSource(17);
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
      setTimeout(send, chance.below(delayMax));
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
