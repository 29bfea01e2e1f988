import { visibleText } from '#contract/visible-text.ts';
import type { BulkValue } from '../../kernel/database/bulk.ts';
import { InvalidCell } from '../imports/imports.rules.ts';

/** A cell that deviates from the specification and is accepted, with a note for the operator. */
export class Deviation {
  readonly value: BulkValue;
  readonly note: string;

  constructor(value: BulkValue, note: string) {
    this.value = value;
    this.note = note;
  }
}

/** Reads a cell that isn't empty. `text` is trimmed. */
export type Parse = (text: string) => BulkValue | InvalidCell | Deviation;

const limits = { id: 255, line: 120, text: 1_000, long: 8_000, email: 254 } as const;

const upTo =
  (max: number, clean = visibleText): Parse =>
  (text) => {
    const spaced = text.replace(/\s+/gu, ' ');
    if (/\p{Cc}/u.test(spaced)) return new InvalidCell('contains a control character');
    const value = clean(spaced);
    if (value === '') return new InvalidCell('has no visible characters');
    return value.length > max ? new InvalidCell(`is longer than ${max} characters`) : value;
  };

/** A name or a number of a person, within a profile's limit. */
export const line = upTo(limits.line);
/** A title or a description. */
export const text = upTo(limits.text);
/** Keeps ids unchanged, because they are only compared. */
export const sourcedId = upTo(limits.id, (value) => value);

/** Items separated by commas. */
export const list: Parse = (cell) => {
  const items = [...new Set(cell.split(',').map((item) => item.trim()))].filter(
    (item) => item !== '',
  );
  const wrong = items.map(sourcedId).find((item) => item instanceof InvalidCell);
  return wrong ?? items;
};

export const email: Parse = (cell) => {
  if (cell.length > limits.email)
    return new InvalidCell(`is longer than ${limits.email} characters`);
  return /^[^\s@]+@[^\s@]+$/u.test(cell) ? cell : new InvalidCell('is not an email address');
};

const others: Record<string, boolean> = { yes: true, no: false, 1: true, 0: false };
export const parseBoolean: Parse = (cell) => {
  const value = cell.toLowerCase();
  if (value === 'true' || value === 'false') return value === 'true';
  const meant = others[value];
  return Object.hasOwn(others, value) && meant !== undefined
    ? new Deviation(meant, `is ${cell} instead of ${meant}; it was read as ${meant}`)
    : new InvalidCell('is neither true nor false');
};

const isRealDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return (
    year >= 1900 && year <= 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  );
};

const dayForm = /^(\d{4})-(\d\d)-(\d\d)$/;
export const day: Parse = (cell) => {
  const [, year, month, date] = dayForm.exec(cell) ?? [];
  return isRealDay(Number(year), Number(month), Number(date))
    ? cell
    : new InvalidCell('is not a date such as 2026-09-01');
};

const momentForm =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;
/** A moment without a time zone is in UTC. */
export const moment: Parse = (cell) => {
  const [, date, hour = '0', minute = '0', second = '0', zone] = momentForm.exec(cell) ?? [];
  if (
    date === undefined ||
    day(date) instanceof InvalidCell ||
    Number(hour) > 23 ||
    Number(minute) > 59 ||
    Number(second) > 59
  )
    return new InvalidCell('is not a moment such as 2026-09-01T08:30:00Z');
  if (zone !== undefined) return cell;
  return cell === date ? `${cell}T00:00:00Z` : `${cell}Z`;
};

/** A day, or a moment, because some systems write one. Stored as written. */
export const dayOrMoment: Parse = (cell) => {
  const read = moment(cell);
  return read instanceof InvalidCell || cell.length <= 10 ? day(cell) : read;
};

/** A score or a weight. */
export const number: Parse = (cell) => {
  const value = /^-?\d{1,9}(?:\.\d{1,9})?$/.test(cell) ? Number(cell) : NaN;
  return Number.isFinite(value) ? value : new InvalidCell('is not a number such as 87.5');
};

/** A long title, or a comment. */
export const longText = upTo(limits.long);

/**
 * Returns whether a spreadsheet has rewritten a moment, as in 1/9/2026. In this format, day and month are ambiguous.
 */
export const isSpreadsheetDate = (cell: string): boolean =>
  /^\d{1,2}\/\d{1,2}\/\d{2,4}( |$)/.test(cell);

export const year: Parse = (cell) =>
  /^\d{4}$/.test(cell) && isRealDay(Number(cell), 1, 1)
    ? Number(cell)
    : new InvalidCell('is not a year such as 2026');

/** Accepts one of the words, ignoring case. OneRoster 1.2 lets schools add their own with `ext:`. */
export const oneOf =
  (...words: readonly string[]): Parse =>
  (cell) =>
    words.find((word) => word.toLowerCase() === cell.toLowerCase()) ??
    (/^ext:\S+$/i.test(cell) ? cell : new InvalidCell(`is none of ${words.join(', ')}`));
