import { tmpdir } from 'node:os';
import pg from 'pg';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { folderFiles } from '#server/kernel/files/files.ts';
import { openLog } from '#server/kernel/log.ts';
import { openTokens } from '#server/kernel/security/tokens.ts';

/* The product's server in a process of its own: `our-server.ts <database> <secret> [live [folder of files [folder of the web app]]]`. Says its port, and on request how many statements and round trips it has sent. */
const [, , url = '', secret = ''] = process.argv;
let sent = 0;
let trips = 0;
/** Clients that have had an answer since they last sent something. */
const answered = new WeakMap<pg.Client, boolean>();
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
// One call is one message to the database, however the pool or the query builder came to it. What is sent before an answer has
// come travels with what was sent before it; nobody waits for the commit of a call that only reads.
pg.Client.prototype.query = function count(this: pg.Client, ...given: unknown[]) {
  sent += 1;
  const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text?: string }).text;
  if (text !== 'commit' && answered.get(this) !== false) {
    trips += 1;
    answered.set(this, false);
  }
  const answer = query.apply(this, given);
  const received = () => answered.set(this, true);
  if (answer instanceof Promise) answer.then(received, received);
  return answer;
} as typeof pg.Client.prototype.query;

const key = Buffer.from(secret, 'hex');
const app = await createApp({
  pool: openPool({ url }),
  clock: systemClock,
  mail: { send: () => Promise.resolve() },
  files: folderFiles(process.argv[5] ?? tmpdir(), key),
  tokens: openTokens(key),
  log: openLog(process.env['LOG_LEVEL'] ?? 'silent'),
  base: 'localhost',
  // With a third argument it relays, works and tells sockets as in the wild.
  live: process.argv[4] === 'live',
  version: 'bench',
  ...(process.argv[6] !== undefined && { web: process.argv[6] }),
});
await app.listen({ port: 0, host: '127.0.0.1' });
const bound = app.http.server.address();
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ sent, trips, cpu: process.cpuUsage(), memory: process.memoryUsage() });
});
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
process.send?.({ port: typeof bound === 'object' && bound !== null ? bound.port : 0 });
