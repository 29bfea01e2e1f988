import { setTimeout as delay } from 'node:timers/promises';
import type { LiveSchool } from './campus.ts';
import { at } from './posting.ts';
import { openListeners, type Side } from './sides.ts';

/** Milliseconds from sending a message until the recipient's socket has it. */
export interface Delay {
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
  readonly times: readonly number[];
}

const mark = /mark-(\d+)-/;
const textOf = (n: number) => `mark-${n}- See you at the library at eight, I will bring the notes.`;

/** Sends `rate` messages per second between `pairs` pairs of people, and measures when the other person receives each. */
export const paced = async (
  side: Side,
  live: LiveSchool,
  { rate, seconds, pairs }: { rate: number; seconds: number; pairs: number },
): Promise<Delay> => {
  const since = new Map<number, number>();
  const times: number[] = [];
  const failures: unknown[] = [];
  const listeners = await openListeners(side, pairs * 2, false, (place, text) => {
    const n = Number(mark.exec(text)?.[1] ?? -1);
    const begun = since.get(n);
    // The sender's own devices receive it, too, but only the recipient counts.
    if (begun === undefined || place % 2 === n % 2) return;
    since.delete(n);
    times.push(performance.now() - begun);
  });
  // The cost of connecting is measured elsewhere (reconnects of the drill).
  await delay(1_500);
  const all: Promise<unknown>[] = [];
  const total = rate * seconds;
  const start = performance.now();
  for (let n = 0; n < total; n += 1) {
    const pause = start + (n * 1000) / rate - performance.now();
    if (pause > 1) await delay(pause);
    // Rotates through the pairs, and alternates between the two people.
    const pair = Math.floor(n / 2) % pairs;
    since.set(n, performance.now());
    all.push(
      side
        .post(live.pairs[pair] ?? 0, pair * 2 + (n % 2), textOf(n))
        .catch((error: unknown) => failures.push(error)),
    );
  }
  await Promise.all(all);
  for (let wait = 0; wait < 100 && since.size > 0; wait += 1) await delay(50);
  for (const listener of listeners) listener.close();
  if (failures.length > 0)
    throw new Error(`${failures.length} messages failed: ${String(failures[0])}`);
  if (since.size > 0) throw new Error(`${since.size} messages of ${total} were never received`);
  return { p50: at(times, 0.5), p99: at(times, 0.99), count: times.length, times };
};

/** Warms up a side before the measurement, so that the cost of its runtime, connections and plans doesn't count. */
export const warm = async (side: Side, live: LiveSchool): Promise<void> => {
  await paced(side, live, { rate: 200, seconds: 8, pairs: 200 });
  await delay(4_000);
};

/** Messages per second, and the server's cost per message. */
export interface Flooded {
  readonly rate: number;
  readonly cpu: number;
  readonly statements: number;
}

/** Sends as fast as possible with a number of concurrent messages, while everyone listens. */
export const flood = async (
  side: Side,
  live: LiveSchool,
  { atOnce, seconds, pairs }: { atOnce: number; seconds: number; pairs: number },
): Promise<Flooded> => {
  let received = 0;
  const listeners = await openListeners(side, pairs * 2, false, (_, text) => {
    if (mark.test(text)) received += 1;
  });
  let n = 0;
  const before = await side.server.spent();
  const end = performance.now() + seconds * 1000;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        const mine = n;
        n += 1;
        const pair = Math.floor(mine / 2) % pairs;
        await side.post(live.pairs[pair] ?? 0, pair * 2 + (mine % 2), textOf(mine));
      }
    }),
  );
  const rate = (n * 1000) / (performance.now() - start);
  for (let wait = 0; wait < 100 && received < n * side.copies; wait += 1) await delay(50);
  const after = await side.server.spent();
  for (const listener of listeners) listener.close();
  if (received < n * side.copies)
    throw new Error(`${received} of ${n * side.copies} deliveries were received`);
  return {
    rate,
    cpu: (after.cpu - before.cpu) / n,
    statements: (after.statements - before.statements) / n,
  };
};

/**
 * Measures a room of a thousand people: the time until everyone has received a message at a few messages per second, and the maximum
 * deliveries per second.
 */
export const room = async (
  side: Side,
  live: LiveSchool,
  { people, seconds, senders }: { people: number; seconds: number; senders: number },
): Promise<Delay & { deliveries: number }> => {
  const since = new Map<number, number>();
  const times: number[] = [];
  let received = 0;
  const listeners = await openListeners(side, people, true, (_, text) => {
    const n = Number(mark.exec(text)?.[1] ?? -1);
    if (n < 0) return;
    received += 1;
    const begun = since.get(n);
    if (begun !== undefined) times.push(performance.now() - begun);
  });
  const rate = 5;
  let n = 0;
  for (; n < rate * seconds; n += 1) {
    since.set(n, performance.now());
    await side.post(live.room, n % people, textOf(n));
    const pause = (since.get(n) ?? 0) + 1000 / rate - performance.now();
    if (pause > 0) await delay(pause);
  }
  for (let wait = 0; wait < 200 && received < n * people; wait += 1) await delay(50);
  if (received !== n * people)
    throw new Error(`${received} of ${n * people} deliveries were received`);
  const delays = times.slice();
  since.clear();
  received = 0;
  let sent = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: senders }, async () => {
      while (performance.now() < end) {
        const mine = n;
        n += 1;
        sent += 1;
        await side.post(live.room, mine % people, textOf(mine));
        // Wait while many messages are undelivered, because this measures delivery.
        while (sent * people - received > 40 * people) await delay(5);
      }
    }),
  );
  for (let wait = 0; wait < 400 && received < sent * people; wait += 1) await delay(25);
  const deliveries = (received * 1000) / (performance.now() - start);
  for (const listener of listeners) listener.close();
  if (received !== sent * people)
    throw new Error(`${received} of ${sent * people} deliveries were received`);
  return {
    p50: at(delays, 0.5),
    p99: at(delays, 0.99),
    count: delays.length,
    times: delays,
    deliveries,
  };
};

/** Returns the bytes of memory and heap that each additional idle, signed-in socket takes. */
export const idle = async (
  side: Pick<Side, 'server' | 'openListener'>,
  count: number,
): Promise<{ rss: number; heap: number }> => {
  // The code that the first sockets load doesn't count.
  for (const listener of await openListeners(side, 50, false, () => undefined)) listener.close();
  await delay(1_500);
  const before = await side.server.spent();
  const listeners = await openListeners(side, count, false, () => undefined);
  await delay(2_000);
  const after = await side.server.spent();
  for (const listener of listeners) listener.close();
  await delay(500);
  return { rss: (after.rss - before.rss) / count, heap: (after.heap - before.heap) / count };
};
