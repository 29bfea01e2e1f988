import type { RowProblem } from '#contract/imports.ts';

/** A cell for spreadsheet programs, which take a text that begins like a formula for one. */
const cell = (value: string | number): string => {
  const text = String(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

/** Rows with problems as a CSV file; spreadsheet programs need the mark at its beginning. */
export const problemCsv = (problems: readonly RowProblem[]): string =>
  `\ufefffile,line,column,reason\r\n${problems.map(({ file, line, column, reason }) => [file, line, column, reason].map(cell).join(',')).join('\r\n')}\r\n`;

/** Has the browser save them. */
export function saveProblems(problems: readonly RowProblem[], name: string): void {
  const url = URL.createObjectURL(new Blob([problemCsv(problems)], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
