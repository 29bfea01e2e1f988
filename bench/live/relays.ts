import { setTimeout as delay } from 'node:timers/promises';
import type { Server } from '../people/servers.ts';
import type { Side } from './sides.ts';
import { openMany, openPlain, openSocketIo, type Listener } from './sockets.ts';

/** Starts a benchmark server by its file. */
type Start = (file: string, args: readonly string[]) => Promise<Server>;

const words = 'mark-0- See you at the library at eight, I will bring the notes.';

/** Sends messages to a room repeatedly, with a limited number of undelivered ones. Returns the deliveries per second. */
const drive = async (
  listeners: readonly Listener[],
  received: () => number,
  send: () => void,
  seconds: number,
): Promise<number> => {
  let sent = 0;
  const start = performance.now();
  const before = received();
  while (performance.now() < start + seconds * 1000) {
    send();
    sent += 1;
    while (sent * listeners.length - (received() - before) > 40 * listeners.length) await delay(5);
    if (sent % 8 === 0) await delay(0);
  }
  for (let wait = 0; wait < 400 && received() - before < sent * listeners.length; wait += 1)
    await delay(25);
  const rate = ((received() - before) * 1000) / (performance.now() - start);
  for (const listener of listeners) listener.close();
  return rate;
};

/** Starts a plain socket.io relay for opening sockets. */
export const relaySide = async (start: Start): Promise<Pick<Side, 'server' | 'openListener'>> => {
  const server = await start('../live/relay-server.ts', []);
  return { server, openListener: (_place, _room, listen) => openSocketIo(server.port, {}, listen) };
};

/** Measures room deliveries of plain `ws` and plain socket.io, without storage or checks. */
export const bareRelays = async (
  start: Start,
  { people, seconds }: { people: number; seconds: number },
): Promise<{ ws: number; io: number }> => {
  let received = 0;
  const count = () => (received += 1);
  const plain = await start('../live/baseline-server.ts', ['none']);
  const wsListeners = await openMany(people, () => openPlain(plain.port, ['room'], count));
  const ws = await drive(
    wsListeners,
    () => received,
    () => wsListeners[0]?.send(JSON.stringify({ relay: 'room', text: words })),
    seconds,
  );
  const relay = await start('../live/relay-server.ts', []);
  const ioListeners = await openMany(people, () => openSocketIo(relay.port, {}, count));
  const io = await drive(
    ioListeners,
    () => received,
    () => ioListeners[0]?.send(JSON.stringify(['say', { text: words }])),
    seconds,
  );
  return { ws, io };
};
