import type { Field, Kind } from './kinds.ts';
import type { Mode } from './manifest.ts';

/** A file of the roster in its staging table. */
export interface StagedFile {
  readonly kind: Kind;
  readonly mode: Mode;
  /** The columns of the file. Null if its header was unusable. */
  readonly fields: readonly Field[] | null;
  readonly rows: number;
}
