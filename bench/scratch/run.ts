import { readFile } from 'node:fs/promises';
import { launchPostgres } from '#postgres/launch.ts';
import { openPool } from '#server/kernel/database.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { readCrowd } from '../people/crowd.ts';
import { measure } from '../people/measure.ts';
import { startServer } from '../people/servers.ts';
import { measuredRow } from '../people/tables.ts';
const [, , folder = '', seconds = '2', only = ''] = process.argv;
const { key, school } = JSON.parse(await readFile(folder + '.json', 'utf8'));
const database = await launchPostgres({ folder, log: () => undefined });
const pool = openPool({ url: database.url, max: 4 });
await migrate({ url: database.url });
console.log(database.url);
if (only === 'hold') await new Promise((resolve) => process.once('SIGINT', resolve));
else {
  await pool.raw.query('delete from limits; set commons.school_id = 1; select keep_name_posts(1)');
  await pool.raw.query('vacuum analyze');
  await pool.raw.query('checkpoint');
  const ours = await startServer('our-server.ts', [database.url, key]);
  const twin = await startServer('twin-server.ts', [database.url, String(school.school)]);
  await measure(
    { ours, twin },
    school,
    await readCrowd(),
    Number(seconds),
    async (one: any) => {
      console.log(measuredRow(one));
      await pool.raw.query('delete from limits');
    },
    only === '' ? undefined : new RegExp(only),
  );
  await Promise.all([ours.stop(), twin.stop()]);
}
await pool.close();
await database.stop();
