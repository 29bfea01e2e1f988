import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchPostgres } from '#postgres/launch.ts';
import { openPool, type Pool } from '#server/kernel/database/database.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { openTokens } from '#server/kernel/security/tokens.ts';
import { readCrowd } from '../people/crowd.ts';
import { buildSchool, type BenchSchool } from '../people/school.ts';
import { startServer, type Server } from '../people/servers.ts';
import { buildLive, tokensOf, type Chatter, type LiveSchool } from './campus.ts';
import { baselineSide, oursSide, type Side } from './sides.ts';

/** A school with chats in a separate database, with servers. */
export interface Stage {
  readonly pool: Pool;
  readonly url: string;
  readonly built: BenchSchool;
  readonly live: LiveSchool;
  /** Starts a benchmark server by its file in bench/people or a relative path. `stop` ends it, too. */
  start(file: string, args?: readonly string[]): Promise<Server>;
  /** Starts the product's server. With `web`, it also serves the built app. */
  startOurs(wish?: { web: boolean }): Promise<Server>;
  /** Returns bearer tokens, which expire after ten minutes. */
  tokens(chatters: readonly Chatter[]): Promise<string[]>;
  stop(): Promise<void>;
}

/** The data for using a kept stage again. */
interface Stored {
  readonly key: string;
  readonly built: BenchSchool;
  readonly live: LiveSchool;
}

/** Returns the school of a folder: created now, or by an earlier run, whose sessions are still valid. */
const openSchool = async (
  pool: Pool,
  folder: string,
  { size, chatters, fill }: StageWish,
): Promise<Pick<Stored, 'built' | 'live'> & { key: Buffer }> => {
  const path = join(folder, 'stage.json');
  if (existsSync(path)) {
    const { key, built, live } = JSON.parse(await readFile(path, 'utf8')) as Stored;
    await pool.raw.query(
      `update sessions set last_seen_at = now() + interval '1 hour', expires_at = now() + interval '1 day'`,
    );
    await pool.raw.query('delete from rate_limits');
    return { key: Buffer.from(key, 'hex'), built, live };
  }
  const key = randomBytes(32);
  const built = await buildSchool(pool, openTokens(key), await readCrowd(), size);
  const live = await buildLive(pool, built, chatters);
  await fill?.(pool, live);
  await writeFile(path, JSON.stringify({ key: key.toString('hex'), built, live } satisfies Stored));
  return { key, built, live };
};

interface StageWish {
  /** Number of people, and of those who are signed in and have conversations (campus.ts). */
  readonly size: number;
  readonly chatters: number;
  /** Adds further data once. */
  readonly fill?: (pool: Pool, live: LiveSchool) => Promise<void>;
  /** A folder that keeps the database for the next run. */
  readonly keep?: string | undefined;
}

/** Creates a school with chats. */
export const openStage = async (wish: StageWish): Promise<Stage> => {
  const folder = wish.keep ?? (await mkdtemp(join(tmpdir(), 'commons-live-')));
  await mkdir(folder, { recursive: true });
  const database = await launchPostgres({ folder, log: () => undefined });
  const { superUrl: url } = database;
  const pool = openPool({ url, max: 4 });
  const servers: Server[] = [];
  const stop = async () => {
    await Promise.allSettled(servers.map((server) => server.stop()));
    await pool.close();
    await database.stop();
    if (wish.keep === undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    await migrate({ url });
    const { key, built, live } = await openSchool(pool, folder, wish);
    const tokens = openTokens(key);
    const start = async (file: string, args: readonly string[] = []): Promise<Server> => {
      const server = await startServer(file, args, ['--expose-gc']);
      servers.push(server);
      return server;
    };
    return {
      pool,
      url,
      built,
      live,
      start,
      startOurs: ({ web } = { web: false }) =>
        start('our-server.ts', [
          url,
          key.toString('hex'),
          'live',
          folder,
          ...(web ? [join(import.meta.dirname, '../../dist/web')] : []),
        ]),
      tokens: (list) => tokensOf(tokens, list),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The product and the durable baseline on one stage. */
export interface Beside {
  readonly stage: Stage;
  readonly ours: Server;
  readonly baseline: Server;
  /** Returns both for a measurement, with new tokens. */
  sides(): Promise<{ ours: Side; baseline: Side }>;
}

/** Starts the product and the baseline on a stage. */
export const openBeside = async (stage: Stage): Promise<Beside> => {
  await stage.pool.raw
    .query(`create table baseline_messages (id bigint generated always as identity primary key, conversation_id bigint not null,
    author_id bigint not null, client_id uuid not null, text text not null, sent_at timestamptz not null default now());
    create index on baseline_messages (conversation_id, id); create unique index on baseline_messages (author_id, client_id)`);
  const ours = await stage.startOurs();
  const baseline = await stage.start('../live/baseline-server.ts', [stage.url]);
  return {
    stage,
    ours,
    baseline,
    sides: async () => ({
      ours: oursSide(ours, stage.live, await stage.tokens(stage.live.chatters)),
      baseline: baselineSide(baseline, stage.live),
    }),
  };
};
