import { createServer } from 'node:http';
import pg from 'pg';
import { WebSocketServer, type WebSocket } from 'ws';

/*
 * The durable baseline, in a separate process: `baseline-server.ts <database>`. A plain node:http POST stores a message with one INSERT and,
 * after the commit, sends it over `ws` to everyone in its conversation. No session, checks, sequence or framework. Sockets subscribe with
 * `?conversations=1,2`. A socket's message `{"relay": n}` goes to all of conversation n without being stored.
 */
const [, , url = ''] = process.argv;
const pool = url === 'none' ? null : new pg.Pool({ connectionString: url, max: 20 });
const rooms = new Map<string, Set<WebSocket>>();
const push = (conversation: string, text: string) => {
  for (const socket of rooms.get(conversation) ?? []) socket.send(text);
};
const store = `insert into baseline_messages (conversation_id, author_id, client_id, text) values ($1, $2, $3, $4) returning id, sent_at`;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { conversation, author, clientId, text } = JSON.parse(
      Buffer.concat(chunks).toString(),
    ) as Record<string, string>;
    pool
      ?.query({ name: 'store', text: store, values: [conversation, author, clientId, text] })
      .then(
        ({ rows }) => {
          const body = JSON.stringify({
            ...(rows[0] as object),
            conversation,
            author,
            clientId,
            text,
          });
          push(String(conversation), body);
          response
            .writeHead(200, {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            })
            .end(body);
        },
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          response.writeHead(500, { 'content-length': 0 }).end();
        },
      );
  });
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket, request) => {
  const own = (
    new URL(request.url ?? '/', 'http://baseline').searchParams.get('conversations') ?? ''
  ).split(',');
  for (const one of own) rooms.set(one, (rooms.get(one) ?? new Set()).add(socket));
  socket.on('message', (data) => {
    const text = String(data);
    push((JSON.parse(text) as { relay: string }).relay, text);
  });
  socket.on('close', () => own.forEach((one) => rooms.get(one)?.delete(socket)));
});
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  process.send?.({ port: typeof bound === 'object' && bound !== null ? bound.port : 0 });
});
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ sent: 0, cpu: process.cpuUsage(), memory: process.memoryUsage() });
});
process.on('disconnect', () => process.exit());
