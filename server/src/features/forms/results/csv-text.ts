/** What a spreadsheet takes for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/;

/** A cell: text that would run as a formula is led by an apostrophe, which spreadsheets do not show. Numbers stay numbers. */
const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  `\u{feff}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
