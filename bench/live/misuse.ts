import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { count, ms, ratio } from './cells.ts';
import { paced } from './measure.ts';
import { createMisuseData, noData } from './misuse-data.ts';
import { misuseNames, needsGround, type Misuse } from './misuses.ts';
import { at } from './posting.ts';
import { oursSide } from './sides.ts';
import type { Beside } from './stage.ts';

/** Messages per second of the other people, and the number of pairs. */
const rate = 50;
const pairs = 100;
const turns = 2;
/** Maximum ratio of the other people's delays. */
const limit = 1.5;

/** Starts a person who misuses the server, in a separate process. `stop` returns the number of replies by status. */
const startMisuser = async (args: readonly string[]) => {
  const child = fork(join(import.meta.dirname, 'misuser.ts'), args);
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error(`the process that misuses ${args[0]} has ended`)),
  );
  ended.catch(() => undefined);
  await Promise.race([once(child, 'message'), ended]);
  return {
    stop: async (): Promise<Map<string, number>> => {
      const reported = Promise.race([once(child, 'message'), ended]);
      child.send('stop');
      const [answers] = (await reported) as [[string, number][]];
      return new Map(answers);
    },
  };
};

/** Returns the server's event-loop delay since the last call, from its metrics. The timer adds 10 ms. */
const loopDelay = async (port: number): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1] ?? NaN) * 1_000;
};
const loopLimit = 50;

/** Measures the delays of other people's messages while one person misuses the server, compared with no misuse. */
export const misuseTable = async (
  { stage, ours }: Beside,
  seconds: number,
  wanted: RegExp,
): Promise<string[]> => {
  const { live } = stage;
  const rows: string[] = [];
  let asked = 0;
  const trap = createServer((_, response) => {
    asked += 1;
    response.end('<title>secret</title>');
  });
  trap.listen(0, '127.0.0.1');
  await once(trap, 'listening');
  const address = trap.address();
  const trapPort = typeof address === 'object' && address !== null ? address.port : 0;
  const measured = async (): Promise<readonly number[]> => {
    const side = oursSide(ours, live, await stage.tokens(live.chatters));
    const { times } = await paced(side, live, { rate, seconds: seconds / turns, pairs });
    side.close();
    return times;
  };
  const during = async (
    name: Misuse,
    place: number,
    answers: Map<string, number>,
    delays: number[],
  ): Promise<readonly number[]> => {
    const who = live.chatters.slice(place, place + 1);
    const [token = ''] = await stage.tokens(who);
    const [chatter] = who;
    const data =
      needsGround(name) && chatter !== undefined
        ? await createMisuseData(stage, ours.port, chatter, token)
        : noData;
    const misuser = await startMisuser([
      name,
      ...[
        ours.port,
        token,
        live.pairs[Math.floor(place / 2)] ?? 0,
        live.pairs[0] ?? 0,
        trapPort,
      ].map(String),
      JSON.stringify(data),
    ]);
    await loopDelay(ours.port);
    const times = await measured();
    delays.push(await loopDelay(ours.port));
    for (const [code, n] of await misuser.stop()) answers.set(code, (answers.get(code) ?? 0) + n);
    return times;
  };
  try {
    await measured();
    for (const [n, name] of misuseNames.filter((one) => wanted.test(one)).entries()) {
      const delays: number[] = [];
      const [quiet, busy]: [number[], number[]] = [[], []];
      const answers = new Map<string, number>();
      for (let turn = 0; turn < turns; turn += 1) {
        quiet.push(...(await measured()));
        // Each round uses another person, because limits count per person.
        busy.push(
          ...(await during(
            name,
            live.chatters.length - 2 * (n * turns + turn + 1),
            answers,
            delays,
          )),
        );
      }
      const reported = [...answers]
        .toSorted(([, a], [, b]) => b - a)
        .map(([code, times]) => `${code} × ${count(times)}`);
      rows.push(
        `| ${name} | ${ms(at(busy, 0.5))} | ${ratio(at(busy, 0.5), at(quiet, 0.5), limit)} | ${ms(at(busy, 0.99))} | ${ratio(at(busy, 0.99), at(quiet, 0.99), limit)} | ${ms(Math.max(...delays))}${Math.max(...delays) <= loopLimit ? '' : ' ✗'} | ${reported.join(', ')} |`,
      );
      process.stdout.write(`${rows.at(-1)}\n`);
    }
  } finally {
    trap.close();
  }
  return [
    `${rate} messages a second between ${pairs} pairs, while one person misuses the server from a separate process on the same two cores, with four requests at a time and no pause; alternating with the same load without misuse.`,
    '',
    '| one person sends | the others’ p50 | of quiet (limit) | p99 | of quiet (limit) | event loop p99 | is answered |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `The internal server that the links pointed to received ${count(asked)} requests${asked === 0 ? '' : ' ✗'}.`,
    '',
  ];
};
