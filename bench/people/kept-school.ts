import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Pool } from '#server/kernel/database/database.ts';
import { openTokens } from '#server/kernel/security/tokens.ts';
import type { Crowd } from './crowd.ts';
import { readThrough } from './read-through.ts';
import { buildSchool, signInAgain, type BenchSchool } from './school.ts';

/** Returns the folder of a database: a temporary one, or the one in `keep` for the next run. */
export const openFolder = async (
  keep: string | undefined,
  name: string,
): Promise<{ path: string; end: () => Promise<void> }> => {
  if (keep === undefined) {
    const path = await mkdtemp(join(tmpdir(), 'commons-bench-'));
    return { path, end: () => rm(path, { recursive: true, force: true }) };
  }
  const path = join(resolve(keep), name);
  await mkdir(path, { recursive: true });
  return { path, end: () => Promise.resolve() };
};

/** Returns the school of a folder: created now, or by an earlier run, whose askers sign in again. */
export const keptSchool = async (
  pool: Pool,
  folder: string,
  crowd: Crowd,
  size: number,
  fill: (school: BenchSchool) => Promise<void> = () => Promise.resolve(),
): Promise<{ key: Buffer; school: BenchSchool }> => {
  const path = join(folder, 'school.json');
  if (existsSync(path)) {
    const built = JSON.parse(await readFile(path, 'utf8')) as { key: string; school: BenchSchool };
    const key = Buffer.from(built.key, 'hex');
    await pool.raw.query('vacuum analyze');
    await readThrough(folder);
    return { key, school: await signInAgain(pool, openTokens(key), built.school) };
  }
  const key = randomBytes(32);
  const school = await buildSchool(pool, openTokens(key), crowd, size);
  await fill(school);
  await pool.raw.query('vacuum analyze');
  await writeFile(path, JSON.stringify({ key: key.toString('hex'), school }));
  return { key, school };
};
