import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { Files } from '../../../kernel/files/files.ts';
import type { SchoolId } from '../../../kernel/ids.ts';

/** Files that are copied at the same time. */
const atOnce = 8;

/** Returns whether two cells store their files in the same folder or bucket. */
export const isSameStore = async (
  source: Files,
  target: Files,
  school: SchoolId,
): Promise<boolean> => {
  const name = `${randomBytes(20).toString('hex')}.bin`;
  await target.putAs(school, name, Buffer.from('Commons'));
  try {
    const found = await source.get(school, name);
    found?.stream.destroy();
    return found !== null;
  } finally {
    await target.remove(school, name);
  }
};

/**
 * Copies the files and secrets of a school that the target doesn't have. A file's content never changes, so its name and size identify it.
 * `known` has the names that are already there. Returns the number of copied files.
 */
export const copyFiles = async (
  source: Files,
  target: Files,
  school: SchoolId,
  known: Set<string>,
  signal: AbortSignal,
): Promise<number> => {
  const limit = pLimit(atOnce);
  let copied = 0;
  const copyOne = async (name: string) => {
    signal.throwIfAborted();
    // Null if it was removed after the listing, because no row refers to it any longer.
    const found = await source.get(school, name);
    if (found !== null) {
      await target.putAs(school, name, await buffer(found.stream));
      copied += 1;
    }
    known.add(name);
  };
  for await (const files of source.list(school))
    await Promise.all(
      files.filter(({ name }) => !known.has(name)).map(({ name }) => limit(() => copyOne(name))),
    );
  for (const name of await source.listSecrets(school)) {
    const bytes = known.has(name) ? null : await source.getSecret(school, name);
    if (bytes !== null) await target.putSecret(school, name, bytes);
    known.add(name);
  }
  return copied;
};

/** Returns the names of the files that the target has already, with the size that the source lists. */
export const listCopied = async (
  source: Files,
  target: Files,
  school: SchoolId,
): Promise<Set<string>> => {
  const sizes = new Map<string, number>();
  for await (const files of target.list(school))
    for (const { name, size } of files) sizes.set(name, size);
  const known = new Set<string>();
  if (sizes.size === 0) return known;
  for await (const files of source.list(school))
    for (const { name, size } of files) if (sizes.get(name) === size) known.add(name);
  return known;
};

/** Removes a school's files and secrets from a store. */
export const removeFiles = async (files: Files, school: SchoolId): Promise<void> => {
  for await (const found of files.list(school))
    for (const { name } of found) await files.remove(school, name);
  for (const name of await files.listSecrets(school)) await files.removeSecret(school, name);
};
