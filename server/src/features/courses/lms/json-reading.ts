import { visibleText } from '#contract/visible-text.ts';

/* Parses another server's replies: these functions return a value of the requested type, or null. */

export type Json = Readonly<Record<string, unknown>>;

export const recordOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(recordOf) : []);

/** Returns text without hidden characters, cut to a maximum length, that PostgreSQL can store. Null if nothing is visible. */
export const textOf = (value: unknown, most = 500): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  // The cut can leave half of a surrogate pair, which PostgreSQL can't store.
  const text = visibleText(String(value).toWellFormed()).slice(0, most);
  return text === '' ? null : text.toWellFormed();
};

/** Returns a finite number for the API. */
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e12 ? value : null;

export const positiveInt = (value: unknown, most: number): number | null => {
  const number = numberOf(value);
  return number !== null && Number.isInteger(number) && number > 0 && number <= most
    ? number
    : null;
};

/** Returns an instant as RFC 3339 in UTC. */
export const instantOf = (value: unknown): string | null => {
  const time =
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : null;
  const year = time?.getUTCFullYear() ?? NaN;
  return year >= 1970 && year < 2200 ? (time?.toISOString() ?? null) : null;
};

/** Returns an id: digits. */
export const idTextOf = (value: unknown): string | null => {
  // A larger number would be rounded to another id.
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return null;
  const text = textOf(value, 40);
  return text !== null && /^\d{1,24}$/.test(text) ? text : null;
};

/** Removes duplicate ids and keeps the last, because a list that changes between two pages can have a row on both. */
export const uniqueById = <T extends { readonly id: string }>(rows: readonly T[]): T[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

/** Returns an allowed link: to the LMS itself, or https. */
export const linkOf = (value: unknown, baseUrl: string): string | null => {
  const url = typeof value === 'string' && value.length <= 2_000 ? URL.parse(value) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || url.origin === new URL(baseUrl).origin ? url.href : null;
};
