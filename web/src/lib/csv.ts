/** Returns a cell. Spreadsheet programs would treat text that starts like a formula as one, so it is escaped. */
const cell = (value: string | number): string => {
  const text = String(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

/** Returns rows as CSV. Spreadsheet programs need the byte order mark at the start. */
export const csvOf = (
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string =>
  `\ufeff${columns.join(',')}\r\n${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
