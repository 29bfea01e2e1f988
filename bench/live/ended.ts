import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { livePath } from '#contract/live-limits.ts';
import { ms } from './cells.ts';
import { paced } from './measure.ts';
import { at } from './posting.ts';
import { oursSide } from './sides.ts';
import type { Beside } from './stage.ts';

/** Number of people who lose access, one after another, while the others chat. */
const people = 100;
const rate = 50;
const pairs = 100;
/** Maximum milliseconds until a socket has ended. */
const limit = 2_000;

/** Returns the milliseconds that a person's socket stays open after `end` has resolved. */
const lasts = async (port: number, token: string, end: () => Promise<unknown>): Promise<number> => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}?EIO=4&transport=websocket`, {
    headers: { host: 'localhost' },
  });
  socket.on('error', () => undefined);
  const isIn = new Promise<void>((resolve, reject) => {
    socket.on('close', () => reject(new Error('the socket was not let in')));
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
      else if (text === '2') socket.send('3');
      else if (text.startsWith('42') && text.includes('"resync"')) resolve();
    });
  });
  await isIn;
  const closed = once(socket, 'close').then(() => performance.now());
  await end();
  const since = performance.now();
  const at_ = await Promise.race([closed, delay(20_000).then(() => Number.NaN)]);
  socket.terminate();
  return Math.max(0, at_ - since);
};

/** Measures under load how soon a socket ends when its person signs out or is disabled. */
export const endedTable = async ({ stage, ours }: Beside): Promise<string[]> => {
  const { live, pool } = stage;
  const call = async (token: string, path: string) => {
    const answer = await fetch(`http://127.0.0.1:${ours.port}/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        host: 'localhost',
        'content-type': 'application/json',
      },
      body: '{}',
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
  };
  const ways: { name: string; end: (id: number, token: string) => Promise<unknown> }[] = [
    { name: 'signs out', end: (_, token) => call(token, '/logout') },
    {
      name: 'is disabled',
      end: (id) =>
        pool.raw.query('update users set is_disabled = true where school_id = $1 and id = $2', [
          live.school,
          id,
        ]),
    },
  ];
  const rows: string[] = [];
  let next = live.chatters.length - 1;
  for (const { name, end } of ways) {
    const side = oursSide(ours, live, await stage.tokens(live.chatters));
    const load = paced(side, live, { rate, seconds: 30, pairs });
    await delay(4_000);
    const who = live.chatters.slice(next - people, next);
    next -= people;
    const tokens = await stage.tokens(who);
    const times: number[] = [];
    for (const [index, { id }] of who.entries())
      times.push(await lasts(ours.port, tokens[index] ?? '', () => end(id, tokens[index] ?? '')));
    await load;
    side.close();
    const worst = Math.max(...times);
    rows.push(
      `| ${name} | ${people} | ${ms(at(times, 0.5))} | ${ms(at(times, 0.99))} | ${ms(worst)}${worst <= limit ? '' : ' ✗'} |`,
    );
  }
  return [
    `Time from the response, or the commit, until the person’s socket closes, one person after another, while ${rate} messages a second pass between ${pairs} other pairs.`,
    '',
    `| a person | sockets | p50 | p99 | the last (${limit / 1000} s) |`,
    '|---|---|---|---|---|',
    ...rows,
    '',
  ];
};
