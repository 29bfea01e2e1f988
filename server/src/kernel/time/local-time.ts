import { calendarLimits } from '#contract/calendar/limits.ts';
import { TimeError } from './time-error.ts';

/**
 * A wall-clock time, as the milliseconds that it would have in UTC. Adding days and hours moves the hands of the clock, regardless of clock
 * changes.
 */
export type LocalTime = number;
/** Milliseconds since 1970 in UTC. */
export type Instant = number;

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

const localPattern = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** Parses `2026-03-29` or `2026-03-29T10:00:00`. Undefined for dates that don't exist, such as February 30. */
export const localTimeFrom = (text: string): LocalTime | undefined => {
  const found = localPattern.exec(text);
  if (!found) return undefined;
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (year < calendarLimits.firstYear || year > calendarLimits.lastYear) return undefined;
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const time = Date.UTC(year, month - 1, date, hours, minutes, seconds);
  const made = new Date(time);
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === date ? time : undefined;
};

/** Parses a time like `localTimeFrom`, but throws if it is invalid. */
export const readLocalTime = (text: string): LocalTime => {
  const time = localTimeFrom(text);
  if (time === undefined)
    throw new TimeError('time_invalid', `“${text.slice(0, 40)}” is not a date or time.`);
  return time;
};

export const dateText = (time: LocalTime): string => new Date(time).toISOString().slice(0, 10);
export const localText = (time: LocalTime): string => new Date(time).toISOString().slice(0, 19);
export const instantText = (time: Instant): string => `${localText(time)}Z`;
export const startOfDay = (time: LocalTime): LocalTime => Math.floor(time / day) * day;
/** Returns the day of the week. Monday is 0. */
export const weekdayOf = (time: LocalTime): number => (new Date(time).getUTCDay() + 6) % 7;
export const yearOf = (time: LocalTime): number => new Date(time).getUTCFullYear();
