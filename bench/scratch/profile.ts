import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { openPool } from '#server/kernel/database.ts';
import { folderFiles } from '#server/kernel/files.ts';
import { openLog } from '#server/kernel/log.ts';
import { openTickets } from '#server/kernel/tickets.ts';
const [, , folder = '', path = '', explain = ''] = process.argv;
const { url, key, school } = JSON.parse(await readFile(folder + '.json', 'utf8'));
let seen: { text: string; values: unknown[]; ms: number }[] = [];
const original = pg.Client.prototype.query as any;
let on = false;
pg.Client.prototype.query = function (this: any, ...given: any[]) {
  const text = typeof given[0] === 'string' ? given[0] : given[0]?.text;
  const values = Array.isArray(given[1]) ? given[1] : (given[0]?.values ?? []);
  const since = performance.now();
  const result = original.apply(this, given);
  if (on && result?.then)
    result.then(
      () => seen.push({ text, values, ms: performance.now() - since }),
      () => {},
    );
  return result;
} as any;
const pool = openPool({ url });
const k = Buffer.from(key, 'hex');
const app = await createApp({
  pool,
  clock: systemClock,
  mail: { send: () => Promise.resolve() },
  files: folderFiles(tmpdir(), k),
  tickets: openTickets(k),
  log: openLog('silent'),
  base: 'localhost',
  live: false,
  version: 'x',
});
const [me] = [school.askers[3]];
const headers = {
  host: 'localhost',
  ...Object.fromEntries(
    me.headers
      .trim()
      .split('\r\n')
      .map((l: string) => {
        const i = l.indexOf(': ');
        return [l.slice(0, i), l.slice(i + 2)];
      }),
  ),
};
const go = () => app.http.inject({ url: path.replace('NEAR', me.near[5]), headers });
for (let i = 0; i < 30; i++) await go();
on = true;
const rounds = Number(process.env['ROUNDS'] ?? 50);
const { Session } = await import('node:inspector/promises');
const ses = new Session();
ses.connect();
if (process.env['PROF']) {
  await ses.post('Profiler.enable');
  await ses.post('Profiler.start');
  on = false;
}
const t = performance.now();
for (let i = 0; i < rounds; i++) {
  const r = await go();
  if (i === 0) console.log(r.statusCode, r.body.length, r.body.slice(0, 150));
}
console.log('per request', ((performance.now() - t) / rounds).toFixed(2));
if (process.env['PROF']) {
  const { profile } = await ses.post('Profiler.stop');
  (await import('node:fs')).writeFileSync(process.env['PROF']!, JSON.stringify(profile));
  process.exit();
}
on = false;
const per = new Map<string, { n: number; ms: number; values: unknown[] }>();
for (const s of seen) {
  const p = per.get(s.text) ?? { n: 0, ms: 0, values: s.values };
  p.n++;
  p.ms += s.ms;
  per.set(s.text, p);
}
for (const [text, p] of per)
  console.log((p.ms / p.n).toFixed(2).padStart(7), (p.n / rounds).toFixed(1), text.replace(/\s+/g, ' ').slice(0, 140));
{
  const c = await pool.calls.connect();
  const r = await original.call(
    c,
    "select generic_plans g, custom_plans c, regexp_replace(left(statement, 90), '\\s+', ' ', 'g') as s from pg_prepared_statements",
  );
  for (const x of r.rows) console.log('prepared generic', x.g, 'custom', x.c, x.s);
  c.release();
}
if (explain) {
  const client = await pool.raw.connect();
  for (const [text, p] of per) {
    if (!/^\s*(select|with)/i.test(text)) continue;
    await original.call(
      client,
      `begin read only; ${/open_request/.test(text) ? '' : 'set local role commons_app;'} set local commons.school_id = '${school.school}'`,
    );
    const r = await original.call(client, 'explain (analyze, buffers, summary, settings) ' + text, p.values);
    console.log(
      '=====',
      text.replace(/\s+/g, ' ').slice(0, 200),
      '\n',
      r.rows
        .map((x: any) => x['QUERY PLAN'])
        .filter((l: string) => explain === 'full' || /Planning Time|Execution Time/.test(l))
        .join('\n'),
    );
    await original.call(client, 'rollback');
  }
  client.release(true);
}
process.exit();
