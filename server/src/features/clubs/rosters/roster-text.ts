import { headerKey, readCsvText } from '../../../kernel/files/csv.ts';

/** One row of a list of people: the line it begins on, and what names somebody. */
export interface RosterRow {
  readonly line: number;
  readonly value: string;
}

/** Headings of the column that identifies people, as `headerKey` returns them. */
const headings = ['email', 'emailaddress', 'mail', 'uid', 'id'];

/**
 * Rows of a pasted list or of a CSV file, as spreadsheet programs write it. The column is the one that its header names; without a
 * header, of each row the first cell that looks like an e-mail address, or the first of all.
 */
export const readRoster = (text: string): RosterRow[] => {
  const rows = readCsvText(text);
  const names = (rows[0]?.cells ?? []).map(headerKey);
  const column = headings.map((name) => names.indexOf(name)).find((at) => at >= 0);
  return (column === undefined ? rows : rows.slice(1)).flatMap(({ line, cells }) => {
    const value =
      (column === undefined
        ? (cells.find((cell) => cell.includes('@')) ?? cells[0])
        : cells[column]) ?? '';
    // An apostrophe keeps spreadsheet programs from running a cell.
    const bare = value.replace(/^'/, '').toWellFormed();
    return bare === '' ? [] : [{ line, value: bare }];
  });
};
