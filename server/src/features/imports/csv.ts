import { parse, type CsvError, type Options } from 'csv-parse';
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import type { ReportProblem } from './problems.ts';

/** One row: the line it begins on and its cells as they stand in the file. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly Buffer[];
}

/** Longest row in bytes: an opened quote that never closes must not swallow the file into memory. */
const rowMax = 1_000_000;
const newline = 10;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const isUtf16 = (bytes: Buffer): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

const lineBreaks = (cell: Buffer): number => {
  let found = 0;
  for (let at = cell.indexOf(newline); at >= 0; at = cell.indexOf(newline, at + 1)) found += 1;
  return found;
};

const withoutMark = async function* (
  bytes: AsyncIterable<Buffer>,
  report: ReportProblem,
): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let isStarted = false;
  for await (const chunk of bytes) {
    if (isStarted) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < byteOrderMark.length) continue;
    isStarted = true;
    if (isUtf16(head)) {
      report({ line: 1, column: '', reason: 'the file is UTF-16; save it as CSV in UTF-8' });
      return;
    }
    yield head.subarray(0, byteOrderMark.length).equals(byteOrderMark)
      ? head.subarray(byteOrderMark.length)
      : head;
  }
  if (!isStarted) yield head;
};

const quoteReasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED:
    'a quote is opened in this row and never closed; the file cannot be read further',
  CSV_MAX_RECORD_SIZE:
    'the row is longer than 1 MB, or a quote in it is never closed; the file cannot be read further',
};

/**
 * Rows of a CSV file (RFC 4180, LF or CRLF, with or without a byte order mark), one at a time; empty lines are
 * passed over. What breaks the form of the file is told, and ends it.
 */
export async function* readCsv(
  bytes: AsyncIterable<Buffer>,
  report: ReportProblem,
): AsyncGenerator<CsvRow> {
  let line = 1;
  let isBroken = false;
  const options = {
    encoding: false,
    // Rows of the wrong length and broken quotes are told with the reader's own line numbers.
    relax_column_count: true,
    skip_records_with_error: true,
    record_delimiter: ['\r\n', '\n'],
    max_record_size: rowMax,
    on_skip: (error: CsvError | undefined) => {
      if (isBroken) return undefined;
      isBroken = true;
      report({
        line,
        column: '',
        reason:
          quoteReasons[error?.code ?? ''] ??
          'a quote stands where none may (a cell with quotes is quoted whole, quotes inside are doubled); the file cannot be read further',
      });
      return undefined;
    },
    on_record: (cells: Buffer[]): CsvRow | null => {
      if (isBroken) return null;
      const start = line;
      line += 1;
      for (const cell of cells) line += lineBreaks(cell);
      return cells.length === 1 && cells[0]?.length === 0 ? null : { line: start, cells };
    },
  };
  // The package's types know records of text only; these are of bytes, and `on_record` makes rows of them.
  const parser = parse(options as unknown as Options);
  const source = Readable.from(withoutMark(bytes, report));
  source.on('error', (error) => parser.destroy(error));
  try {
    // on_record above decides what a record is.
    for await (const row of source.pipe(parser) as AsyncIterable<unknown>) yield row as CsvRow;
  } finally {
    source.destroy();
  }
}

/** The text of a cell, or why it is none. */
export const cellText = (cell: Buffer): { text: string } | { reason: string } => {
  if (!isUtf8(cell)) return { reason: 'is not valid UTF-8' };
  if (cell.includes(0)) return { reason: 'holds a NUL character' };
  return { text: cell.toString('utf8') };
};
