import { once } from 'node:events';
import { WebSocket } from 'ws';
import { livePath } from '#contract/live-limits.ts';

/** A client's socket. `listen` gets received text; with socket.io, only the packet's JSON. */
export interface Listener {
  send(text: string): void;
  close(): void;
}

const open = async (url: string, headers: Record<string, string> = {}): Promise<WebSocket> => {
  const socket = new WebSocket(url, { perMessageDeflate: false, headers });
  await once(socket, 'open');
  return socket;
};

/** Opens a socket of the baseline. */
export const openPlain = async (
  port: number,
  conversations: readonly (number | string)[],
  listen: (text: string) => void,
): Promise<Listener> => {
  const socket = await open(`ws://127.0.0.1:${port}/?conversations=${conversations.join(',')}`);
  socket.on('message', (data) => listen(String(data)));
  return { send: (text) => socket.send(text), close: () => socket.terminate() };
};

/**
 * Opens a socket with a minimal socket.io client (engine.io 4, https://socket.io/docs/v4/socket-io-protocol/), because the official client
 * would use more of the machine than the measured server. Resolves when the server has accepted it; for the product, when it receives all
 * events.
 */
export const openSocketIo = async (
  port: number,
  { path = '/socket.io/', auth, until }: { path?: string; auth?: object; until?: string },
  listen: (text: string) => void,
): Promise<Listener> => {
  // Listen before the socket is open, because the server sends immediately.
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    headers: { host: 'localhost' },
  });
  await new Promise<void>((done, fail) => {
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send(`40${auth === undefined ? '' : JSON.stringify(auth)}`);
      else if (text === '2') socket.send('3');
      else if (text.startsWith('44')) fail(new Error(text));
      else if (text.startsWith('40') && until === undefined) done();
      else if (text.startsWith('42')) {
        if (until !== undefined && text.includes(until)) done();
        else listen(text.slice(2));
      }
    });
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the socket was closed')));
  });
  return { send: (text) => socket.send(`42${text}`), close: () => socket.terminate() };
};

/** The start of events about one conversation or the list of them. */
const begins = '{"kind":"conversation';

/** Opens an accepted socket of the product. `listen` gets each event about conversations; a packet can contain several. */
export const openOurs = (
  port: number,
  token: string,
  listen: (text: string) => void,
): Promise<Listener> =>
  openSocketIo(port, { path: livePath, auth: { token }, until: '"kind":"resync"' }, (text) => {
    for (const event of text.split(begins).slice(1)) listen(begins + event);
  });

/** Opens many, a few at a time. */
export const openMany = async <T>(
  count: number,
  open: (place: number) => Promise<T>,
): Promise<T[]> => {
  const made: T[] = [];
  for (let from = 0; from < count; from += 40)
    made.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(40, count - from) }, (_, at) => open(from + at)),
      )),
    );
  return made;
};
