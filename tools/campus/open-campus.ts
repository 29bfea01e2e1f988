import { join } from 'node:path';
import { joinPostgres } from '#postgres/launch.ts';
import { dataFolder } from '#postgres/private-folder.ts';
import { findPoolers } from '#server/kernel/database/poolers.ts';
import { openPool, type Pool } from '#server/kernel/database/database.ts';
import { openFiles } from '#server/kernel/files/bucket-files.ts';
import type { Files } from '#server/kernel/files/files.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { readSecret } from '#server/kernel/security/secret.ts';
import { openTokens, type Tokens } from '#server/kernel/security/tokens.ts';
import { selectHosts, selectSchoolId } from '#server/features/schools/schools.queries.ts';
import { CommandError } from './command-errors.ts';

/** The installation that a command works on. */
export interface Campus {
  readonly pool: Pool;
  readonly files: Files;
  /** Address of the database. */
  readonly url: string;
  /** Aborted when the operator stops the command. */
  readonly signal: AbortSignal;
  readonly tokens: Tokens;
  /** The installation's secret. Zeros for commands that create the schema. */
  readonly secret: Buffer;
}

const root = join(import.meta.dirname, '..', '..');
const print = (line: string) => process.stderr.write(`${line}\n`);

/**
 * Opens the installation of `DATABASE_URL`, or the one in the data folder (`COMMONS_DATA`, ./.data): next to a running server, or with a
 * database that runs only for this command. `isNew`: the command creates the schema itself.
 */
export async function withCampus(
  signal: AbortSignal,
  work: (campus: Campus) => Promise<void>,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<void> {
  const data = dataFolder(process.env['COMMONS_DATA'] ?? join(root, '.data'));
  const external = process.env['DATABASE_URL'];
  const database = external
    ? {
        url: external,
        callsUrl: process.env['DATABASE_CALLS_URL'] || undefined,
        stop: () => Promise.resolve(),
      }
    : await joinPostgres({ folder: data, log: print });
  try {
    if (!isNew) await migrate({ url: database.url, log: print });
    const { url, callsUrl } = database;
    const pool = openPool({ url, callsUrl, isPooled: await findPoolers(url, callsUrl), max: 4 });
    try {
      // Commands that create the schema keep the names of files, so they need no secret for new names.
      const secret = isNew
        ? Buffer.alloc(32)
        : await readSecret(pool, process.env['COMMONS_SECRET']);
      const files = openFiles(process.env['FILES_URL'], join(data, 'files'), secret);
      await work({ pool, files, url: database.url, signal, tokens: openTokens(secret), secret });
    } finally {
      await pool.close();
    }
  } finally {
    await database.stop();
  }
}

export const noSchool =
  'There is no school yet; create one with: npm run campus -- school add CODE --name "Name"';

/** Returns the school with this code. */
export async function findSchool(pool: Pool, code: string): Promise<SchoolId> {
  const id = await selectSchoolId(pool, code);
  if (id !== null) return id;
  const known = (await selectHosts(pool)).map(({ hosts }) => hosts[0]);
  throw new CommandError(
    known.length === 0
      ? noSchool
      : `There is no school ${code}; the schools are ${known.join(', ')}.`,
  );
}
