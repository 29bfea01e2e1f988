/** Measures of imports in the browser. No zod here: the browser imports these at run time. */

export const importLimits = {
  /** Maximum length of a file name, in characters and in bytes (UTF-8). */
  fileName: 120,
  fileNameBytes: 200,
  /** Of all files of an import together, as they are sent. */
  megabytes: 512,
  files: 20,
  /** Rows with problems that are named; the rest is counted. */
  problemsMax: 1_000,
} as const;

/** Matches zip files. */
export const zipName = /\.zip$/i;
/** Matches lists that spreadsheet programs save: CSV and tab-separated text. */
export const listName = /\.(?:csv|tsv|txt)$/i;
/** Matches names without a folder, control or invisible formatting characters, or a leading dot. */
export const plainFileName = /^(?![.\s])[^\p{Cc}\p{Cf}\p{Cs}/\\]+$/u;

/**
 * collecting: its files arrive. waiting, confirmed: for its turn. ready: for somebody to confirm. The last four are ends;
 * refused: rows are wrong, or it cannot be undone.
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

/** Days for which an import can be taken back; then what stood before it is forgotten. */
export const undoDays = 180;

/**
 * A file that would end more people than this is taken only from somebody who says how many: a wrong file must not
 * empty a school. A small school may lose a few, a large one as many as leave in a term.
 */
export const endsFreely = (activeCount: number): number =>
  Math.max(20, Math.floor(activeCount / 10));
