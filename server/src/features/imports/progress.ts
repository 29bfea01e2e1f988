/** The progress of an import: bytes of a file, pictures, or the storing at the end, which has the total 0 because it can't be measured. */
export interface Progress {
  /** The name of the file, 'pictures' or 'storing'. */
  readonly part: string;
  readonly done: number;
  readonly total: number;
  /** Number of rows read so far, in all files. */
  readonly rows: number;
}

/** Passes rows through and counts them. */
export async function* counting<T>(rows: AsyncIterable<T>, onRow: () => void): AsyncGenerator<T> {
  for await (const row of rows) {
    onRow();
    yield row;
  }
}
