import type { BulkRow, BulkValue } from '../../kernel/database/bulk.ts';
import { cellText, readCsv, type CsvRow } from './csv.ts';
import { Wrong } from './imports.rules.ts';
import type { ReportProblem } from './problems.ts';

interface Field<C extends string> {
  readonly column: C;
  readonly parse: (text: string) => BulkValue | Wrong;
}

/** What a CSV file holds: the columns its header names, and its rows as values to store. */
export interface Sheet<C extends string> {
  readonly columns: readonly C[];
  /** The line and the values in the order of `columns`. A cell that is wrong is told and stands as null. */
  rows(): AsyncGenerator<BulkRow>;
}

const readHeader = <C extends string>(
  header: CsvRow,
  fields: Readonly<Record<string, Field<C>>>,
  required: readonly string[],
  report: ReportProblem,
): (readonly [string, Field<C>])[] | null => {
  const names = header.cells.map((cell) => cell.toString('utf8').trim());
  const wrong: string[] = [];
  const known = `columns: ${Object.keys(fields).join(', ')}`;
  for (const [index, name] of names.entries()) {
    if (!Object.hasOwn(fields, name)) {
      const hint =
        name.includes(';') || name.includes('\t') ? '; cells are separated by commas' : '';
      wrong.push(`there is no column ${JSON.stringify(name)}${hint}; ${known}`);
    } else if (names.indexOf(name) !== index) wrong.push(`the column ${name} stands here twice`);
  }
  for (const name of required)
    if (!names.includes(name)) wrong.push(`the column ${name} is missing`);
  for (const reason of wrong) report({ line: header.line, column: '', reason });
  return wrong.length > 0
    ? null
    : names.flatMap((name) => {
        const field = fields[name];
        return field === undefined ? [] : [[name, field] as const];
      });
};

const parseCell = (cell: Buffer, field: Field<string>): BulkValue | Wrong => {
  const read = cellText(cell);
  return 'reason' in read ? new Wrong(read.reason) : field.parse(read.text);
};

/**
 * Opens a CSV file by its header; null (told) when the header cannot be used. `key`: columns without which a row
 * cannot be kept at all. `onRow` is called for every row read.
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
  return {
    columns: header.map(([, field]) => field.column),
    rows: async function* () {
      for await (const { line, cells } of reader) {
        options.onRow?.();
        if (cells.length !== header.length) {
          report({
            line,
            column: '',
            reason: `has ${cells.length} cells where the header has ${header.length}`,
          });
          continue;
        }
        let hasKey = true;
        const row: BulkValue[] = [line];
        for (const [index, [name, field]] of header.entries()) {
          const value = parseCell(cells[index] ?? Buffer.alloc(0), field);
          if (value instanceof Wrong) {
            report({ line, column: name, reason: value.reason });
            if (key.includes(field.column)) hasKey = false;
            row.push(null);
          } else row.push(value);
        }
        // A row with a wrong cell is kept for the checks across rows; nothing of a file with problems is stored.
        if (hasKey) yield row;
      }
    },
  };
};
