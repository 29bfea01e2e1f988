/* Storage constants for the server and the web app. This file imports nothing because the web app loads it at run time. */

/** Bytes per megabyte in storage limits. */
export const storageMegabyte = 1_000_000;

export const storageLimits = {
  /** Highest limits that staff can set, in megabytes. */
  personMost: 1_000_000,
  schoolMost: 1_000_000_000,
} as const;

/** Types of stored files. A file with several types counts as the first of them. */
export const storageTypes = [
  'club_files',
  'posts',
  'chat',
  'forms',
  'record',
  'reports',
  'unused',
  'pictures',
] as const;
export type StorageType = (typeof storageTypes)[number];

/** Types of items that use a file, shown to its owner. */
export const fileUses = [
  'chat',
  'post',
  'deleted_post',
  'draft',
  'survey',
  'event',
  'club',
  'club_registration',
  'job',
  'budget_request',
  'experience',
  'transcript',
] as const;
export type FileUse = (typeof fileUses)[number];
