import type { BulkRow, BulkValue } from '../../kernel/database/bulk.ts';
import {
  trimCell,
  fitsHeader,
  headerKey,
  readCsv,
  UndecodableCell,
  type CsvRow,
} from '../../kernel/files/csv.ts';
import { InvalidCell } from '../imports/imports.rules.ts';
import type { ReportProblem } from '../imports/problems.ts';
import { isSpreadsheetDate, moment, Deviation, sourcedId } from './cells.ts';
import type { Field, Kind, Version } from './kinds.ts';
import type { Mode } from './manifest.ts';

/**
 * A file of a roster: the table's columns, and the rows with line, sourcedId, whether they ended, modification time,
 * and then `fields`.
 */
export interface RosterSheet {
  readonly fields: readonly Field[];
  rows(): AsyncGenerator<BulkRow>;
}

interface Options {
  readonly bytes: AsyncIterable<Buffer>;
  readonly kind: Kind;
  readonly version: Version;
  readonly mode: Mode;
  readonly report: ReportProblem;
  /** Notes deviations from the specification that are accepted. */
  readonly note: ReportProblem;
}

interface Header {
  /** All columns, including those that aren't stored. */
  readonly names: readonly string[];
  readonly columnIndexes: ReadonlyMap<string, number>;
  readonly fields: readonly Field[];
}

const leading = ['sourcedId', 'status', 'dateLastModified'] as const;

const readHeader = (
  { line, cells }: CsvRow,
  { kind, version, mode, report, note }: Options,
): Header | null => {
  const names = cells.map((cell) => (cell instanceof UndecodableCell ? '' : trimCell(cell)));
  const known = [...leading, ...kind.fields.map(({ name }) => name)];
  const columnIndexes = new Map<string, number>();
  const skipped: string[] = [];
  let problems = 0;
  const wrong = (reason: string) => {
    problems += 1;
    report({ line, column: '', reason });
  };
  for (const [index, name] of names.entries()) {
    const found = known.find((one) => headerKey(one) === headerKey(name));
    if (found === undefined) {
      if (name !== '' && !/^(metadata\.|ext_|password$)/i.test(name)) skipped.push(name);
    } else if (columnIndexes.has(found)) wrong(`the column ${name} appears twice`);
    else columnIndexes.set(found, index);
  }
  const needed = [
    'sourcedId',
    ...(mode === 'delta' ? leading.slice(1) : []),
    ...kind.fields.flatMap((one) => (one.isRequired === true ? one.name : [])),
  ];
  for (const name of needed) if (!columnIndexes.has(name)) wrong(`the column ${name} is missing`);
  if (problems > 0) return null;
  const order = known.flatMap((name) => columnIndexes.get(name) ?? []);
  if (order.some((position, at) => position < (order[at - 1] ?? 0)))
    note({
      line,
      column: '',
      reason: 'the columns are not in the order of the specification; they were read by name',
    });
  if (skipped.length > 0)
    note({
      line,
      column: '',
      reason: `OneRoster ${version} has no ${skipped.join(', ')} in this file; ${skipped.length === 1 ? 'it was' : 'they were'} skipped`,
    });
  return {
    names,
    columnIndexes,
    fields: kind.fields.filter(({ name }) => columnIndexes.has(name)),
  };
};

/** Returns a function that reads one row and reports its problems. */
const reader = (header: Header, { mode, report, note }: Options) => {
  /** Returns the text of a cell. If it isn't text, reports it and returns null. */
  const cell = (row: CsvRow, name: string): string | null => {
    const read = row.cells[header.columnIndexes.get(name) ?? -1] ?? '';
    if (typeof read === 'string') return trimCell(read);
    report({ line: row.line, column: name, reason: read.reason });
    return null;
  };
  const settle = (
    row: CsvRow,
    column: string,
    value: BulkValue | InvalidCell | Deviation,
  ): BulkValue => {
    if (value instanceof InvalidCell) report({ line: row.line, column, reason: value.reason });
    else if (value instanceof Deviation) note({ line: row.line, column, reason: value.note });
    else return value;
    return value instanceof Deviation ? value.value : null;
  };
  const isEnded = (row: CsvRow): boolean => {
    const value = cell(row, 'status')?.toLowerCase();
    if (value === undefined) return false;
    if (value === 'tobedeleted') return true;
    if (value === 'inactive')
      note({
        line: row.line,
        column: 'status',
        reason: 'is inactive, a value of OneRoster 1.0; it was read as tobedeleted',
      });
    else if (value === '' && mode === 'delta')
      report({
        line: row.line,
        column: 'status',
        reason: 'is empty; a delta needs active or tobedeleted',
      });
    else if (value !== '' && value !== 'active')
      report({ line: row.line, column: 'status', reason: 'is neither active nor tobedeleted' });
    return value === 'inactive';
  };
  const modifiedAt = (row: CsvRow): BulkValue => {
    const value = cell(row, 'dateLastModified');
    if (value === null) return null;
    if (value === '') {
      if (mode === 'delta')
        report({
          line: row.line,
          column: 'dateLastModified',
          reason: 'is empty; a delta needs a time',
        });
      return null;
    }
    if (mode === 'bulk' && isSpreadsheetDate(value))
      return settle(
        row,
        'dateLastModified',
        new Deviation(
          null,
          `is ${value}, a spreadsheet’s format, and was skipped; it is optional in a bulk file`,
        ),
      );
    return settle(row, 'dateLastModified', moment(value));
  };
  return { cell, settle, isEnded, modifiedAt };
};

/** Opens a file of a roster and reads its header. If the header is unusable, reports it and returns null. */
export const openRosterSheet = async (options: Options): Promise<RosterSheet | null> => {
  const { report } = options;
  const csv = readCsv(options.bytes, report);
  const first = await csv.next();
  if (first.done === true) {
    report({ line: 1, column: '', reason: 'the file has no header' });
    return null;
  }
  const header = readHeader(first.value, options);
  if (header === null) {
    await csv.return(undefined);
    return null;
  }
  const { cell, settle, isEnded, modifiedAt } = reader(header, options);
  return {
    fields: header.fields,
    rows: async function* () {
      for await (const row of csv) {
        const id = cell(row, 'sourcedId');
        const key =
          id === null
            ? null
            : settle(
                row,
                'sourcedId',
                id === '' ? new InvalidCell('is empty; every row needs one') : sourcedId(id),
              );
        if (!fitsHeader(row, header.names.length)) {
          report({
            line: row.line,
            column: '',
            reason: `has ${row.cells.length} cells, but the header has ${header.names.length}`,
          });
          // The id is kept, so that rows that refer to it cause no further problems. A roster with problems isn't
          // stored.
          if (key !== null) yield [row.line, key, false, null, ...header.fields.map(() => null)];
          continue;
        }
        const ended = isEnded(row);
        const values = header.fields.map(({ name, parse, isRequired, standIn, whenEmpty }) => {
          const value = cell(row, name);
          if (value === null) return null;
          if (value !== '') return ended ? quietly(parse(value)) : settle(row, name, parse(value));
          if (isRequired !== true || ended) return null;
          if (whenEmpty !== undefined) return settle(row, name, new Deviation('', whenEmpty));
          const other = standIn === undefined ? '' : cell(row, standIn);
          return settle(
            row,
            name,
            other === ''
              ? new InvalidCell('is empty; it is required')
              : new Deviation(other, `is empty; ${standIn} was used instead`),
          );
        });
        if (key !== null) yield [row.line, key, ended, modifiedAt(row), ...values];
      }
    },
  };
};

/** Ended rows only need an id. Their other cells are kept if they are valid. */
const quietly = (value: BulkValue | InvalidCell | Deviation): BulkValue =>
  value instanceof InvalidCell ? null : value instanceof Deviation ? value.value : value;
