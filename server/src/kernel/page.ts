import { problem } from './http/problem.ts';

/** The position of a row in its list: the values of the sort columns. The last value is unique. */
export type CursorKey = readonly (string | number | Date)[];

/**
 * Returns an opaque cursor. Anyone can decode it, so it contains only values that the reader can see: those that the list has shown, or, for
 * the directory’s closest people, a score of what their cards show.
 */
export const writeCursor = (key: CursorKey): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/** Returns whether PostgreSQL accepts the value as text. */
const isStorable = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

type Kind = 'number' | 'text' | 'time';

type CursorKinds<K extends CursorKey> = {
  readonly [P in keyof K]: K[P] extends number ? 'number' : K[P] extends Date ? 'time' : 'text';
};

/** Returns a value of a cursor in its original type, or undefined if it is invalid. */
const readValue = (kind: Kind, value: unknown): unknown => {
  if (kind === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (!isStorable(value)) return undefined;
  if (kind === 'text') return value;
  const time = new Date(value);
  return /^\d{4}-/.test(value) && !Number.isNaN(time.getTime()) ? time : undefined;
};

/**
 * Returns the last row's position on the previous page, or null for the first page. Throws `bad_cursor` if the cursor isn't from this list.
 * A forged cursor reveals nothing, because the statement checks visibility for every row.
 */
export const readCursor = <K extends CursorKey>(
  cursor: string | undefined,
  kinds: CursorKinds<K>,
): K | null => {
  if (cursor === undefined) return null;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw problem('bad_cursor');
  }
  const list: unknown[] = Array.isArray(value) && value.length === kinds.length ? value : [];
  const key = kinds.map((kind, index) => readValue(kind, list[index]));
  if (key.includes(undefined)) throw problem('bad_cursor');
  // `kinds` describes the same types as K.
  return key as readonly unknown[] as K;
};

/** Returns a page from rows that were selected with one row more than the page size. */
export const pageOfRows = <R, V>(
  rows: readonly R[],
  size: number,
  { view, keyOf }: { view: (row: R) => V; keyOf: (row: R) => CursorKey },
): { items: V[]; nextCursor: string | null } => {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return {
    items: items.map(view),
    nextCursor: rows.length > size && last !== undefined ? writeCursor(keyOf(last)) : null,
  };
};

/** Rows per statement of an export. */
const exportedSize = 2_000;

/** Reads a whole list page by page. `read` returns rows after a position, and `keyOf` the position of a row. */
export async function* readAll<R, K extends CursorKey>(
  read: (page: { after: K | null; size: number }) => Promise<readonly R[]>,
  keyOf: (row: R) => K,
): AsyncGenerator<readonly R[]> {
  for (let after: K | null = null; ;) {
    const rows: readonly R[] = await read({ after, size: exportedSize });
    yield rows;
    const last = rows.at(-1);
    if (rows.length < exportedSize || last === undefined) return;
    after = keyOf(last);
  }
}

/** Returns part of a list with its total size. `items` start at `offset`. */
export const windowOf = <V>(
  items: V[],
  { total, offset, size }: { total: number; offset: number; size: number },
) => ({
  total,
  items,
  perPage: size,
  currentPage: Math.floor(offset / size) + 1,
  messages: [] as string[],
});
