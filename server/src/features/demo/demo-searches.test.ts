import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createApp, type App } from '#server/app.ts';
import { openPool, type Pool } from '../../kernel/database/database.ts';
import { folderFiles } from '../../kernel/files/files.ts';
import { openLog } from '../../kernel/log.ts';
import { openTokens } from '../../kernel/security/tokens.ts';
import { send } from '../../../test/world.ts';
import { prepareDemo } from './demo-campus.ts';
import { demoPassword } from './cast.ts';
import { dropDatabase } from '../../../test/drop-database.ts';

/*
 * Searches as people type them, each with whom they mean, judged once and kept: bench/search/judged.tsv. Ana of the demo
 * campus searches; a name several people share means her friend of that name.
 */
const judged = readFileSync(new URL('../../../../bench/search/judged.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [kind: string, typed: string, meant: string]);

const name = `judged_${randomBytes(6).toString('hex')}`;
let folder = '';
let pool: Pool;
let app: App;
const asAdmin = async (text: string) => {
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  await client.query(text).finally(() => client.end());
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commons-judged-'));
  await asAdmin(`create database ${name} template ${inject('templateName')}`);
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  pool = openPool({ url: url.href, max: 6 });
  const secret = randomBytes(32);
  const parts = {
    pool,
    files: folderFiles(folder, secret),
    log: openLog('silent'),
    clock: { now: () => new Date() },
  };
  const tokens = openTokens(secret);
  await prepareDemo({ ...parts, env: {}, log: () => undefined, tokens });
  await pool.raw.query('analyze');
  app = await createApp({
    ...parts,
    mail: { send: async () => undefined },
    tokens,
    base: 'localhost',
    live: false,
    version: 'test',
  });
});
afterAll(async () => {
  await app.close();
  await pool.close();
  await dropDatabase(asAdmin, name);
  await rm(folder, { recursive: true, force: true });
});

test('[DIR-08] the meant person stands first: mean reciprocal rank at least 0.95 over the judged searches, none of them lost', async () => {
  expect(judged.length).toBeGreaterThanOrEqual(200);
  const entered = await send(app, '/api/v1/login', {
    method: 'POST',
    body: { email: 'ana@demo.campus.example', password: demoPassword },
  });
  const { csrfToken } = entered.body as { csrfToken: string };
  const cookie = [entered.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');
  const usernames = new Map<string, string>();
  const client = await pool.raw.connect();
  try {
    await client.query(
      `select set_config('commons.school_id', (select school_id::text from school_hosts where host = 'demo'), false)`,
    );
    for (const { id, username } of (
      await client.query<{ id: number; username: string }>('select id, username from users')
    ).rows)
      usernames.set(String(id), username);
  } finally {
    client.release(true);
  }
  const ranks: { kind: string; typed: string; rank: number; found: unknown }[] = [];
  for (const [kind, typed, meant] of judged) {
    const answer = await send(
      app,
      `/mobile_ws/v18/mobile_people?search_word=${encodeURIComponent(typed)}`,
      {
        headers: { cookie, 'x-cg-csrf-token': csrfToken },
      },
    );
    const [page] = answer.body as { people: { uid: string }[] }[];
    ranks.push({
      found: page?.people
        .slice(0, 3)
        .map(({ uid }) => usernames.get(uid))
        .join(),
      kind,
      typed,
      rank: 1 + (page?.people ?? []).findIndex(({ uid }) => usernames.get(uid) === meant),
    });
  }
  expect(ranks.filter(({ rank }) => rank === 0)).toEqual([]);
  const byKind = Object.entries(Object.groupBy(ranks, ({ kind }) => kind)).map(
    ([kind, list = []]) => ({
      kind,
      mrr: list.reduce((sum, { rank }) => sum + 1 / rank, 0) / list.length,
    }),
  );
  const mrr = ranks.reduce((sum, { rank }) => sum + 1 / rank, 0) / ranks.length;
  console.log(
    `MRR ${mrr.toFixed(4)} over ${ranks.length}:`,
    byKind.map(({ kind, mrr: one }) => `${kind} ${one.toFixed(3)}`).join(', '),
  );
  expect(mrr).toBeGreaterThanOrEqual(0.95);
}, 120_000);
