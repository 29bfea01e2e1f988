/** Characters that start a formula in spreadsheet programs. */
const formula = /^[=+\-@\t\r]/;

/** Returns a cell. Text that would run as a formula gets an apostrophe, which spreadsheet programs don't show. Numbers stay numbers. */
const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Returns rows as CSV (RFC 4180), with the byte order mark by which spreadsheet programs recognize UTF-8. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  `\u{feff}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
