import { clubFileLimits, fileReaders, type FileReaders } from '#contract/club-files/limits.ts';

/** Who sees something, as it is stored: 1, 2, 3 in the order of `fileReaders`. */
export const levelOf = (readers: FileReaders): number => fileReaders.indexOf(readers) + 1;

export const readersOf = (level: number): FileReaders => fileReaders[level - 1] ?? 'officers';

/** What a file is about to be changed with. */
interface Owned {
  readonly created_by: number | null;
  /** Whether the folder it is in takes files of members. */
  readonly takes_files: boolean;
}

/** Whether somebody may rename and delete a file and add versions: managers, and members what they put where members may. */
export const canChange = (
  file: Owned,
  who: { readonly me: number; readonly level: number; readonly manages: boolean },
): boolean => who.manages || (file.created_by === who.me && file.takes_files && who.level > 1);

/** Whether folders can be so deep: `above` levels over the highest of a tree of `height`. */
export const isTooDeep = (above: number, height: number): boolean =>
  above + height > clubFileLimits.depth;

/** Whether something can be part of itself after it is moved below a folder with this path. */
export const isRing = (path: readonly number[], moved: number): boolean => path.includes(moved);
