import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import type { Pool } from '../../kernel/database/database.ts';
import type { Files } from '../../kernel/files/files.ts';
import type { Log } from '../../kernel/log.ts';
import { campusFiles } from '../imports/campus-files.ts';
import { ImportRefused, problemLine } from '../imports/problems.ts';
import { selectSchoolId } from '../schools/schools.queries.ts';
import type { Readers } from './import-runs.jobs.ts';

/*
 * A folder of the server in which a school's other systems put files, such as every night: `<folder>/<code of the school>/`. Files that
 * have rested for a while are taken together, moved aside and imported like those that the operator's command reads.
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
  (campusFiles as readonly string[]).includes(name) || /^[\w][\w. -]{0,119}\.zip$/i.test(name);

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

/** Moves files aside; whoever moves a file first has it. Answers those that are ours. */
const take = async (from: string, to: string, names: readonly string[]): Promise<string[]> => {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const taken: string[] = [];
  for (const name of names)
    await rename(join(from, name), join(to, name)).then(
      () => taken.push(name),
      () => undefined,
    );
  return taken;
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

/**
 * Imports what waits in the folder of each school. What was taken lies in `done/` or `refused/` below it, in a folder of its own by the
 * moment, with `report.txt`. Answers how many imports there were.
 */
export const importWaiting = async (parts: WatchedParts, readers: Readers): Promise<number> => {
  let imports = 0;
  const now = parts.clock.now();
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-');
  for (const code of await readdir(parts.folder).catch(() => [])) {
    const folder = join(parts.folder, code);
    const names = await waitingIn(folder, now);
    for (const kept of ['done', 'refused']) await removeOld(join(folder, kept), now);
    const zips = names.filter((name) => /\.zip$/i.test(name));
    const sheets = names.filter((name) => !/\.zip$/i.test(name));
    for (const group of [...zips.map((name) => [name]), ...(sheets.length > 0 ? [sheets] : [])]) {
      const [first = ''] = group;
      const isZip = /\.zip$/i.test(first);
      const label = `${stamp}-${isZip ? first.replace(/\.zip$/i, '') : 'files'}`;
      const aside = join(folder, 'taken', label);
      const taken = await take(folder, aside, group);
      if (taken.length === 0) continue;
      const path = isZip ? join(aside, first) : aside;
      const source = isZip ? first : taken.join(', ');
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
      parts.log.info({ school: code, isDone, files: taken.length }, 'watched folder');
      imports += 1;
    }
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
