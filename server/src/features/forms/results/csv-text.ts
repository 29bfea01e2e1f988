/** Characters that start a formula in spreadsheet programs. */
const formula = /^[=+\-@\t\r]/;

type CsvRow = readonly (string | number)[];

/** Returns a cell. Text that would run as a formula gets an apostrophe, which spreadsheet programs don't show. Numbers stay numbers. */
const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const linesOf = (rows: readonly CsvRow[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Returns rows as CSV (RFC 4180), with the byte order mark by which spreadsheet programs recognize UTF-8. */
export const csvText = (rows: readonly CsvRow[]): string => `\u{feff}${linesOf(rows)}`;

/** Returns CSV as a file in a response. */
export const csvFile = (name: string, csv: string | Buffer) => ({
  name,
  mediaType: 'text/csv; charset=utf-8',
  content: Buffer.from(csv).toString('base64'),
});

/** Reads rows page by page, and returns them as CSV. It converts a page before it reads the next one, so that few rows are in memory. */
export const csvOfPages = async (
  header: CsvRow,
  pages: AsyncIterable<readonly CsvRow[]>,
): Promise<Buffer> => {
  const parts = [Buffer.from(csvText([header]))];
  for await (const rows of pages) parts.push(Buffer.from(linesOf(rows)));
  return Buffer.concat(parts);
};
