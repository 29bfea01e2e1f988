import { flushCompileCache } from 'node:module';
import { createApp } from '#server/app.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { folderFiles } from '#server/kernel/files/files.ts';
import { openLog } from '#server/kernel/log.ts';
import { openOutbound } from '#server/kernel/outbound/outbound.ts';
import { openTokens } from '#server/kernel/security/tokens.ts';

/*
 * A server of a test world in a separate process, with its jobs. Arguments: the world's settings and the time, as JSON. The parent sends
 * the time whenever it moves, and kills the process. server-process.ts starts it.
 */
const { url, callsUrl, secret, folder, now } = JSON.parse(process.argv[2] ?? '{}') as {
  url: string;
  callsUrl?: string;
  secret: string;
  folder: string;
  now: number;
};
let time = now;
const key = Buffer.from(secret, 'hex');
const outbound = openOutbound({ isPrivateAllowed: true });
const app = await createApp({
  pool: openPool({ url, callsUrl, max: 10 }),
  files: folderFiles(folder, key),
  tokens: openTokens(key),
  outbound,
  hooks: outbound,
  pages: outbound,
  clock: { now: () => new Date(time) },
  mail: { send: () => Promise.resolve() },
  log: openLog(process.env['LOG_LEVEL'] ?? 'silent'),
  base: 'localhost',
  live: true,
  version: 'test',
});
await app.listen({ port: 0, host: '127.0.0.1' });
// As in main.ts. It makes the next start quicker.
flushCompileCache();
process.on('message', (sent: unknown) => {
  time = Number(sent);
});
process.on('disconnect', () => process.exit());
const address = app.http.server.address();
process.send?.(typeof address === 'object' ? (address?.port ?? 0) : 0);
