import { parse, type CsvError, type Options } from 'csv-parse';
import { parse as parseAll } from 'csv-parse/sync';
import { isAscii, isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { encodingOf } from '#contract/text-encoding.ts';
import { bareText } from '#contract/visible-text.ts';

/** A cell whose bytes can't be decoded, with the reason. */
export class UndecodableCell {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A row with its first line in the file (from 1) and its raw cells. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly (string | UndecodableCell)[];
}

/** Reports an error in the file's format. */
export type ReportFormatError = (problem: { line: number; column: string; reason: string }) => void;

/** Maximum bytes per row, so that an unclosed quote doesn't load the whole file into memory. */
const rowMax = 1_000_000;

/** Separators of spreadsheet programs. If two are equally frequent, the first one wins. */
const delimiters = [',', ';', '\t', '|'];

/** Trims a cell: whitespace, no-break spaces, direction marks, and the final Ctrl+Z of some old files. */
export const trimCell = (text: string): string => bareText(text.replaceAll('\u001a', ''));

const isBlank = (cell: string | UndecodableCell): boolean =>
  typeof cell === 'string' && (cell === '' || trimCell(cell) === '');

/** Returns true if a row is empty. Spreadsheet programs write empty rows as `;;;`. */
export const isBlankRow = ({ cells }: CsvRow): boolean => cells.every(isBlank);

/** Returns true if a row has at most `width` cells, ignoring extra blank ones. Missing cells are empty, because Excel omits the last ones. */
export const fitsHeader = ({ cells }: CsvRow, width: number): boolean =>
  cells.slice(width).every(isBlank);

/** Normalizes a heading: lowercase, without spaces, hyphens, underscores, dots, and colons. */
export const headerKey = (name: string): string =>
  trimCell(name)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_.:*\u00ad\u200b-\u200f\u2060\ufeff\p{Pd}]+/gu, '');

/** Returns the separator from a `sep=` line, with or without quotes and trailing separators; null if the line isn't one. */
const namedDelimiter = (line: string): string | null => {
  const found = /^"?sep=(\\t|.)"?\1*\s*$/iu.exec(line);
  return found === null ? null : found[1]?.toLowerCase() === '\\t' ? '\t' : (found[1] ?? null);
};

/** Counts each separator in the first row with text, outside of quotes. */
const likelyDelimiter = (head: string, hasQuotes = true): string => {
  const counts = new Map<string, number>();
  let isQuoted = false;
  let hasText = false;
  for (const sign of head) {
    if (sign === '"' && hasQuotes) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sign === '\n' || sign === '\r') {
      if (hasText) break;
      counts.clear();
    } else if (delimiters.includes(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    else if (sign.trim() !== '') hasText = true;
  }
  // A lone quote in a pasted list is plain text.
  if (isQuoted && counts.size === 0) return likelyDelimiter(head, false);
  const most = Math.max(0, ...counts.values());
  return delimiters.find((sign) => most > 0 && counts.get(sign) === most) ?? ',';
};

/** Format of a file, from its beginning. */
interface Form {
  readonly delimiter: string;
  /** Length of the `sep=` line in the head; 0 if there is none. */
  readonly skipped: number;
}

/** Detects the format from the head, in which each byte or character is one unit. */
const formOf = (head: string): Form => {
  const [first = ''] = head.split(/\r\n|\r|\n/, 1);
  const named = namedDelimiter(first);
  if (named === null) return { delimiter: likelyDelimiter(head), skipped: 0 };
  const end = head.slice(first.length).match(/^(?:\r\n|\r|\n)/)?.[0].length ?? 0;
  return { delimiter: named, skipped: first.length + end };
};

const lineBreaks = (cell: Buffer): number => {
  let found = 0;
  for (let at = 0; at < cell.length; at += 1)
    if (cell[at] === 10 || (cell[at] === 13 && cell[at + 1] !== 10)) found += 1;
  return found;
};

const countBreaks = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** Bytes that determine the format: the longest first row to consider. */
const headMax = 64_000;

/** Yields the file as UTF-8 or in its 8-bit encoding, without a byte order mark. Converts UTF-16 to UTF-8. */
async function* asBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;
  let isStarted = false;
  const start = (): Buffer => {
    isStarted = true;
    const { name, mark } = encodingOf(head);
    if (name !== 'utf-8') decoder = new TextDecoder(name);
    return decode(head.subarray(mark));
  };
  const decode = (chunk: Buffer): Buffer =>
    decoder === null ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  for await (const chunk of bytes) {
    if (isStarted) yield decode(Buffer.from(chunk));
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length >= 4) yield start();
    }
  }
  if (!isStarted) yield start();
}

/** Detects the format, then yields the rest of the file without the `sep=` line. */
const withForm = async (
  bytes: AsyncIterable<Uint8Array>,
): Promise<Form & { rest: AsyncGenerator<Buffer>; isOldMac: boolean; skippedLines: number }> => {
  const source = asBytes(bytes);
  let head = Buffer.alloc(0);
  let isEnded = false;
  while (head.length < headMax) {
    const next = await source.next();
    if (next.done === true) {
      isEnded = true;
      break;
    }
    head = Buffer.concat([head, next.value]);
  }
  const text = head.toString('latin1');
  const form = formOf(text);
  const rest = async function* () {
    if (head.length > form.skipped) yield head.subarray(form.skipped);
    if (!isEnded) yield* source;
  };
  // Excel for Mac saves "CSV (Macintosh)" as Mac OS Roman with CR line endings.
  return {
    ...form,
    rest: rest(),
    isOldMac: text.includes('\r') && !text.includes('\n'),
    skippedLines: form.skipped > 0 ? 1 : 0,
  };
};

/**
 * Decodes cells. In a file without a byte order mark, the first non-ASCII cell decides between UTF-8 and Excel's encodings for
 * Western languages (Windows-1252 or Mac OS Roman). In UTF-8, a later cell with invalid bytes is damaged.
 */
const cellDecoder = (isOldMac: boolean) => {
  let encoding: 'utf-8' | 'old' | null = null;
  const old = new TextDecoder(isOldMac ? 'macintosh' : 'windows-1252');
  return (cell: Buffer): string | UndecodableCell => {
    if (cell.includes(0)) return new UndecodableCell('contains a NUL character');
    if (isAscii(cell)) return cell.toString('latin1');
    encoding ??= isUtf8(cell) ? 'utf-8' : 'old';
    if (encoding === 'utf-8')
      return isUtf8(cell) ? cell.toString('utf8') : new UndecodableCell('is not valid UTF-8');
    // Text in the older encodings is almost never valid UTF-8, so the file mixes two encodings and one of them is damaged.
    return isUtf8(cell)
      ? new UndecodableCell('is UTF-8, but earlier cells aren’t; save the file as CSV UTF-8')
      : old.decode(cell);
  };
};

const quoteReasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED:
    'a quote opens in this row and never closes; the rest of the file can’t be read',
  CSV_MAX_RECORD_SIZE:
    'the row is longer than 1 MB, or a quote in it never closes; the rest of the file can’t be read',
};

const lineEnds = ['\r\n', '\n', '\r'];

/**
 * Reads a CSV file from a spreadsheet program row by row: RFC 4180 with commas, semicolons, tabs, or bars (the most frequent in
 * the first row, or the one of a `sep=` line); CRLF, LF, or CR; UTF-8, UTF-16, Windows-1252, or Mac OS Roman, with or without a
 * byte order mark. Skips blank rows. Reports a format error and stops there.
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  report: ReportFormatError,
): AsyncGenerator<CsvRow> {
  const { delimiter, rest, isOldMac, skippedLines } = await withForm(bytes);
  const decode = cellDecoder(isOldMac);
  let line = 1 + skippedLines;
  let isBroken = false;
  const options = {
    encoding: false,
    delimiter,
    // Report rows of the wrong length and broken quotes with our own line numbers.
    relax_column_count: true,
    skip_records_with_error: true,
    record_delimiter: lineEnds,
    max_record_size: rowMax,
    on_skip: (error: CsvError | undefined) => {
      if (isBroken) return undefined;
      isBroken = true;
      report({
        line,
        column: '',
        reason:
          quoteReasons[error?.code ?? ''] ??
          'a quote is in the wrong place (quote the whole cell and double the quotes inside); the rest of the file can’t be read',
      });
      return undefined;
    },
    on_record: (cells: Buffer[]): CsvRow | null => {
      if (isBroken) return null;
      const start = line;
      line += 1;
      for (const cell of cells) line += lineBreaks(cell);
      const row = { line: start, cells: cells.map(decode) };
      return isBlankRow(row) ? null : row;
    },
  };
  // The package's types expect text records, but these contain bytes, and `on_record` turns them into rows.
  const parser = parse(options as unknown as Options);
  const source = Readable.from(rest);
  source.on('error', (error) => parser.destroy(error));
  try {
    // `on_record` above determines the type of a record.
    for await (const row of source.pipe(parser) as AsyncIterable<unknown>) yield row as CsvRow;
  } finally {
    source.destroy();
  }
}

/** A row of pasted text. */
export interface TextRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads a pasted list in the same formats as a file, without blank rows. People write such lists by hand, so quotes inside cells
 * are plain text. If a quote is never closed, all quotes are.
 */
export const readCsvText = (text: string): TextRow[] => {
  const plain = text.replaceAll('\0', '').replace(/^\ufeff/, '');
  const { delimiter, skipped } = formOf(plain);
  const options = {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: lineEnds,
    info: true,
  };
  type Record = { record: string[]; info: { lines: number } };
  const read = (more: object): readonly Record[] =>
    // The package's types don't include rows with their position.
    parseAll(plain.slice(skipped), { ...options, ...more }) as unknown as readonly Record[];
  let records: readonly Record[];
  try {
    records = read({});
  } catch {
    records = read({ quote: false });
  }
  let line = skipped > 0 ? 2 : 1;
  return records.flatMap(({ record }) => {
    const row = { line, cells: record.map(trimCell) };
    line += 1 + record.reduce((sum, cell) => sum + countBreaks(cell), 0);
    return isBlankRow(row) ? [] : [row];
  });
};
