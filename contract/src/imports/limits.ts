/** Limits of imports in the browser. This file doesn't import zod because the browser uses it at run time. */

export const importLimits = {
  /** Maximum length of a file name, in characters and in bytes (UTF-8). */
  fileName: 120,
  fileNameBytes: 200,
  /** All files of an import together, as sent. */
  megabytes: 512,
  files: 20,
  /** Rows with problems that are listed. Others are only counted. */
  problemsMax: 1_000,
} as const;

/** Matches zip files. */
export const zipName = /\.zip$/i;
/** Matches lists that spreadsheet programs save: CSV and tab-separated text. */
export const listName = /\.(?:csv|tsv|txt)$/i;
/** Matches names without a folder, control or invisible formatting characters, or a leading dot. */
export const plainFileName = /^(?![.\s])[^\p{Cc}\p{Cf}\p{Cs}/\\]+$/u;

/**
 * `collecting`: files are arriving. `waiting`, `confirmed`: waiting for their turn. `ready`: waiting for someone to confirm. The
 * last four are final. `refused`: rows are wrong, or the undo isn't possible.
 */
export const runStates = [
  'collecting',
  'waiting',
  'checking',
  'ready',
  'confirmed',
  'storing',
  'done',
  'refused',
  'failed',
  'cancelled',
] as const;
export type RunState = (typeof runStates)[number];

export const finishedStates: readonly RunState[] = ['done', 'refused', 'failed', 'cancelled'];

/** Days in which an import can be undone. After that, the previous state is deleted. */
export const undoDays = 180;

/**
 * Returns the number of accounts that a file can deactivate without confirmation. Above this, the person who confirms must send the number, so
 * that a wrong file can't empty a school. The limit allows a few in a small school, and in a large one as many people as leave in
 * a term.
 */
export const maxDisabledWithoutConfirmation = (activeCount: number): number =>
  Math.max(20, Math.floor(activeCount / 10));
