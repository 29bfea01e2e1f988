import { createApp } from '#server/app.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { findPoolers } from '#server/kernel/database/poolers.ts';
import { folderFiles } from '#server/kernel/files/files.ts';
import { openLog } from '#server/kernel/log.ts';
import { openTokens } from '#server/kernel/security/tokens.ts';
import { halves } from './file-samples.ts';

/*
 * A server that uploads a picture to itself and is killed when the last file is stored, before the commit. Arguments: database, folder,
 * email address, password. pictures-faults.test.ts runs it.
 */
const [url = '', folder = '', email = '', password = ''] = process.argv.slice(2);
const secret = Buffer.alloc(32, 3);
const files = folderFiles(folder, secret);
let stored = 0;
const app = await createApp({
  pool: openPool({ url, isPooled: await findPoolers(url, undefined), max: 4 }),
  clock: systemClock,
  mail: { send: async () => undefined },
  files: {
    ...files,
    putAs: async (...given) => {
      await files.putAs(...given);
      if ((stored += 1) === 7) process.kill(process.pid, 'SIGKILL');
    },
  },
  tokens: openTokens(secret),
  log: openLog('silent'),
  base: 'localhost',
  live: false,
  version: 'test',
});
const headers = { host: 'localhost' };
const login = await app.http.inject({
  method: 'POST',
  url: '/api/v1/login',
  headers,
  payload: { email, password },
});
await app.http.inject({
  method: 'POST',
  url: '/api/v1/profile/pictures/photo',
  headers: {
    ...headers,
    authorization: `Bearer ${login.json<{ jwt: string }>().jwt}`,
    'content-type': 'image/jpeg',
  },
  payload: await halves(300, 200).jpeg().toBuffer(),
});
