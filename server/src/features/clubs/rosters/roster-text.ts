import { parse } from 'csv-parse/sync';

/** One row of a list of people: the line it begins on, and what names somebody. */
export interface RosterRow {
  readonly line: number;
  readonly value: string;
}

const headers = ['email', 'e-mail', 'email address', 'e-mail address', 'mail', 'uid', 'id'];

/** Whichever of them stands in the first row most often. */
const delimiterOf = (text: string): string => {
  const [head = ''] = text.split('\n', 1);
  const counted = [',', ';', '\t'].map((sign) => ({ sign, n: head.split(sign).length }));
  return counted.toSorted((a, b) => b.n - a.n)[0]?.sign ?? ',';
};

type Row = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

/** Cells with their place in the file. A list with a quote that never closes is read as if quotes meant nothing. */
const rowsOf = (text: string): readonly Row[] => {
  const options = {
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    info: true,
  };
  // The package's types know no rows with their place.
  const read = (more: object) => parse(text, { ...options, ...more }) as unknown as readonly Row[];
  try {
    return read({});
  } catch {
    return read({ quote: false });
  }
};

/**
 * Rows of a pasted list or of a CSV file, as spreadsheet programs write it. The column is the one that its header names; without a
 * header, of each row the first cell that looks like an e-mail address, or the first of all.
 */
export const readRoster = (text: string): RosterRow[] => {
  const plain = text
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  const rows = rowsOf(plain);
  const names = (rows[0]?.record ?? []).map((cell) => cell.toLowerCase());
  const column = headers.map((name) => names.indexOf(name)).find((at) => at >= 0);
  return (column === undefined ? rows : rows.slice(1)).flatMap(({ record, info }) => {
    const value =
      (column === undefined
        ? (record.find((cell) => cell.includes('@')) ?? record[0])
        : record[column]) ?? '';
    // An apostrophe keeps spreadsheet programs from running a cell.
    const bare = value.replace(/^'/, '').toWellFormed();
    return bare === '' ? [] : [{ line: info.lines, value: bare }];
  });
};
