import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
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

/**
 * Stores one file of a run, and replaces a file with the same name. `commit` moves it to its place while the run is locked. Returns its
 * size.
 */
export const saveFile = async (
  folder: string,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  commit: (put: () => Promise<void>) => Promise<void>,
): Promise<number> => {
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
    await commit(() => rename(aside, join(folder, name)));
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
