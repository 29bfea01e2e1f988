import { count, ms } from './cells.ts';
import { at } from './posting.ts';
import { planReplay } from './replay-plan.ts';
import { replay, type Replayed } from './replay-run.ts';
import { openStage, type Stage } from './stage.ts';
import { pairKey, readTrace, type Trace, type TraceMessage } from './trace.ts';

/** Maximum 99th percentile in milliseconds. */
const limitMs = 250;
/** The first speed to try. */
const firstSpeed = 20_000;
/** The speed at which the search ends. */
const slowest = 2_500;
/** A higher speed is only tried if it shortens the replay by this ratio. Otherwise people's limits determine its length. */
const shortens = 0.95;

/** Deletes all messages, and connects the people who write to each other. */
const empty = async ({ pool, live }: Stage, trace: Trace): Promise<void> => {
  const id = (number: number) => live.chatters[number]?.id ?? 0;
  await pool.raw.query('truncate conversations cascade');
  await pool.raw.query('truncate notifications, notification_counters, limits cascade');
  const client = await pool.raw.connect();
  try {
    await client.query(`set commons.school_id = '${live.school}'`);
    await client.query(
      `insert into connections (school_id, low_id, high_id, requested_by, is_accepted, requested_at, accepted_at)
       select $1, least(a, b), greatest(a, b), a, true, now(), now() from unnest($2::bigint[], $3::bigint[]) as t (a, b) on conflict do nothing`,
      [live.school, trace.pairs.map(([a]) => id(a)), trace.pairs.map(([, b]) => id(b))],
    );
    await client.query(
      'vacuum analyze conversations, participants, messages, word_blocks, connections, notifications',
    );
  } finally {
    client.release(true);
  }
};

/** Replays the trace once at an empty school on a separate server. */
const runOnce = async (
  stage: Stage,
  trace: Trace,
  messages: readonly TraceMessage[],
  speed: number,
): Promise<Replayed> => {
  await empty(stage, trace);
  const server = await stage.startOurs();
  // Limits for new conversations count per hour, and this benchmark's hour is shorter.
  const hours = setInterval(
    () =>
      void stage.pool.raw
        .query(`delete from rate_limits where subject like 'chat-begin:%'`)
        .catch(() => undefined),
    Math.max(100, 3_600_000 / speed),
  );
  try {
    const people = stage.live.chatters.slice(0, trace.people);
    return await replay(
      server.port,
      people.map(({ id }) => id),
      planReplay(messages, speed),
      () => stage.tokens(people),
    );
  } finally {
    clearInterval(hours);
    await server.stop();
  }
};

/** Returns the number of conversations that differ from the trace in texts, authors or order, and the total. */
const compare = async (
  { pool, live }: Stage,
  messages: readonly TraceMessage[],
): Promise<{ stored: number; different: number }> => {
  const { rows } = await pool.raw.query<{ low: number; high: number; said: [number, string][] }>(
    `select c.pair_low as low, c.pair_high as high, jsonb_agg(jsonb_build_array(m.author_id, m.text) order by m.seq) as said
     from conversations c join messages m on m.school_id = c.school_id and m.conversation_id = c.id
     where c.school_id = $1 group by c.school_id, c.id`,
    [live.school],
  );
  const id = (number: number) => live.chatters[number]?.id ?? 0;
  const expected = new Map<string, [number, string][]>();
  for (const { from, to, text } of messages) {
    const key = pairKey(id(from), id(to));
    expected.set(key, [...(expected.get(key) ?? []), [id(from), text]]);
  }
  const stored = new Map(
    rows.map(({ low, high, said }) => [pairKey(Number(low), Number(high)), JSON.stringify(said)]),
  );
  const different = [...expected].filter(
    ([key, said]) => stored.get(key) !== JSON.stringify(said),
  ).length;
  return { stored: stored.size, different: different + Math.max(0, stored.size - expected.size) };
};

/** Returns the tenth of the trace with the shortest duration, starting at 0. */
const busiestTenth = (messages: readonly TraceMessage[]): TraceMessage[] => {
  const size = Math.ceil(messages.length / 10);
  let [from, shortest] = [0, Infinity];
  for (let n = 0; n + size <= messages.length; n += 1) {
    const span = (messages[n + size - 1]?.at ?? 0) - (messages[n]?.at ?? 0);
    if (span < shortest) [from, shortest] = [n, span];
  }
  const begun = messages[from]?.at ?? 0;
  return messages
    .slice(from, from + size)
    .map((message) => ({ ...message, at: message.at - begun }));
};

/**
 * Replays the CollegeMsg trace at the highest speed that keeps the 99th percentile within its limit, which a search on the busiest
 * tenth finds. `first` replays only that many messages; `clock` replays all of them at this speed without a search. Returns null if
 * the data is missing.
 */
export const replayTable = async (
  data: string,
  { first, clock }: { first: number; clock: number | null },
): Promise<string[] | null> => {
  const whole = await readTrace(data);
  if (whole === null) return null;
  const trace = { ...whole, messages: whole.messages.slice(0, first) };
  const tenth = busiestTenth(trace.messages);
  const stage = await openStage({
    size: trace.people + 1_000,
    chatters: trace.people + (trace.people % 2),
  });
  try {
    const rows: string[] = [];
    let refused = 0;
    const row = (
      name: string,
      messages: readonly TraceMessage[],
      speed: number,
      run: Replayed,
    ): boolean => {
      const p99 = at(run.delays, 0.99);
      const real = (messages.at(-1)?.at ?? 0) / run.seconds;
      const held = planReplay(messages, speed).filter(({ isHeld }) => isHeld).length;
      rows.push(
        `| ${name} | ${count(speed)} | ${count(messages.length)} | ${run.seconds.toFixed(0)} s | ${count(real)} | ${count(held)} | ${ms(at(run.delays, 0.5))} | ${ms(p99)}${p99 < limitMs ? '' : ' ✗'} |`,
      );
      process.stdout.write(`${rows.at(-1)}\n`);
      refused += run.refused;
      return p99 < limitMs;
    };
    const tries = async (speed: number) =>
      row('busiest tenth', tenth, speed, await runOnce(stage, trace, tenth, speed));
    const lengthAt = (speed: number) => planReplay(tenth, speed).at(-1)?.due ?? 0;
    let speed = clock ?? firstSpeed;
    if (clock === null) {
      if (await tries(speed)) {
        while (lengthAt(speed * 2) < lengthAt(speed) * shortens && (await tries(speed * 2)))
          speed *= 2;
      } else {
        do speed /= 2;
        while (!(await tries(speed)) && speed > slowest);
      }
    }
    // A speed that works for the busiest tenth may not work for the whole trace.
    while (
      !row('all', trace.messages, speed, await runOnce(stage, trace, trace.messages, speed)) &&
      clock === null &&
      speed > slowest
    )
      speed /= 2;
    const { stored, different } = await compare(stage, trace.messages);
    return [
      `CollegeMsg: ${count(trace.messages.length)} private messages of ${count(trace.people)} students over ${count((trace.messages.at(-1)?.at ?? 0) / 86_400)} days, sent through the API by the same number of signed-in people with open sockets. The clock runs faster by the factor in the second column. The limit of 60 messages in 30 s per person applies, and conversations keep their order, so the replay takes longer than its clock; the reached speed-up is the trace's duration divided by the replay's. Times are from sending a message until the recipient gets it.`,
      '',
      '| replay | clock | messages | took | speed-up reached | held by the limit of one person | p50 | p99 (under 250 ms) |',
      '|---|---|---|---|---|---|---|---|',
      ...rows,
      '',
      `At the end ${count(stored)} conversations are in the database; ${different === 0 ? 'each equals the trace in texts, authors and order' : `${count(different)} differ from the trace ✗`}. ${refused === 0 ? 'No call was rejected' : `${count(refused)} calls were refused by a limit, and made again`}.`,
      '',
    ];
  } finally {
    await stage.stop();
  }
};
