/* Workbooks have a maximum number of rows, because a spreadsheet program opens them at once. CSV files are complete. */

/** Returns up to `max` rows from pages of rows. */
export const firstRows = async <R>(
  pages: AsyncIterable<readonly R[]>,
  max: number,
): Promise<R[]> => {
  const rows: R[] = [];
  for await (const page of pages) {
    rows.push(...page.slice(0, max - rows.length));
    if (rows.length === max) break;
  }
  return rows;
};

/** Returns the name of a file without its extension. The name shows if rows are missing. */
export const cutName = (name: string, rows: number, total: number): string =>
  rows < total ? `${name}-first-${rows}-of-${total}` : name;
