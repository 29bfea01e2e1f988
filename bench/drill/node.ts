import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { folderFiles } from '#server/kernel/files/files.ts';
import { openLog } from '#server/kernel/log.ts';
import { openTokens } from '#server/kernel/security/tokens.ts';

/* A server of the drill: `node.ts <database> <secret> <port> <files> [redis]`. SIGTERM stops it in an orderly way, as for operators. */
const [, , url = '', secret = '', port = '0', files = '', redis] = process.argv;
const key = Buffer.from(secret, 'hex');
const log = openLog(process.env['LOG_LEVEL'] ?? 'silent');
const pool = openPool({
  url,
  max: 10,
  onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
});
const app = await createApp({
  pool,
  clock: systemClock,
  mail: { send: () => Promise.resolve() },
  files: folderFiles(files, key),
  tokens: openTokens(key),
  log,
  base: 'localhost',
  live: true,
  version: 'drill',
  web: join(import.meta.dirname, '../../dist/web'),
  ...(redis !== undefined && { redisUrl: redis }),
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
// As in main.ts.
flushCompileCache();
/** Like DRAIN_SECONDS, so that the proxy notices it before the server closes. */
const drainMs = 3_000;
process.on('SIGTERM', () => {
  app.drain();
  setTimeout(() => void app.close().then(() => process.exit(0)), drainMs);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
