import { hour, minute, second, type LocalTime } from './local-time.ts';
import { TimeError } from './time-error.ts';
import { utc, type Zone } from './zones.ts';

/** A time in a calendar file. Without a zone it is floating: it means the local time of the viewer. */
export interface IcsTime {
  readonly local: LocalTime;
  readonly isDate: boolean;
  readonly zone: Zone | null;
}

/** Throws the error for an invalid value. */
export const throwInvalidValue = (property: string, value: unknown): never => {
  const shown = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60);
  throw new TimeError('ics_value', `${property.toUpperCase()} of the calendar is “${shown}”.`);
};

/** Matches the format of calendar files and ISO 8601, which some programs write. */
const timePattern =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Returns true if a text looks like a time, or a period with a slash. */
export const isTimeText = (text: string): boolean => {
  const value = text.trim();
  return value === '' || timePattern.test(value.split('/')[0] ?? '');
};

const offsetOf = (text: string): number =>
  (Number(text.slice(1, 3)) * hour + Number(text.slice(-2)) * minute) * (text[0] === '-' ? -1 : 1);

/**
 * Reads `2026-03-29`, `2026-03-29T10:00:00`, and the latter with Z or an offset, also in the format of calendar files. Ignores the
 * VALUE parameter, because some programs write times with VALUE=DATE and dates without it.
 */
export const readIcsTime = (property: string, value: unknown, zone: Zone | null): IcsTime => {
  // For a date without VALUE=DATE, ical.js returned a time without hours, and older stored calendars contain it.
  const text = typeof value === 'string' && value.length < 100 ? value : null;
  const found = text === null ? null : timePattern.exec(text.replace(/T::$/, '').trim());
  if (!found) return throwInvalidValue(property, value);
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const start = new Date(0);
  start.setUTCFullYear(year, month - 1, date);
  const isReal = start.getUTCMonth() === month - 1 && start.getUTCDate() === date;
  if (!isReal || hours > 24 || minutes > 59 || seconds > 60 || year < 1)
    throwInvalidValue(property, value);
  const local = start.getTime() + hours * hour + minutes * minute + seconds * second;
  if (found[4] === undefined) return { local, isDate: true, zone: null };
  const offset = found[7] ?? '';
  if (offset.length > 1) return { local: local - offsetOf(offset), isDate: false, zone: utc };
  return { local, isDate: false, zone: offset === '' ? zone : utc };
};
