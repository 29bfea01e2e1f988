import { problem } from './http/problem.ts';

/** What a row stands at in the order of its list: the values by which it is ordered, the last of them its own. */
export type CursorKey = readonly (string | number | Date)[];

/** A cursor: opaque to clients, and nothing in it that the list has not shown. */
export const writeCursor = (key: CursorKey): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/** Text that the database takes. */
const isStorable = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

type Kind = 'number' | 'text' | 'time';

type CursorKinds<K extends CursorKey> = {
  readonly [P in keyof K]: K[P] extends number ? 'number' : K[P] extends Date ? 'time' : 'text';
};

/** A value as it was before it was written; undefined where it is none of its kind. */
const readValue = (kind: Kind, value: unknown): unknown => {
  if (kind === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (!isStorable(value)) return undefined;
  if (kind === 'text') return value;
  const time = new Date(value);
  return /^\d{4}-/.test(value) && !Number.isNaN(time.getTime()) ? time : undefined;
};

/**
 * Where the page before ended; null for the first page. A cursor that is not one of this list is refused with `bad_cursor`. A
 * cursor gives nobody anything: the statement asks for what its reader may see, whatever it says.
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
  // Each value is of the kind that K says.
  return key as readonly unknown[] as K;
};

/** A page from rows of which one more was asked for than it holds. */
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

/** A window of a length-aware listing: rows from `offset` on, and how many there are in all. */
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
