import { spawnSync } from 'node:child_process';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startPgBouncer } from '../../../test/pgbouncer.ts';
import { inTransaction, openPool, type Db } from './database.ts';
import { checkLogins } from './logins.ts';
import { findPoolers } from './poolers.ts';
import { withRelay } from '../jobs/event-store.ts';
import { sql } from 'kysely';

/* Poolers between a server and PostgreSQL. They need a PgBouncer of version 1.21 or newer, in the path or in `TEST_PGBOUNCER`. */
const given = process.env['TEST_PGBOUNCER'];
const program = given === undefined || given === '1' ? 'pgbouncer' : given;
const hasProgram = spawnSync(program, ['--version']).status === 0;

const addresses = () => {
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${inject('templateName')}`;
  const calls = new URL(url);
  calls.username = inject('callsLogin') ?? url.username;
  return { url: url.href, callsUrl: calls.href };
};
const start = async (settings: Record<string, string | number> = {}) => {
  const { url, callsUrl } = addresses();
  const logins = [url, callsUrl].map((one) => new URL(one).username);
  const pooler = await startPgBouncer(program, url, logins, settings);
  onTestFinished(pooler.stop);
  return { url: pooler.through(url), callsUrl: pooler.through(callsUrl) };
};

test('findPoolers() finds no pooler on a direct connection to PostgreSQL', async () => {
  const { url, callsUrl } = addresses();
  expect(await findPoolers(url, callsUrl)).toEqual({ owner: false, calls: false });
});

test.runIf(hasProgram).each([
  ['rejects startup settings', {}],
  [
    'ignores startup settings',
    { ignore_startup_parameters: 'options,statement_timeout,lock_timeout' },
  ],
  ['pools by session', { pool_mode: 'session', max_prepared_statements: 0 }],
])(
  'calls and events run with their own role and time limit behind a pooler that %s',
  async (_, settings) => {
    const { url, callsUrl } = await start(settings);
    const isPooled = await findPoolers(url, callsUrl);
    expect(isPooled).toEqual({ owner: true, calls: true });
    const pool = openPool({ url, callsUrl, isPooled, max: 4 });
    onTestFinished(() => pool.close());
    expect(await checkLogins(pool, true)).toEqual([]);
    const current = sql<{ role: string; timeout: string }>`
    select current_user::text as role, current_setting('statement_timeout') as timeout`;
    const [call, event, owner] = await Promise.all([
      inTransaction(pool, { school: null }, (db) => current.execute(db)),
      withRelay(pool, (db) => current.execute(db)),
      current.execute(pool.kysely),
    ]);
    expect([call.rows, event.rows]).toEqual([
      [{ role: 'commons_app', timeout: '15s' }],
      [{ role: 'commons_relay', timeout: '15s' }],
    ]);
    // The settings of a transaction don't remain on its connection.
    expect(owner.rows).toEqual([{ role: new URL(url).username, timeout: '0' }]);
  },
);

test.runIf(hasProgram)(
  'findPoolers() rejects a pooler without prepared statements and says which version supports them',
  async () => {
    const { url, callsUrl } = await start({ max_prepared_statements: 0 });
    await expect(findPoolers(url, callsUrl)).rejects.toThrow(
      /^The pooler at DATABASE_(?:CALLS_)?URL shares connections but doesn’t support prepared statements; use PgBouncer 1\.21/,
    );
  },
);

test.runIf(hasProgram)('a connection stays usable after a failed transaction', async () => {
  const { url, callsUrl } = await start();
  const isPooled = await findPoolers(url, callsUrl);
  const errors: Error[] = [];
  const pool = openPool({
    url,
    callsUrl,
    isPooled,
    max: 1,
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => pool.close());
  for (let time = 0; time < 5; time += 1) {
    const ask = (db: Db) => sql<{ n: number }>`select ${sql.lit(time)} + 1 as n`.execute(db);
    // The third use of a statement prepares it, which is impossible in the failed transaction.
    for (let use = 0; use < 2; use += 1) await inTransaction(pool, { school: null }, ask);
    await expect(
      inTransaction(pool, { school: null }, (db) =>
        Promise.all([sql`select 1 / 0`.execute(db), ask(db), ask(db)]),
      ),
    ).rejects.toThrow('division by zero');
    const { rows } = await inTransaction(pool, { school: null }, ask);
    expect(rows).toEqual([{ n: time + 1 }]);
  }
  expect(errors).toEqual([]);
});
