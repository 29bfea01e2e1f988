import type { RowProblem } from '#contract/imports/endpoints.ts';
import { saveFile } from '../../lib/save-file.ts';

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
  saveFile(name, problemCsv(problems), 'text/csv');
}
