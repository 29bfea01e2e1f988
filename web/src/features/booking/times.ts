import { CalendarDate, endOfMonth, startOfMonth } from '@internationalized/date';
import { dateFormat } from '../../lib/date-format.ts';
import type { Locale } from '../../lib/messages.ts';

/** The name of a zone as people say it: “Eastern Time”. */
export const zoneName = (locale: Locale, zone: string): string => {
  const named = (timeZoneName: 'longGeneric' | 'long') =>
    dateFormat(locale, { timeZone: zone, timeZoneName })
      .formatToParts(new Date())
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  const name = named('longGeneric');
  // Some zones have no general name.
  return /^(?:GMT|UTC)/.test(name) ? named('long') : name;
};

/** The day on which an instant falls for whoever looks. */
export const dayOf = (instant: string | Date): CalendarDate => {
  const at = new Date(instant);
  return new CalendarDate(at.getFullYear(), at.getMonth() + 1, at.getDate());
};

/** The first and the last instant of a month for whoever looks. */
export const monthWindow = (month: CalendarDate): { from: Date; to: Date } => {
  const first = startOfMonth(month);
  const last = endOfMonth(month);
  return {
    from: new Date(first.year, first.month - 1, 1),
    to: new Date(last.year, last.month - 1, last.day + 1),
  };
};
