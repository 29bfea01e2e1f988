import { newStem, type Files } from './files.ts';
import type { RenditionFile } from './picture-encoding.ts';
import type { SchoolId } from '../ids.ts';

/** Removes files that nothing names after all. What cannot be removed now the sweep removes. */
export const removeFiles = async (
  files: Files,
  school: SchoolId,
  names: readonly string[],
): Promise<void> => {
  await Promise.allSettled(names.map((name) => files.remove(school, name)));
};

/**
 * Stores the renditions of a picture, and what they were cut from where that is kept, and answers the name that rows keep. When one
 * cannot be stored, none stays.
 */
export const storeRenditions = async (
  files: Files,
  school: SchoolId,
  set: readonly RenditionFile[],
  original?: { name: string; bytes: Buffer },
): Promise<string> => {
  const stem = newStem();
  const all = [
    ...set.map(({ ending, bytes }) => ({ name: `${stem}${ending}`, bytes })),
    ...(original ? [original] : []),
  ];
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
