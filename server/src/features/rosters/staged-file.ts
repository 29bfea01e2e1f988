import type { Field, Kind } from './kinds.ts';
import type { Mode } from './manifest.ts';

/** A file of the roster in its staging table. */
export interface StagedFile {
  readonly kind: Kind;
  readonly mode: Mode;
  /** The columns of the file, or null if its header was invalid. */
  readonly fields: readonly Field[] | null;
  readonly rows: number;
}
