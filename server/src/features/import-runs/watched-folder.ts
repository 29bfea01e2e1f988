import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import type { Pool } from '../../kernel/database/database.ts';
import type { Files } from '../../kernel/files/files.ts';
import { withLease } from '../../kernel/jobs/leases.ts';
import type { Log } from '../../kernel/log.ts';
import { plainFileName, zipName } from '#contract/imports/limits.ts';
import { campusFiles } from '../imports/campus-files.ts';
import { ImportRefused, problemLine } from '../imports/problems.ts';
import { selectSchoolId } from '../schools/schools.queries.ts';
import type { Readers } from './import-runs.jobs.ts';

/*
 * A folder of the server in which a school's other systems put files, for example every night: `<folder>/<code of the school>/`. Files that
 * haven't changed for a while are moved to a subfolder together and imported like those of the operator's command. If several servers share
 * the folder, one at a time works for a school. If it stops before the end, the next server completes its work.
 */

/** Milliseconds without a change after which a file counts as complete. */
const restMs = 60_000;
const askMs = 60_000;
/** Days for which imported files and their reports are kept. */
const retentionDays = 30;

export interface WatchOptions {
  readonly folder: string;
  readonly pool: Pool;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'error'>;
}

const isOurs = (name: string): boolean =>
  (campusFiles as readonly string[]).includes(name) ||
  (plainFileName.test(name) && zipName.test(name));

/** Returns the waiting files of a school if all of them are complete, and otherwise none. */
const waitingIn = async (folder: string, now: Date): Promise<string[]> => {
  const names = (await readdir(folder).catch(() => [])).filter(isOurs);
  const found = await Promise.all(
    names.map(async (name) => ({ name, at: await stat(join(folder, name)).catch(() => null) })),
  );
  const ready = found.filter(({ at }) => at?.isFile() === true);
  const rests = ready.every(({ at }) => now.getTime() - (at?.mtimeMs ?? 0) >= restMs);
  return rests ? ready.map(({ name }) => name) : [];
};

/**
 * Files that are imported together: a zip file, or all CSV files. They are moved to a folder in `taken/`, next to a list of their names.
 */
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

/** Returns deliveries that were started but not completed, because the server stopped. */
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
 * Moves a delivery: first it writes the list with one rename, then it moves each file. Repeated, it moves the missing files, so an
 * interruption at any point is repaired. Returns the names that exist.
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

/** Imports one zip file, or CSV files together. Returns the text of the report. */
const importOne = async (
  { pool, files, clock }: WatchOptions,
  readers: Readers,
  code: string,
  place: { path: string; source: string; signal: AbortSignal },
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
      signal: place.signal,
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
    if (at !== null && now.getTime() - at.mtimeMs > retentionDays * 86_400_000)
      await rm(join(folder, name), { recursive: true, force: true });
  }
};

/** Moves a delivery, imports it and moves it to its final folder. Returns false if none of its files exist. */
const finish = async (
  parts: WatchOptions,
  readers: Readers,
  code: string,
  delivery: Delivery,
  signal: AbortSignal,
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
  const { isDone, text } = await importOne(parts, readers, code, { path, source, signal }).catch(
    (error: unknown) => {
      // The server that has the lease now finishes this delivery.
      signal.throwIfAborted();
      parts.log.error({ err: error, school: code }, 'watched folder');
      return { isDone: false, text: 'The import failed; the log of the server says why.' };
    },
  );
  // The reader of the report doesn't need the temporary path.
  await writeFile(join(aside, 'report.txt'), `${text.replaceAll(aside, '')}\n`);
  const end = join(folder, isDone ? 'done' : 'refused');
  await mkdir(end, { recursive: true });
  await rename(aside, join(end, label));
  await rm(list, { force: true });
  parts.log.info({ school: code, isDone, files: taken.length }, 'watched folder');
  return true;
};

/**
 * Imports the waiting files of each school, starting with deliveries that weren't completed: an import that was already stored changes
 * nothing when it is read again. Imported files are moved to `done/` or `refused/`, in a folder named after the time, with `report.txt`.
 * Returns the number of imports.
 */
export const importWaiting = async (parts: WatchOptions, readers: Readers): Promise<number> => {
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
    await withLease(parts.pool, `watched-folder:${code}`, async (signal) => {
      // Read again, because another server may have been working until now.
      for (const delivery of await unfinishedIn(join(folder, 'taken')))
        if (await finish(parts, readers, code, delivery, signal)) imports += 1;
      for (const delivery of deliveriesOf(await waitingIn(folder, now), stamp))
        if (await finish(parts, readers, code, delivery, signal)) imports += 1;
    });
  }
  return imports;
};

/** Looks into the folder every minute. Returns a function that stops it. */
export const watchFolder = (parts: WatchOptions, readers: Readers): (() => Promise<void>) => {
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
