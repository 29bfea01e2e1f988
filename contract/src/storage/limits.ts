/* Numbers and words of storage, for both sides. No imports: the web app reads them at run time. */

/** Bytes of a megabyte, as limits on storage are set. */
export const storageMegabyte = 1_000_000;

export const storageLimits = {
  /** Megabytes of one person, and of a school. */
  personMost: 1_000_000,
  schoolMost: 1_000_000_000,
} as const;

/** What files belong to, in the order in which a file that belongs to several is counted. */
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

/** Where a file is used, as its owner is shown it. */
export const filePlaces = [
  'chat',
  'post',
  'deleted_post',
  'draft',
  'survey',
  'event',
  'club',
  'club_registration',
  'experience',
  'transcript',
] as const;
export type FilePlace = (typeof filePlaces)[number];
