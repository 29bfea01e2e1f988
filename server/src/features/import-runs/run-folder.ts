import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { importLimits, zipName } from '#contract/imports/limits.ts';
import { nameLists } from './list-names.ts';
import type { Files } from '../../kernel/files/files.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { problem } from '../../kernel/http/problem.ts';

const bytesMax = importLimits.megabytes * 1_000_000;
/** Bytes of a file that are written between two checks of the total size, because several files can arrive at the same time. */
const lookEvery = 16_000_000;

export const folderOf = (files: Files, school: SchoolId, run: number): string =>
  join(files.incoming(school), String(run));

const sizesIn = async (folder: string): Promise<Map<string, number>> => {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map(
      async (name) =>
        [name, (await stat(join(folder, name)).catch(() => null))?.size ?? 0] as const,
    ),
  );
  return new Map(sizes);
};

const tooLarge = () =>
  problem('import_too_large', { max: importLimits.megabytes, files: importLimits.files });

/** Throws if this file makes the files of a run too many or too large. The file in transfer is its `.part`. */
const checkRoom = async (folder: string, name: string): Promise<void> => {
  const sizes = await sizesIn(folder);
  sizes.delete(name);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  if (total > bytesMax || sizes.size > importLimits.files) throw tooLarge();
};

/** A file of a run in a bucket. */
export interface StagedFile {
  readonly key: string;
  readonly size: number;
}
/** The files of a run in a bucket, by name. */
export type StagedFiles = Readonly<Record<string, StagedFile>>;

/** Throws if the files of a run in a bucket are too many or too large. */
export const checkStaged = (files: StagedFiles): void => {
  const sizes = Object.values(files).map(({ size }) => size);
  if (sizes.reduce((sum, size) => sum + size, 0) > bytesMax || sizes.length > importLimits.files)
    throw tooLarge();
};

/** The run that receives a file, and its store. */
interface Target {
  readonly files: Files;
  readonly school: SchoolId;
  readonly run: number;
}

/**
 * Stores one file of a run, and replaces a file with the same name. `commit` runs while the run is locked: it moves the file to its place,
 * or records the file in the bucket. Returns its size.
 */
export const saveFile = async (
  { files, school, run }: Target,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  commit: (stored: { put: () => Promise<void> } | { staged: StagedFile }) => Promise<void>,
): Promise<number> => {
  const { staging } = files;
  const folder = folderOf(files, school, run);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A unique name, because the same file can be uploaded again during a first upload.
  const aside = join(folder, `${name}.${randomBytes(6).toString('hex')}.part`);
  let size = 0;
  let looked = 0;
  const measured = async function* () {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > bytesMax) throw tooLarge();
      if (size - looked > lookEvery) {
        looked = size;
        await checkRoom(folder, name);
      }
      yield chunk;
    }
  };
  try {
    await pipeline(measured, createWriteStream(aside, { flags: 'wx', mode: 0o600 }));
    await checkRoom(folder, name);
    if (staging === null) await commit({ put: () => rename(aside, join(folder, name)) });
    else {
      const key = await staging.put(school, run, aside);
      await commit({ staged: { key, size } }).catch(async (error: unknown) => {
        await staging.remove(school, run, key).catch(() => undefined);
        throw error;
      });
      await unlink(aside);
    }
    return size;
  } catch (error) {
    await unlink(aside).catch(() => undefined);
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw problem('unavailable');
    throw error;
  }
};

/**
 * Returns the path that the readers open: the zip file if there is one, or otherwise the folder. Throws if it is neither one zip file nor
 * CSV files.
 */
export const bundlePath = async (folder: string): Promise<string> => {
  const names = [...(await sizesIn(folder)).keys()].filter((name) => !name.endsWith('.part'));
  const zips = names.filter((name) => zipName.test(name));
  if (names.length === 0)
    throw problem('invalid_input', {}, [{ path: 'files', message: 'there are no files yet' }]);
  if (zips.length > 0 && names.length > 1)
    throw problem('invalid_input', {}, [
      { path: 'files', message: 'send one zip, or CSV files; not both' },
    ]);
  if (zips[0] !== undefined) return join(folder, zips[0]);
  await nameLists(folder, names);
  return folder;
};

/**
 * Calls `work` with the folder of a run's files. From a bucket, it downloads them to a new folder and removes that afterward. The folders of
 * other runs are leftovers of a killed server, because a school has one run at a time.
 */
export const withRunFiles = async <T>(
  { files, school, run }: Target,
  staged: StagedFiles,
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  const folder = folderOf(files, school, run);
  const { staging } = files;
  if (staging === null) return work(folder);
  await removeOthers(files.incoming(school), [run]);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(join(folder, 'work-'));
  try {
    for (const [name, { key }] of Object.entries(staged))
      await staging.get(school, run, key, join(own, name));
    return await work(own);
  } finally {
    await removeFolder(own);
  }
};

/** Removes the files of a run from the folder and the bucket. */
export const removeRunFiles = async (
  { files, school, run }: Target,
  staged: StagedFiles,
): Promise<void> => {
  await removeFolder(folderOf(files, school, run));
  for (const { key } of Object.values(staged)) await files.staging?.remove(school, run, key);
};

export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true });

/** Removes the files of all runs but those named. */
export const removeOthers = async (
  incoming: string,
  stored: readonly number[],
): Promise<number> => {
  const gone = (await readdir(incoming).catch(() => [])).filter(
    (name) => !stored.some((id) => String(id) === name),
  );
  for (const name of gone) await removeFolder(join(incoming, name));
  return gone.length;
};
