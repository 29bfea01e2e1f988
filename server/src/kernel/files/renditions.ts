import type { Scope } from '../context.ts';
import { newStem, type Files } from './files.ts';
import type { RenditionFile } from './picture-encoding.ts';
import type { SchoolId } from '../ids.ts';
import { reserveStorage, type OwnGrowth } from './storage.ts';

/** Removes files that no row will refer to. If a file can't be removed now, the sweep removes it later. */
export const removeFiles = async (
  files: Files,
  school: SchoolId,
  names: readonly string[],
): Promise<void> => {
  await Promise.allSettled(names.map((name) => files.remove(school, name)));
};

/** Returns the total size of some files in bytes. */
export const bytesOf = (files: readonly { bytes: Buffer }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes.length, 0);

/**
 * Stores the renditions of a picture, and the original if it is kept. Returns the name for rows. If one file can't be stored, removes the
 * others. Rejects pictures over the school's storage limit, and with `own` also over the person's.
 */
export const storeRenditions = async (
  scope: Scope,
  set: readonly RenditionFile[],
  { original, own }: { original?: { name: string; bytes: Buffer }; own?: OwnGrowth } = {},
): Promise<string> => {
  const { files } = scope;
  const { school_id: school } = scope.school;
  const stem = newStem();
  const all = [
    ...set.map(({ ending, bytes }) => ({ name: `${stem}${ending}`, bytes })),
    ...(original ? [original] : []),
  ];
  await reserveStorage(scope, bytesOf(all), own);
  const stored = await Promise.allSettled(
    all.map(({ name, bytes }) => files.putAs(school, name, bytes)),
  );
  const failed = stored.find((one) => one.status === 'rejected');
  if (failed === undefined) return `${stem}-m.webp`;
  await removeFiles(
    files,
    school,
    all.map(({ name }) => name),
  );
  throw failed.reason;
};
