/* Limits and lists of club files. This file doesn't import zod because the browser uses it at run time. */

/** Bytes of a megabyte in a club's storage. */
export const megabyte = 1024 * 1024;

export const clubFileLimits = {
  /** Characters of folder and file names. */
  folderName: 120,
  fileName: 200,
  search: 100,
  /** Levels of folders, including the top one. */
  depth: 5,
  folders: 500,
  files: 5_000,
  /** Versions kept of one file. */
  versions: 20,
  /** Megabytes of one club, with all versions: the default, and the maximum that a school can set. */
  clubDefault: 2_048,
  clubMost: 1_048_576,
} as const;

/** Readers of a folder or file: everyone who can read the club's posts, its members, or its officers. */
export const fileReaders = ['everyone', 'members', 'officers'] as const;
export type FileReaders = (typeof fileReaders)[number];

export const fileOrders = ['name', 'newest', 'largest'] as const;
export type FileOrder = (typeof fileOrders)[number];
