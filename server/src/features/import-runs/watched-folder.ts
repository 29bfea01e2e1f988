import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import type { Pool } from '../../kernel/database/database.ts';
import { locks } from '../../kernel/database/locks.ts';
import type { Files } from '../../kernel/files/files.ts';
import type { Log } from '../../kernel/log.ts';
import { plainFileName, zipName } from '#contract/imports/limits.ts';
import { campusFiles } from '../imports/campus-files.ts';
import { ImportRefused, problemLine } from '../imports/problems.ts';
import { selectSchoolId } from '../schools/schools.queries.ts';
import type { Readers } from './import-runs.jobs.ts';

/*
 * A folder of the server in which a school's other systems put files, such as every night: `<folder>/<code of the school>/`. Files that
 * have rested for a while are taken together, moved aside and imported like those that the operator's command reads. Of several servers
 * that share the folder one at a time works for a school; what it has taken and not finished when it stops is finished by the next.
 */

/** A file that was written to less than so long ago is still being written. */
const restMs = 60_000;
const askMs = 60_000;
/** Taken imports and their reports are kept so many days. */
const keptDays = 30;

export interface WatchedParts {
  readonly folder: string;
  readonly pool: Pool;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'error'>;
}

const isOurs = (name: string): boolean =>
  (campusFiles as readonly string[]).includes(name) ||
  (plainFileName.test(name) && zipName.test(name));

/** The files of a school that wait, once all of them rest; otherwise none. */
const waitingIn = async (folder: string, now: Date): Promise<string[]> => {
  const names = (await readdir(folder).catch(() => [])).filter(isOurs);
  const found = await Promise.all(
    names.map(async (name) => ({ name, at: await stat(join(folder, name)).catch(() => null) })),
  );
  const ready = found.filter(({ at }) => at?.isFile() === true);
  const rests = ready.every(({ at }) => now.getTime() - (at?.mtimeMs ?? 0) >= restMs);
  return rests ? ready.map(({ name }) => name) : [];
};

/** Files that come as one: a zip, or all sheets. They are moved into a folder below `taken/`, beside which a list says their names. */
interface Delivery {
  readonly label: string;
  readonly names: readonly string[];
}

const isZip = (name: string): boolean => zipName.test(name);
const listEnding = '.list';

const deliveriesOf = (names: readonly string[], stamp: string): Delivery[] => {
  const sheets = names.filter((name) => !isZip(name));
  return [
    ...names
      .filter(isZip)
      .map((name) => ({ label: `${stamp}-${name.replace(/\.zip$/i, '')}`, names: [name] })),
    ...(sheets.length > 0 ? [{ label: `${stamp}-files`, names: sheets }] : []),
  ];
};

/** What was begun before and not finished: the server was stopped on the way. */
const unfinishedIn = async (taken: string): Promise<Delivery[]> => {
  const entries = await readdir(taken).catch(() => []);
  const lists = entries.filter((name) => name.endsWith(listEnding)).toSorted();
  return Promise.all(
    lists.map(async (list) => ({
      label: list.slice(0, -listEnding.length),
      names: (await readFile(join(taken, list), 'utf8')).split('\n').filter((name) => name !== ''),
    })),
  );
};

/**
 * Takes a delivery: first its list, at once under its name, then each file. Done again it moves what is missing, so that it is taken
 * whole however often it is broken off. Answers the names that are there.
 */
const take = async (from: string, { label, names }: Delivery): Promise<string[]> => {
  const taken = join(from, 'taken');
  const aside = join(taken, label);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const list = join(taken, `${label}${listEnding}`);
  await writeFile(`${list}.part`, names.join('\n'));
  await rename(`${list}.part`, list);
  const before = new Set(await readdir(aside));
  for (const name of names)
    if (!before.has(name))
      await rename(join(from, name), join(aside, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
  const there = new Set(await readdir(aside));
  return names.filter((name) => there.has(name));
};

/**
 * Runs while no other server works on the folder of a school; false where one does. The lock is a connection's, so it goes with the
 * server that held it.
 */
const whileAlone = async (
  pool: Pool,
  code: string,
  work: () => Promise<void>,
): Promise<boolean> => {
  const client = await pool.raw.connect();
  const key = `watched-folder:${code}`;
  try {
    const { rows } = await client.query<{ is_mine: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as is_mine',
      [locks.watchedFolder, key],
    );
    if (rows[0]?.is_mine !== true) return false;
    await work();
    return true;
  } finally {
    // With the connection goes the lock, also where it was broken on the way.
    client.release(true);
  }
};

/** Imports one zip, or CSV files together; answers what the report says. */
const importOne = async (
  { pool, files, clock }: WatchedParts,
  readers: Readers,
  code: string,
  place: { path: string; source: string },
): Promise<{ isDone: boolean; text: string }> => {
  const school = await selectSchoolId(pool, code);
  if (school === null) return { isDone: false, text: `There is no school ${code}.` };
  try {
    const report = await readers.campus({
      pool,
      files,
      school,
      path: place.path,
      now: clock.now(),
      isDryRun: false,
      source: place.source,
      by: undefined,
    });
    if (report.problemTotal === 0)
      return {
        isDone: true,
        text: report.id == null ? 'Nothing new.' : `Imported as number ${report.id}.`,
      };
    const more = report.problemTotal - report.problems.length;
    return {
      isDone: false,
      text: [
        'Nothing was changed.',
        ...report.problems.map(problemLine),
        ...(more > 0 ? [`… and ${more} more`] : []),
      ].join('\n'),
    };
  } catch (error) {
    if (error instanceof ImportRefused) return { isDone: false, text: error.message };
    throw error;
  }
};

const removeOld = async (folder: string, now: Date): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const at = await stat(join(folder, name)).catch(() => null);
    if (at !== null && now.getTime() - at.mtimeMs > keptDays * 86_400_000)
      await rm(join(folder, name), { recursive: true, force: true });
  }
};

/** Takes a delivery, imports it and puts it where it ends; false where none of it is there any more. */
const finish = async (
  parts: WatchedParts,
  readers: Readers,
  code: string,
  delivery: Delivery,
): Promise<boolean> => {
  const folder = join(parts.folder, code);
  const { label } = delivery;
  const aside = join(folder, 'taken', label);
  const list = `${aside}${listEnding}`;
  const taken = await take(folder, delivery);
  const [first] = taken;
  if (first === undefined) {
    await rm(aside, { recursive: true, force: true });
    await rm(list, { force: true });
    return false;
  }
  const path = isZip(first) ? join(aside, first) : aside;
  const source = isZip(first) ? first : taken.join(', ');
  const { isDone, text } = await importOne(parts, readers, code, { path, source }).catch(
    (error: unknown) => {
      parts.log.error({ err: error, school: code }, 'watched folder');
      return { isDone: false, text: 'The import failed; the log of the server says why.' };
    },
  );
  // Nobody who reads it needs to know where it was taken from.
  await writeFile(join(aside, 'report.txt'), `${text.replaceAll(aside, '')}\n`);
  const end = join(folder, isDone ? 'done' : 'refused');
  await mkdir(end, { recursive: true });
  await rename(aside, join(end, label));
  await rm(list, { force: true });
  parts.log.info({ school: code, isDone, files: taken.length }, 'watched folder');
  return true;
};

/**
 * Imports what waits in the folder of each school, beginning with what was taken before and not finished: an import that had been
 * written by then changes nothing when it is read again. What was taken lies in `done/` or `refused/` below it, in a folder of its own
 * by the moment, with `report.txt`. Answers how many imports there were.
 */
export const importWaiting = async (parts: WatchedParts, readers: Readers): Promise<number> => {
  let imports = 0;
  const now = parts.clock.now();
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-');
  for (const code of await readdir(parts.folder).catch(() => [])) {
    const folder = join(parts.folder, code);
    const isWaiting =
      (await waitingIn(folder, now)).length > 0 ||
      (await unfinishedIn(join(folder, 'taken'))).length > 0;
    for (const kept of ['done', 'refused']) await removeOld(join(folder, kept), now);
    if (!isWaiting) continue;
    await whileAlone(parts.pool, code, async () => {
      // Looked at again: until a moment ago another may have been at work.
      for (const delivery of await unfinishedIn(join(folder, 'taken')))
        if (await finish(parts, readers, code, delivery)) imports += 1;
      for (const delivery of deliveriesOf(await waitingIn(folder, now), stamp))
        if (await finish(parts, readers, code, delivery)) imports += 1;
    });
  }
  return imports;
};

/** Looks into the folder every minute; answers how to stop. */
export const watchFolder = (parts: WatchedParts, readers: Readers): (() => Promise<void>) => {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= importWaiting(parts, readers)
      .catch((error: unknown) => parts.log.error({ err: error }, 'watched folder'))
      .finally(() => {
        running = undefined;
      });
  }, askMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
};
