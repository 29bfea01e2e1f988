import { count, ms, ratio } from './cells.ts';
import { startEjabberd } from './ejabberd.ts';
import { flood, paced, room, warm, type Delay, type Flooded } from './measure.ts';
import { at } from './posting.ts';
import type { Beside } from './stage.ts';
import { xmppSide } from './xmpp.ts';

const turns = 2;
const pairs = 200;
/** Pairs that send as fast as possible: enough that no one exceeds their limit. */
const manyPairs = 400;

/** Compares the product with ejabberd in turn. Returns a sentence if this machine has no ejabberd. */
export const peerTable = async (
  { stage: { live }, sides }: Beside,
  seconds: number,
): Promise<string[]> => {
  const server = await startEjabberd(live.chatters.length).catch((error: unknown) => String(error));
  if (typeof server === 'string') return [`No comparison with ejabberd: ${server}.`, ''];
  try {
    const rows: string[] = [];
    const theirs = xmppSide(server, live);
    for (const rate of [50, 200]) {
      const { ours, baseline } = await sides();
      baseline.close();
      const all: Record<'ours' | 'theirs', Delay[]> = { ours: [], theirs: [] };
      if (rate === 50) for (const side of [ours, theirs]) await warm(side, live);
      for (let turn = 0; turn < turns; turn += 1) {
        all.ours.push(await paced(ours, live, { rate, seconds: seconds / turns, pairs }));
        all.theirs.push(await paced(theirs, live, { rate, seconds: seconds / turns, pairs }));
      }
      ours.close();
      const [mine, others] = [all.ours, all.theirs].map((list) =>
        list.flatMap(({ times }) => times),
      ) as [number[], number[]];
      rows.push(
        `| between two at ${rate}/s, p50 | ${ms(at(mine, 0.5))} | ${ms(at(others, 0.5))} | ${(at(mine, 0.5) / at(others, 0.5)).toFixed(2)} |`,
        `| between two at ${rate}/s, p99 | ${ms(at(mine, 0.99))} | ${ms(at(others, 0.99))} | ${ratio(at(mine, 0.99), at(others, 0.99), 1)} |`,
      );
    }
    const { ours, baseline } = await sides();
    baseline.close();
    const many = Math.min(manyPairs, live.pairs.length);
    const rates: Record<'ours' | 'theirs', Flooded[]> = { ours: [], theirs: [] };
    for (const side of [ours, theirs])
      await flood(side, live, { atOnce: 32, seconds: 1, pairs: many });
    for (let turn = 0; turn < turns; turn += 1) {
      rates.ours.push(
        await flood(ours, live, { atOnce: 32, seconds: seconds / turns, pairs: many }),
      );
      rates.theirs.push(
        await flood(theirs, live, { atOnce: 32, seconds: seconds / turns, pairs: many }),
      );
    }
    const mean = (list: readonly Flooded[]) =>
      list.reduce((sum, { rate }) => sum + rate, 0) / list.length;
    rows.push(
      `| highest rate, 32 at a time, messages/s | ${count(mean(rates.ours))} | ${count(mean(rates.theirs))} | ${ratio(mean(rates.ours), mean(rates.theirs), 1, false)} |`,
    );
    const people = Math.min(1_000, live.chatters.length);
    const mine = await room(ours, live, { people, seconds, senders: 4 });
    const others = await room(theirs, live, { people, seconds, senders: 4 });
    ours.close();
    rows.push(
      `| room of ${count(people)}, deliveries/s | ${count(mine.deliveries)} | ${count(others.deliveries)} | ${ratio(mine.deliveries, others.deliveries, 1.6, false)} |`,
      `| room of ${count(people)} at 5/s, p50 | ${ms(mine.p50)} | ${ms(others.p50)} | ${(mine.p50 / others.p50).toFixed(2)} |`,
      `| room of ${count(people)} at 5/s, p99 | ${ms(mine.p99)} | ${ms(others.p99)} | ${ratio(mine.p99, others.p99, 1)} |`,
    );
    theirs.close();
    const archived = await server.archived();
    if (archived === 0) throw new Error('ejabberd has archived nothing');
    return [
      `Compared with ejabberd ${server.version} from Debian, which archives every message (mod_mam) in a PostgreSQL with the same build and settings before it delivers it; measured alternately. It has both cores and no TLS, and doesn't confirm messages to the sender: its highest rate is of messages that the recipient has received. Its archive contains ${count(archived)} rows at the end, two for each message between two people.`,
      '',
      '| | ours | ejabberd | share (limit) |',
      '|---|---|---|---|',
      ...rows,
      '',
    ];
  } finally {
    await server.stop();
  }
};
