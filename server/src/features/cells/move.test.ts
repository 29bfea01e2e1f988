import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { App } from '#server/app.ts';
import { startTwoCells, type TwoCells } from '../../../test/two-cells.ts';
import { openLive } from '../../../test/live-client.ts';
import { inWorld, send } from '../../../test/world.ts';
import { openPool, type Pool } from '../../kernel/database/database.ts';
import { folderFiles } from '../../kernel/files/files.ts';
import { insertSchool } from '../schools/schools.queries.ts';
import { giveUpMove, moveSchool, selectMoveStatus, type Move } from './move.ts';
import { selectSchoolTables } from './replication.queries.ts';
import { freezeSchool, selectState, thawSchool } from './school-state.queries.ts';

/* A school moves from one cell to another, while people write (decision 080). */

let cells: TwoCells;
const world = inWorld({
  database: async () => {
    cells = await startTwoCells();
    const { url, callsUrl } = cells.source;
    return { url, callsUrl, directUrl: url };
  },
});
let pool: Pool;
let app: App;
let folder: string;
let move: Move;
let superClient: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commons-cell-b-'));
  const { url, callsUrl, superUrl } = cells.target;
  pool = openPool({ url, callsUrl, max: 8 });
  const secret = Buffer.from(world.settings.secret, 'hex');
  const files = folderFiles(folder, secret);
  app = await world.startAnother({ pool, files });
  // The target has a school of its own, whose rows don't change.
  for (const code of ['one', 'two', 'three', 'west'])
    await insertSchool(pool, { code, name: code, isDefault: code === 'west' });
  superClient = new pg.Client({ connectionString: superUrl });
  await superClient.connect();
  move = {
    school: world.school,
    source: { name: 'cell-a', pool: world.pool, files: world.files, secret },
    target: { name: 'cell-b', pool, files, secret },
    publisherUrl: cells.source.superUrl,
    subscriberUrl: superUrl,
    signal: new AbortController().signal,
    log: () => undefined,
  };
});
afterAll(async () => {
  await superClient?.end();
  await app?.close();
  await pool?.close();
  await cells?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Creates the school with an id that the target doesn't have. */
const target = {
  rows: async (table: string, school: number) =>
    (
      await superClient.query<{ n: number }>(
        `select count(*)::int as n from ${table} where school_id = $1`,
        [school],
      )
    ).rows[0]?.n,
};

test('a frozen school can be read, refuses writes with Retry-After, and runs no jobs', async () => {
  await world.ana.call('POST /api/v1/posts' as never, {} as never).catch(() => undefined);
  await freezeSchool(world.pool, world.school);
  const { status, headers, body } = await world.ana.try('PUT /api/v1/me/profile' as never, {});
  expect([status, headers['retry-after'], body]).toEqual([
    503,
    '5',
    expect.objectContaining({ code: 'school_frozen', retryAfter: 5 }),
  ]);
  expect(await world.ana.call('GET /api/v1/school')).toMatchObject({ name: 'Demo University' });
  await thawSchool(world.pool, world.school);
});
