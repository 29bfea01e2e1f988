import type { BulkRow, BulkValue } from '../../kernel/database/bulk.ts';
import {
  trimCell,
  fitsHeader,
  headerKey,
  readCsv,
  UndecodableCell,
  type CsvRow,
} from '../../kernel/files/csv.ts';
import { InvalidCell } from './imports.rules.ts';
import type { ReportProblem } from './problems.ts';

interface Field<C extends string> {
  readonly column: C;
  readonly parse: (text: string) => BulkValue | InvalidCell;
}

/** Alternative headings that student systems and address books use for our columns, as `headerKey` returns them. */
const otherNames: Readonly<Record<string, string>> = {
  emailaddress: 'email',
  mail: 'email',
  givenname: 'firstName',
  forename: 'firstName',
  surname: 'lastName',
  familyname: 'lastName',
  login: 'username',
  userid: 'username',
};

/** Columns by normalized heading, including the alternatives. */
export const columnNames = (columns: readonly string[]): Map<string, string> =>
  new Map([
    ...Object.entries(otherNames).filter(([, name]) => columns.includes(name)),
    ...columns.map((name) => [headerKey(name), name] as const),
  ]);

/** The content of a CSV file: the columns in its header, and its rows as values to store. */
export interface Sheet<C extends string> {
  readonly columns: readonly C[];
  /** The line and the values in the order of `columns`. An invalid cell is reported and becomes null. */
  rows(): AsyncGenerator<BulkRow>;
}

/** Returns the columns of a header by position, with null for unnamed columns. */
type Header<C extends string> = readonly (readonly [string, Field<C>] | null)[];

const readHeader = <C extends string>(
  header: CsvRow,
  fields: Readonly<Record<string, Field<C>>>,
  required: readonly string[],
  report: ReportProblem,
): Header<C> | null => {
  const names = columnNames(Object.keys(fields));
  const wrong: string[] = [];
  const found = header.cells.map((cell): readonly [string, Field<C>] | null => {
    const text = cell instanceof UndecodableCell ? '' : trimCell(cell);
    if (cell instanceof UndecodableCell) wrong.push(`a column's name ${cell.reason}`);
    const name = names.get(headerKey(text));
    const field = name === undefined ? undefined : fields[name];
    if (name === undefined || field === undefined) {
      if (text !== '')
        wrong.push(
          `there is no column ${JSON.stringify(text)}; columns: ${Object.keys(fields).join(', ')}`,
        );
      return null;
    }
    return [name, field];
  });
  const named = found.map((one) => one?.[0]);
  for (const [index, name] of named.entries())
    if (name !== undefined && named.indexOf(name) !== index)
      wrong.push(`the column ${name} appears twice`);
  for (const name of required)
    if (!named.includes(name)) wrong.push(`the column ${name} is missing`);
  for (const reason of wrong) report({ line: header.line, column: '', reason });
  return wrong.length > 0 ? null : found;
};

const parseCell = (cell: string | UndecodableCell, field: Field<string>): BulkValue | InvalidCell =>
  cell instanceof UndecodableCell ? new InvalidCell(cell.reason) : field.parse(cell);

/**
 * Opens a CSV file and reads its header. Returns null, and reports a problem, if the header is invalid. `key` are the columns that each row
 * needs. `onRow` is called for every row.
 */
export const openSheet = async <C extends string>(options: {
  bytes: AsyncIterable<Buffer>;
  fields: Readonly<Record<string, Field<C>>>;
  required: readonly string[];
  key: readonly C[];
  report: ReportProblem;
  onRow?: () => void;
}): Promise<Sheet<C> | null> => {
  const { fields, required, key, report } = options;
  const reader = readCsv(options.bytes, report);
  const first = await reader.next();
  if (first.done === true) {
    report({
      line: 1,
      column: '',
      reason: `the file has no header; it begins with ${required.join(',')} …`,
    });
    return null;
  }
  const header = readHeader(first.value, fields, required, report);
  if (header === null) {
    await reader.return(undefined);
    return null;
  }
  const columns = header.flatMap((one) => (one === null ? [] : [one[1].column]));
  return {
    columns,
    rows: async function* () {
      for await (const csvRow of reader) {
        options.onRow?.();
        const { line, cells } = csvRow;
        if (!fitsHeader(csvRow, header.length)) {
          report({
            line,
            column: '',
            reason: `has ${cells.length} cells, but the header has ${header.length}`,
          });
          continue;
        }
        let hasKey = true;
        const row: BulkValue[] = [line];
        for (const [index, found] of header.entries()) {
          const cell = cells[index] ?? '';
          if (found === null) {
            if (cell instanceof UndecodableCell || trimCell(cell) !== '')
              report({
                line,
                column: '',
                reason: `has a value in cell ${index + 1}, where the header names no column`,
              });
            continue;
          }
          const [name, field] = found;
          const value = parseCell(cell, field);
          if (value instanceof InvalidCell) {
            report({ line, column: name, reason: value.reason });
            if (key.includes(field.column)) hasKey = false;
            row.push(null);
          } else row.push(value);
        }
        // A row with an invalid cell is kept for the checks across rows. If a file has problems, nothing of it is stored.
        if (hasKey) yield row;
      }
    },
  };
};
