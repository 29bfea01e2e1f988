import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchPostgres, type Database, type LaunchOptions } from '#postgres/launch.ts';
import { openPool, type Pool } from '#server/kernel/database/database.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { openTokens, type Tokens } from '#server/kernel/security/tokens.ts';
import { buildLive, type LiveSchool } from '../live/campus.ts';
import { readCrowd } from '../people/crowd.ts';
import { buildSchool } from '../people/school.ts';
import { startRedis, type Redis } from './redis.ts';

/** The setup of a drill: a school with chats in a separate database, and Redis if the machine has it. */
export interface DrillSetup {
  readonly folder: string;
  readonly database: Database;
  /** The secret of the servers. */
  readonly key: Buffer;
  readonly pool: Pool;
  readonly tokens: Tokens;
  readonly live: LiveSchool;
  readonly redis: Redis | null;
  /** Returns the arguments of a server (node.ts). */
  nodeArgs(port: number): readonly string[];
  /** Kills PostgreSQL and starts it again. */
  restartDatabase(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates a school of 2,000 people. `chatters`: the number with sessions and conversations. `settings` are PostgreSQL's. */
export const openSetup = async (
  chatters: number,
  settings: NonNullable<LaunchOptions['settings']> = {},
): Promise<DrillSetup> => {
  const folder = await mkdtemp(join(tmpdir(), 'commons-drill-'));
  const files = join(folder, 'files');
  await mkdir(files, { recursive: true });
  const launch = () => launchPostgres({ folder, log: () => undefined, settings });
  let database = await launch();
  const redis = await startRedis(folder);
  const pool = openPool({ url: database.superUrl, max: 3, onError: () => undefined });
  const stop = async () => {
    await pool.close().catch(() => undefined);
    await redis?.stop();
    await database.stop().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { superUrl: url } = database;
    await migrate({ url });
    const key = randomBytes(32);
    const tokens = openTokens(key);
    const live = await buildLive(
      pool,
      await buildSchool(pool, tokens, await readCrowd(), 2_000),
      chatters,
    );
    return {
      folder,
      database,
      key,
      pool,
      tokens,
      live,
      redis,
      nodeArgs: (port) => [
        url,
        key.toString('hex'),
        String(port),
        files,
        ...(redis === null ? [] : [redis.url]),
      ],
      restartDatabase: async () => {
        await database.stop().catch(() => undefined);
        database = await launch();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
