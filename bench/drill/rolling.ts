import { setTimeout as delay } from 'node:timers/promises';
import { writeFigures } from '../figures.ts';
import { tokensOf } from '../live/campus.ts';
import { at } from '../live/posting.ts';
import { openSetup } from './setup.ts';
import { callThrough, startHaproxy } from './haproxy.ts';
import { startNodes } from './nodes.ts';
import { Person, type Log } from './person.ts';

/*
 * `npm run drill -- rolling [--write]`: restarts two servers behind HAProxy with the configuration of deploy/ in turn, as for a release,
 * while people read and write without retries, and others have open sockets. No call may fail.
 */
const people = 40;
/** Number of restarts of both servers. */
const rounds = 3;
/** Maximum milliseconds until a socket has reconnected. */
const backMs = 3_000;
const print = (line: string) => process.stdout.write(`${line}\n`);
const closes: (() => Promise<unknown> | void)[] = [];
const ports = [3_951, 3_952] as const;
const { folder, tokens: signer, live, redis, nodeArgs, stop } = await openSetup(people * 2);

try {
  const nodes = await startNodes(2, nodeArgs, ports[0]);
  closes.push(() => nodes.stop());
  const haproxy = await startHaproxy(folder, ports);
  if (haproxy === null) throw new Error('haproxy is not installed: apt-get install haproxy');
  closes.push(() => haproxy.stop());
  const tokens = await tokensOf(signer, live.chatters);
  const place = (n: number) => ({
    conversation: live.pairs[Math.floor(n / 2)] ?? 0,
    token: () => tokens[n] ?? '',
  });
  const logs: Log[] = [];
  const listeners = Array.from({ length: people }, (_, n) => {
    const log: Log = { acknowledged: new Map(), reconnects: [], odd: [], tries: 0, asked: 0 };
    logs.push(log);
    const { conversation, token } = place(people + n);
    return new Person({ port: () => haproxy.port, token, conversations: [conversation], log });
  });
  closes.push(() => listeners.forEach((one) => one.stop()));
  for (let wait = 0; wait < 200 && !listeners.every((one) => one.isHere()); wait += 1)
    await delay(50);
  let isDone = false;
  const calling = callThrough(
    haproxy.port,
    Array.from({ length: people }, (_, n) => place(n)),
    () => isDone,
  );
  for (let round = 0; round < rounds; round += 1)
    for (const which of [0, 1]) {
      await nodes.restart(which);
      for (let wait = 0; wait < 300 && nodes.ready().length < 2; wait += 1) await delay(100);
      // As in a release: continue when the proxy has noticed the restart.
      await delay(4_000);
      print(`restarted ${round * 2 + which + 1} of ${rounds * 2}`);
    }
  isDone = true;
  const { calls, failed } = await calling;
  for (let wait = 0; wait < 200 && !listeners.every((one) => one.isHere()); wait += 1)
    await delay(50);
  const away = listeners.filter((one) => !one.isHere()).length;
  const reconnects = logs.flatMap((log) => log.reconnects);
  const seconds = (share: number) => `${(at(reconnects, share) / 1000).toFixed(2)} s`;
  const lines = [
    `Two servers${redis === null ? '' : ' with Redis'} behind HAProxy with \`deploy/haproxy.cfg\`, each restarted ${rounds} times in turn, while ${people} people read and write without retrying, and ${people} more have open sockets.`,
    '',
    '| restarts | calls | failed (0) | sockets that came back | reconnect p50 | p95 (3 s) |',
    '|---|---|---|---|---|---|',
    `| ${rounds * 2} | ${calls.toLocaleString('en')} | ${failed.length}${failed.length > 0 ? ' ✗' : ''} | ${reconnects.length} | ${seconds(0.5)} | ${seconds(0.95)}${at(reconnects, 0.95) > backMs ? ' ✗' : ''} |`,
  ];
  print(lines.join('\n'));
  if (failed.length > 0 || away > 0) {
    print([`${away} sockets did not come back`, ...new Set(failed)].slice(0, 12).join('\n'));
    process.exitCode = 1;
  } else if (process.argv.includes('--write'))
    await writeFigures(
      'drill-rolling',
      'Drill: a rolling restart',
      lines,
      'npm run drill -- rolling --write',
    );
} finally {
  for (const close of closes.toReversed()) await close();
  await stop();
}
