/** How far an import is: bytes of a file, pictures, or (total 0) the writing at the end, which has no measure. */
export interface Progress {
  /** The file's name, 'pictures' or 'storing'. */
  readonly part: string;
  readonly done: number;
  readonly total: number;
}
