/** How far an import is: bytes of a file, pictures, or (total 0) the writing at the end, which has no measure. */
export interface Progress {
  /** The file's name, 'pictures' or 'storing'. */
  readonly part: string;
  readonly done: number;
  readonly total: number;
  /** Rows read so far, of all files. */
  readonly rows: number;
}

/** Passes rows on and counts them. */
export async function* counting<T>(rows: AsyncIterable<T>, onRow: () => void): AsyncGenerator<T> {
  for await (const row of rows) {
    onRow();
    yield row;
  }
}
