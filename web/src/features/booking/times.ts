import { CalendarDate, endOfMonth, startOfMonth } from '@internationalized/date';
import { dateFormat } from '../../lib/date-format.ts';
import type { Locale } from '../../lib/messages.ts';

/** Returns the common name of a time zone, such as “Eastern Time”. */
export const zoneName = (locale: Locale, zone: string): string => {
  const named = (timeZoneName: 'longGeneric' | 'long') =>
    dateFormat(locale, { timeZone: zone, timeZoneName })
      .formatToParts(new Date())
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  const name = named('longGeneric');
  // Some zones have no generic name.
  return /^(?:GMT|UTC)/.test(name) ? named('long') : name;
};

/** Returns the day of an instant in the user's zone. */
export const dayOf = (instant: string | Date): CalendarDate => {
  const at = new Date(instant);
  return new CalendarDate(at.getFullYear(), at.getMonth() + 1, at.getDate());
};

/** Returns the first and last instant of a month in the user's zone. */
export const monthWindow = (month: CalendarDate): { from: Date; to: Date } => {
  const first = startOfMonth(month);
  const last = endOfMonth(month);
  return {
    from: new Date(first.year, first.month - 1, 1),
    to: new Date(last.year, last.month - 1, last.day + 1),
  };
};
