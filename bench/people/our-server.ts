import { tmpdir } from 'node:os';
import pg from 'pg';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { folderFiles } from '#server/kernel/files/files.ts';
import { openLog } from '#server/kernel/log.ts';
import { openTokens } from '#server/kernel/security/tokens.ts';

/*
 * The product's server in a separate process: `our-server.ts <database> <secret> [live [file folder [web app folder]]]`. Reports its port
 * and, on request, the number of statements and round trips.
 */
const [, , url = '', secret = ''] = process.argv;
let sent = 0;
let trips = 0;
/** Clients that got a reply since they last sent something. */
const answered = new WeakMap<pg.Client, boolean>();
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
// Each call of this function is one message to the database. Messages that are sent before a reply share its round trip. No one waits for
// the commit of a read-only call.
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
  // With a third argument, it runs event handlers and serves sockets as in production.
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
