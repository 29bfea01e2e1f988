/** A cell for spreadsheet programs, which take a text that begins like a formula for one. */
const cell = (value: string | number): string => {
  const text = String(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

/** Rows as a CSV file; spreadsheet programs need the mark at its beginning. */
export const csvOf = (
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string =>
  `\ufeff${columns.join(',')}\r\n${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
