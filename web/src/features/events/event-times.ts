import type { EventPage } from '#contract/events/endpoints.ts';
import { dateFormat, dateTimeFormat, ownZone } from '../../lib/date-format.ts';
import type { Messages } from '../../lib/messages.ts';

/* The start and end of an event, for text in the reader's time zone, plus the event's zone if it differs. As in the API, the
   end of an all-day event is the start of its last day. */
export interface Times {
  dateStart: string;
  dateEnd: string;
  timeZone: string;
  isAllDay: boolean;
}

/** Returns the zone for showing an event. All-day events use the zone of their location. */
const zoneOf = ({ isAllDay, timeZone }: Times): string => (isAllDay ? timeZone : ownZone());

/** Returns the day of an instant, such as `2026-11-24`. */
export const dayIn = (instant: string | Date, timeZone: string = ownZone()): string => {
  const parts = dateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(instant));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}`;
};

export const dayOf = (times: Times): string => dayIn(times.dateStart, zoneOf(times));

const nextDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Returns Today, Tomorrow, or the weekday with the date. */
export function dayName(messages: Messages, day: string, now = new Date()): string {
  const today = dayIn(now);
  if (day === today) return messages.t('events.today');
  if (day === nextDay(today, 1)) return messages.t('events.tomorrow');
  return messages.day(day, 'weekday');
}

/** Returns a day in full: Wednesday, November 18. Other years include the year. */
export function fullDay(messages: Messages, day: string, now = new Date()): string {
  const isThisYear = day.slice(0, 4) === dayIn(now).slice(0, 4);
  return dateFormat(messages.locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(new Date(`${day}T12:00:00Z`));
}

/** Returns a start time such as `9:00 PM`, or an empty string for all-day events. */
export const startTime = (messages: Messages, times: Times): string =>
  times.isAllDay
    ? messages.t('events.allDay')
    : dateFormat(messages.locale, { timeStyle: 'short' }).format(new Date(times.dateStart));

/** Returns a time span such as `9:00 – 11:00 PM`, with both days if they differ. */
export function timeSpan(messages: Messages, times: Times): string {
  const [start, end] = [new Date(times.dateStart), new Date(times.dateEnd)];
  if (times.isAllDay) {
    const days = dateFormat(messages.locale, { dateStyle: 'medium', timeZone: times.timeZone });
    return dayIn(start, times.timeZone) === dayIn(end, times.timeZone)
      ? messages.t('events.allDay')
      : days.formatRange(start, end);
  }
  const isOneDay = dayIn(start) === dayIn(end) || end.getTime() - start.getTime() <= 12 * 3_600_000;
  if (start.getTime() === end.getTime())
    return dateFormat(messages.locale, { timeStyle: 'short' }).format(start);
  // For a night that ends the next morning, show times only. Intl would show both days.
  return isOneDay && dayIn(start) !== dayIn(end)
    ? `${dateFormat(messages.locale, { timeStyle: 'short' }).format(start)} – ${dateFormat(messages.locale, { timeStyle: 'short' }).format(end)}`
    : dateFormat(
        messages.locale,
        isOneDay
          ? { hour: 'numeric', minute: '2-digit' }
          : { dateStyle: 'medium', timeStyle: 'short' },
      ).formatRange(start, end);
}

/** Returns day and time in one line: Today, 9:00 PM. */
export function shortWhen(messages: Messages, times: Times, now = new Date()): string {
  const day = dayOf(times);
  const away = Math.round((Date.parse(day) - Date.parse(dayIn(now))) / 86_400_000);
  const name =
    away >= 0 && away < 2
      ? dayName(messages, day, now)
      : dateFormat(messages.locale, {
          weekday: 'short',
          day: 'numeric',
          month: 'short',
          timeZone: 'UTC',
        }).format(new Date(`${day}T12:00:00Z`));
  return times.isAllDay ? name : `${name}, ${startTime(messages, times)}`;
}

/** Returns the start in the event's zone, with the weekday if it differs there. Null if it is the same as the reader's time. */
export function timeThere(messages: Messages, times: Times): string | null {
  if (times.isAllDay) return null;
  const options = { dateStyle: 'short', timeStyle: 'short' } as const;
  const at = new Date(times.dateStart);
  const here = dateFormat(messages.locale, options).format(at);
  const there = dateFormat(messages.locale, { ...options, timeZone: times.timeZone }).format(at);
  if (here === there) return null;
  return dateFormat(messages.locale, {
    ...(dayIn(at) !== dayIn(at, times.timeZone) && { weekday: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZone: times.timeZone,
    timeZoneName: 'short',
  }).format(at);
}

/** Returns month and day for a tile: NOV, 18. */
export function tileOf(messages: Messages, times: Times): { month: string; day: string } {
  const at = new Date(`${dayOf(times)}T12:00:00Z`);
  const part = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(messages.locale, { ...options, timeZone: 'UTC' }).format(at);
  return { month: part({ month: 'short' }), day: part({ day: 'numeric' }) };
}

/** Returns the month of a day as text. */
export const monthName = (messages: Messages, month: string): string =>
  dateFormat(messages.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T12:00:00Z`),
  );

/** Returns midnight of a day in the reader's zone. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00`);
export { nextDay };

/** Returns the dates of a series for its hosts: the most recent past ones, the shown one and the upcoming ones, in order. */
export const datesOf = (
  event: Pick<EventPage, 'occurrences' | 'pastOccurrences' | 'occurrence' | 'isRecurring'> & Times,
) => {
  const listed = [...event.pastOccurrences, ...event.occurrences];
  const isListed = listed.some(({ occurrence }) => occurrence === event.occurrence);
  return (isListed || !event.isRecurring ? listed : [...listed, event]).toSorted(
    (a, b) => Date.parse(a.dateStart) - Date.parse(b.dateStart),
  );
};
