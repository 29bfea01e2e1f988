import { headerKey, readCsvText } from '../../../kernel/files/csv.ts';

/** A row of a list of people: its first line, and the text that identifies someone. */
export interface RosterRow {
  readonly line: number;
  readonly value: string;
}

/** Headings of the column that identifies people, as `headerKey` returns them. */
const headings = ['email', 'emailaddress', 'mail', 'uid', 'id'];

/**
 * Reads a pasted list or a CSV file from a spreadsheet program. The header names the column. Without a header, it is the first cell of each
 * row that looks like an email address, or the first cell.
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
    // An apostrophe keeps spreadsheet programs from running a cell as a formula.
    const bare = value.replace(/^'/, '').toWellFormed();
    return bare === '' ? [] : [{ line, value: bare }];
  });
};
