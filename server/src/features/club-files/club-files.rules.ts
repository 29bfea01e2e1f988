import { clubFileLimits, fileReaders, type FileReaders } from '#contract/club-files/limits.ts';

/** Returns the stored visibility: 1, 2, 3 in the order of `fileReaders`. */
export const levelOf = (readers: FileReaders): number => fileReaders.indexOf(readers) + 1;

export const readersOf = (level: number): FileReaders => fileReaders[level - 1] ?? 'officers';

/** The facts that determine whether a file can be changed. */
interface Owned {
  readonly created_by: number | null;
  /** True if its folder accepts files from members. */
  readonly takes_files: boolean;
}

/**
 * Returns whether a person can rename, delete and add versions of a file: managers, and members for their own files in folders that accept
 * them.
 */
export const canChange = (
  file: Owned,
  who: { readonly me: number; readonly level: number; readonly manages: boolean },
): boolean => who.manages || (file.created_by === who.me && file.takes_files && who.level > 1);

/** Returns whether folders would be nested too deeply: `above` levels above the top of a tree of `height`. */
export const isTooDeep = (above: number, height: number): boolean =>
  above + height > clubFileLimits.depth;

/** Returns whether a folder would become part of itself after moving below a folder with this path. */
export const isRing = (path: readonly number[], moved: number): boolean => path.includes(moved);
