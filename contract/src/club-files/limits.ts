/* Words and limits of the files of clubs. No zod here: the browser imports these at run time. */

/** Bytes of a megabyte, as the space of a club is counted. */
export const megabyte = 1024 * 1024;

export const clubFileLimits = {
  /** Characters of the name of a folder and of a file. */
  folderName: 120,
  fileName: 200,
  search: 100,
  /** Folders in folders, the one at the top counted. */
  depth: 5,
  folders: 500,
  files: 5_000,
  /** Versions that are kept of one file. */
  versions: 20,
  /** Megabytes of one club, of all versions, where the school has set nothing, and at most. */
  clubDefault: 2_048,
  clubMost: 1_048_576,
} as const;

/** Who sees a folder or file: whoever reads what is posted in the club, its members, its officers. */
export const fileReaders = ['everyone', 'members', 'officers'] as const;
export type FileReaders = (typeof fileReaders)[number];

export const fileOrders = ['name', 'newest', 'largest'] as const;
export type FileOrder = (typeof fileOrders)[number];
