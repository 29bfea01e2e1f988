import { count, ms, ratio } from './cells.ts';
import { flood, idle, paced, room, warm, type Delay, type Flooded } from './measure.ts';
import { bareRelays, relaySide } from './relays.ts';
import type { Beside } from './stage.ts';

/* Tables that compare sending, delivery, rooms and idle sockets with the baseline and plain relays. Each part ends with an empty line. */

const mean = <K extends string>(turns: readonly Readonly<Record<K, number>>[], of: K): number =>
  turns.reduce((sum, one) => sum + one[of], 0) / turns.length;

/** Measures the memory of an idle socket. */
export const idleTable = async (
  { sides, stage: { start } }: Beside,
  idleCount: number,
): Promise<string[]> => {
  const { ours, baseline } = await sides();
  const ourIdle = await idle(ours, idleCount);
  const bareIdle = await idle(baseline, idleCount);
  const ioIdle = await idle(await relaySide(start), idleCount);
  const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
  ours.close();
  baseline.close();
  return [
    `| ${count(idleCount)} idle sockets, each | ours, signed in | bare socket.io | bare ws | ours of bare ws (limit) |`,
    '|---|---|---|---|---|',
    `| memory of the process | ${kib(ourIdle.rss)} | ${kib(ioIdle.rss)} | ${kib(bareIdle.rss)} | ${ratio(ourIdle.rss, bareIdle.rss, 2.2)} |`,
    `| heap | ${kib(ourIdle.heap)} | ${kib(ioIdle.heap)} | ${kib(bareIdle.heap)} | |`,
    '',
  ];
};

/** Measures sending at a steady rate. */
export const pacedTable = async (
  { sides, stage: { live } }: Beside,
  seconds: number,
): Promise<string[]> => {
  const pairs = 200;
  const rows: string[] = [];
  for (const rate of [50, 200]) {
    const { ours, baseline } = await sides();
    const turn: { ours: Delay[]; baseline: Delay[] } = { ours: [], baseline: [] };
    if (rate === 50) for (const side of [ours, baseline]) await warm(side, live);
    for (let n = 0; n < 2; n += 1) {
      turn.ours.push(await paced(ours, live, { rate, seconds: seconds / 2, pairs }));
      turn.baseline.push(await paced(baseline, live, { rate, seconds: seconds / 2, pairs }));
    }
    const [ourP50, baselineP50] = [mean(turn.ours, 'p50'), mean(turn.baseline, 'p50')];
    rows.push(
      `| ${rate} messages/s | ${ms(ourP50)} | ${ms(baselineP50)} | ${ratio(ourP50, baselineP50, 1.5)} | ${ms(mean(turn.ours, 'p99'))} | ${ms(mean(turn.baseline, 'p99'))} |`,
    );
    ours.close();
    baseline.close();
  }
  return [
    '| sent between two, stored, delivered to the other | ours p50 | baseline p50 | share (limit) | ours p99 | baseline p99 |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ];
};

/** Measures the highest rate. */
export const floodTable = async (
  { sides, stage: { live } }: Beside,
  seconds: number,
): Promise<string[]> => {
  const pairs = Math.min(1_000, live.pairs.length);
  const { ours, baseline } = await sides();
  for (const side of [ours, baseline]) await warm(side, live);
  const turns: { ours: Flooded[]; baseline: Flooded[] } = { ours: [], baseline: [] };
  for (let n = 0; n < 2; n += 1) {
    turns.ours.push(await flood(ours, live, { atOnce: 32, seconds: seconds / 2, pairs }));
    turns.baseline.push(await flood(baseline, live, { atOnce: 32, seconds: seconds / 2, pairs }));
  }
  const [ourRate, baselineRate] = [mean(turns.ours, 'rate'), mean(turns.baseline, 'rate')];
  ours.close();
  baseline.close();
  return [
    '| highest rate on one server, 32 at a time | ours | baseline | share (limit) | our milliseconds of a core a message | statements a message |',
    '|---|---|---|---|---|---|',
    `| messages/s | ${ourRate.toFixed(0)} | ${baselineRate.toFixed(0)} | ${ratio(ourRate, baselineRate, 0.6, false)} | ${mean(turns.ours, 'cpu').toFixed(2)} | ${mean(turns.ours, 'statements').toFixed(1)} |`,
    '',
  ];
};

/** Measures a room of a thousand people. */
export const roomTable = async (
  { sides, stage: { live, start } }: Beside,
  seconds: number,
): Promise<string[]> => {
  const people = Math.min(1_000, live.chatters.length);
  const { ours, baseline } = await sides();
  const ourRoom = await room(ours, live, { people, seconds, senders: 4 });
  const baselineRoom = await room(baseline, live, { people, seconds, senders: 4 });
  const relays = await bareRelays(start, { people, seconds });
  ours.close();
  baseline.close();
  return [
    `| room of ${count(people)} | ours | baseline | bare ws | bare socket.io | ours of bare ws (limit) |`,
    '|---|---|---|---|---|---|',
    `| deliveries/s | ${ourRoom.deliveries.toFixed(0)} | ${baselineRoom.deliveries.toFixed(0)} | ${relays.ws.toFixed(0)} | ${relays.io.toFixed(0)} | ${ratio(ourRoom.deliveries, relays.ws, 0.5, false)} |`,
    `| heard at 5 messages/s, p50 | ${ms(ourRoom.p50)} | ${ms(baselineRoom.p50)} | | | |`,
    `| heard at 5 messages/s, p99 | ${ms(ourRoom.p99)} | ${ms(baselineRoom.p99)} | | | |`,
    '',
  ];
};
