import type { RowProblem } from '#contract/imports/endpoints.ts';
import { csvOf } from '../../lib/csv.ts';
import { saveFile } from '../../lib/save-file.ts';

/** Returns rows with problems as a CSV file. */
export const problemCsv = (problems: readonly RowProblem[]): string =>
  csvOf(
    ['file', 'line', 'column', 'reason'],
    problems.map(({ file, line, column, reason }) => [file, line, column, reason]),
  );

/** Saves them as a file. */
export function saveProblems(problems: readonly RowProblem[], name: string): void {
  saveFile(name, problemCsv(problems), 'text/csv');
}
