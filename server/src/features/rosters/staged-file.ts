import type { Field, Kind } from './kinds.ts';
import type { Mode } from './manifest.ts';

/** A file of the roster that stands in its staging table. */
export interface StagedFile {
  readonly kind: Kind;
  readonly mode: Mode;
  /** Columns the file has, null when its header could not be used. */
  readonly fields: readonly Field[] | null;
  readonly rows: number;
}
