import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { launchPostgres } from '#postgres/launch.ts';
import { openPool } from '#server/kernel/database.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { readCrowd } from '../people/crowd.ts';
import { measureImport } from '../people/import-rate.ts';
const original = pg.Client.prototype.query as any;
pg.Client.prototype.query = function (this: any, ...given: any[]) {
  const text = typeof given[0] === 'string' ? given[0] : (given[0]?.text ?? given[0]?.cursor?.text);
  const since = performance.now();
  const result = original.apply(this, given);
  result?.then?.(
    () => {
      const ms = performance.now() - since;
      if (ms > 100) console.log(ms.toFixed(0).padStart(7), String(text).replace(/\s+/g, ' ').slice(0, 110));
    },
    () => {},
  );
  return result;
} as any;
const folder = await mkdtemp(join(tmpdir(), 'commons-imp-'));
const database = await launchPostgres({ folder, log: () => undefined });
const pool = openPool({ url: database.url, max: 4 });
await migrate({ url: database.url });
if (process.argv[2]) await pool.raw.query(process.argv[2]);
console.log(await measureImport(pool, await readCrowd(), join(folder, 'import')));
await pool.close();
await database.stop();
await rm(folder, { recursive: true, force: true });
