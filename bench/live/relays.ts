import { setTimeout as delay } from 'node:timers/promises';
import type { Server } from '../people/servers.ts';
import type { Side } from './sides.ts';
import { openMany, openPlain, openSocketIo, type Ear } from './sockets.ts';

/** Starts a benchmark server by its file. */
type Start = (file: string, args: readonly string[]) => Promise<Server>;

const words = 'mark-0- See you at the library at eight, I will bring the notes.';

/** Sends messages to a room repeatedly, with a limited number of undelivered ones. Returns the deliveries per second. */
const drive = async (
  ears: readonly Ear[],
  received: () => number,
  say: () => void,
  seconds: number,
): Promise<number> => {
  let sent = 0;
  const start = performance.now();
  const before = received();
  while (performance.now() < start + seconds * 1000) {
    say();
    sent += 1;
    while (sent * ears.length - (received() - before) > 40 * ears.length) await delay(5);
    if (sent % 8 === 0) await delay(0);
  }
  for (let wait = 0; wait < 400 && received() - before < sent * ears.length; wait += 1)
    await delay(25);
  const rate = ((received() - before) * 1000) / (performance.now() - start);
  for (const ear of ears) ear.close();
  return rate;
};

/** Starts a plain socket.io relay for opening sockets. */
export const relaySide = async (start: Start): Promise<Pick<Side, 'server' | 'ear'>> => {
  const server = await start('../live/relay-server.ts', []);
  return { server, ear: (_place, _room, listen) => openSocketIo(server.port, {}, listen) };
};

/** Measures room deliveries of plain `ws` and plain socket.io, without storage or checks. */
export const bareRelays = async (
  start: Start,
  { people, seconds }: { people: number; seconds: number },
): Promise<{ ws: number; io: number }> => {
  let received = 0;
  const count = () => (received += 1);
  const plain = await start('../live/baseline-server.ts', ['none']);
  const wsEars = await openMany(people, () => openPlain(plain.port, ['room'], count));
  const ws = await drive(
    wsEars,
    () => received,
    () => wsEars[0]?.say(JSON.stringify({ relay: 'room', text: words })),
    seconds,
  );
  const relay = await start('../live/relay-server.ts', []);
  const ioEars = await openMany(people, () => openSocketIo(relay.port, {}, count));
  const io = await drive(
    ioEars,
    () => received,
    () => ioEars[0]?.say(JSON.stringify(['say', { text: words }])),
    seconds,
  );
  return { ws, io };
};
