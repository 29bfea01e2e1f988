import { join, resolve } from 'node:path';
import { readLimit, searchLimit } from '#contract/chat/limits.ts';
import { newClientId } from '#contract/client-id.ts';
import { createRandomSource } from '#demo/random-source.ts';
import { askOnce, load, type Ask } from '../people/load.ts';
import type { Server } from '../people/servers.ts';
import { count } from './cells.ts';
import { circleSize, daysReached, seedMessages } from './growth-seed.ts';
import { at, openPoster } from './posting.ts';
import { openStage, type Stage } from './stage.ts';
import { readTexts } from './trace.ts';

const fewMessages = 10_000;
const people = 2_000;
const turns = 4;
/** Maximum relative change of a cost. */
const limit = 0.2;

/** A school with a number of messages, its server, and the people who make the requests. */
interface Grown {
  readonly stage: Stage;
  readonly server: Server;
  /** Conversations of the circle, and the position of one of their two people in it. */
  readonly threads: readonly { id: string; place: number }[];
  readonly stored: number;
}

const openGrown = async (
  messages: number,
  texts: readonly string[],
  keep: string | undefined,
): Promise<Grown> => {
  const stage = await openStage({
    size: people,
    chatters: people,
    keep: keep === undefined ? undefined : join(resolve(keep), `${people}-${messages}`),
    fill: (pool, live) =>
      seedMessages(pool, live, {
        messages,
        texts,
        print: (line) => process.stdout.write(`${line}\n`),
      }),
  });
  const { pool, live } = stage;
  const circle = live.chatters.slice(0, circleSize).map(({ id }) => id);
  const { rows } = await pool.raw.query<{ id: string; low: string }>(
    `select id::text, pair_low::text as low from conversations
     where school_id = $1 and pair_low = any($2::bigint[]) and pair_high = any($2::bigint[]) order by last_at`,
    [live.school, circle],
  );
  const total = await pool.raw.query<{ n: string }>(
    'select count(*) as n from messages where school_id = $1',
    [live.school],
  );
  return {
    stage,
    server: await stage.startOurs(),
    threads: rows.map(({ id, low }) => ({ id, place: circle.indexOf(Number(low)) })),
    stored: Number(total.rows[0]?.n),
  };
};

/** With bearer tokens, which expire after ten minutes, so they are created after the data. */
interface Ready extends Grown {
  readonly tokens: readonly string[];
}

/** Returns the milliseconds between calls with which each person uses at most half of their limit. */
const pauseFor = ({ max, seconds }: { max: number; seconds: number }): number =>
  Math.ceil((2 * seconds * 1000) / (max * circleSize));

/** The measured GET calls, as the app makes them. */
const questions: {
  name: string;
  holds: RegExp;
  path: (id: string, day: string) => string;
  grows?: boolean;
  pauseMs?: number;
}[] = [
  {
    name: 'opening a conversation (newest page)',
    holds: /"seq":\d/,
    path: (id) => `/api/v1/chat/conversations/${id}/messages?limit=50`,
  },
  {
    name: 'list of conversations',
    holds: /"lastMessage":\{/,
    path: () => '/api/v1/chat/conversations',
  },
  {
    name: 'jumping to a date',
    holds: /"seq":\d/,
    path: (id, day) =>
      `/api/v1/chat/conversations/${id}/messages?limit=50&at=${encodeURIComponent(day)}`,
  },
  // Searches all conversations of the person, which contain more messages in the larger school.
  {
    name: 'searching for a word that many messages have',
    holds: /"items":\[\{/,
    path: () => '/api/v1/chat/search?words=you',
    grows: true,
    pauseMs: pauseFor(searchLimit),
  },
  {
    name: 'searching for one that none has',
    holds: /"items":\[\]/,
    path: () => '/api/v1/chat/search?words=zyzzyva',
    grows: true,
    pauseMs: pauseFor(searchLimit),
  },
];

const asksOf = (
  { threads, tokens }: Ready,
  path: (id: string, day: string) => string,
  seed: number,
) => {
  const chance = createRandomSource(seed);
  return {
    isWhole: () => true,
    next: (): Ask => {
      const { id, place } = chance.pick(threads);
      const day = new Date(
        Date.now() - (1 + chance.below(daysReached - 2)) * 86_400_000,
      ).toISOString();
      return { path: path(id, day), headers: `authorization: Bearer ${tokens[place] ?? ''}\r\n` };
    },
  };
};

/** Sends messages one after another by people outside of the circle in turn, so that no one exceeds their limit. */
const sending = ({ stage: { live }, server, tokens }: Ready, texts: readonly string[]) => {
  const poster = openPoster(server.port);
  let n = circleSize;
  return {
    close: poster.close,
    run: async (seconds: number): Promise<number[]> => {
      const times: number[] = [];
      const end = performance.now() + seconds * 1000;
      while (performance.now() < end) {
        const place = circleSize + (n % (people - circleSize));
        const since = performance.now();
        await poster.post(
          `/api/v1/chat/conversations/${live.pairs[Math.floor(place / 2)] ?? 0}/messages`,
          { clientId: newClientId(), text: texts[n % texts.length] },
          { authorization: `Bearer ${tokens[place] ?? ''}` },
        );
        times.push(performance.now() - since);
        n += 1;
      }
      return times;
    },
  };
};

/** Runs each function for a while in turn, repeatedly. Returns the measurements of each. */
const byTurns = async (
  runs: readonly ((seconds: number) => Promise<number[]>)[],
  seconds: number,
): Promise<number[][]> => {
  for (const run of runs) await run(seconds / 8);
  const stored = runs.map((): number[] => []);
  for (let turn = 0; turn < turns; turn += 1)
    for (const [index, run] of runs.entries()) stored[index]?.push(...(await run(seconds / turns)));
  return stored;
};

const row = (
  name: string,
  few: readonly number[],
  many: readonly number[],
  grows = false,
): string => {
  const share = at(many, 0.5) / at(few, 0.5);
  const cell = (times: readonly number[]) => `${at(times, 0.5).toFixed(2)} ms`;
  if (grows) return `| ${name} | ${cell(few)} | ${cell(many)} | |`;
  return `| ${name} | ${cell(few)} | ${cell(many)} | ${share.toFixed(2)}${Math.abs(share - 1) <= limit ? '' : ' ✗'} (${1 - limit} to ${1 + limit}) |`;
};

/** Measures the cost of chat with few and with many stored messages in a school. Null without texts to store. */
export const growthTable = async (
  data: string,
  { messages, seconds, keep }: { messages: number; seconds: number; keep: string | undefined },
): Promise<string[] | null> => {
  const texts = await readTexts(data);
  if (texts === null) return null;
  const open: Grown[] = [];
  try {
    open.push(
      await openGrown(fewMessages, texts, undefined),
      await openGrown(messages, texts, keep),
    );
    const both = await Promise.all(
      open.map(async (one): Promise<Ready> => ({
        ...one,
        tokens: await one.stage.tokens(one.stage.live.chatters),
      })),
    );
    const [few, many] = both;
    if (few === undefined || many === undefined) throw new Error('a school is missing');
    const rows: string[] = [];
    const senders = both.map((one) => sending(one, texts));
    // Drop the first run of each, which includes opening connections, planning and reading pages.
    const sent = await byTurns(
      senders.map(({ run }) => run),
      seconds,
    );
    rows.push(row('sending a message', sent[0] ?? [], sent[1] ?? []));
    for (const { close } of senders) close();
    for (const { name, holds, path, grows, pauseMs = pauseFor(readLimit) } of questions) {
      for (const one of both) {
        const said = await askOnce(one.server.port, asksOf(one, path, 1).next());
        if (!holds.test(said)) throw new Error(`${name} answers ${said.slice(0, 300)}`);
      }
      let seed = 10;
      const times = await byTurns(
        both.map((one) => async (time: number) => {
          seed += 1;
          return (
            await load(one.server.port, {
              connections: 1,
              seconds: time,
              pauseMs,
              open: () => asksOf(one, path, seed),
            })
          ).times;
        }),
        seconds,
      );
      rows.push(row(name, times[0] ?? [], times[1] ?? [], grows));
    }
    return [
      `Medians at one connection, measured alternately in two schools of ${count(people)} people on one machine. Both have the same number of opened and listed conversations, and the search words of all messages.`,
      '',
      `| call | ${count(few.stored)} messages stored | ${count(many.stored)} | share (limit) |`,
      '|---|---|---|---|',
      ...rows,
      '',
    ];
  } finally {
    for (const { stage } of open) await stage.stop();
  }
};
