import type { EventPage } from '#contract/events/endpoints.ts';
import { dateFormat, dateTimeFormat, ownZone } from '../../lib/date-format.ts';
import type { Messages } from '../../lib/messages.ts';

/*
 * When something takes place, in words: by the clock of whoever reads it, with the zone of the event where that differs then.
 * The end of whole days is the start of the last one, as calls have it.
 */
export interface Times {
  dateStart: string;
  dateEnd: string;
  timeZone: string;
  isAllDay: boolean;
}

/** The zone in which an event is read: whole days are those of its place. */
const zoneOf = ({ isAllDay, timeZone }: Times): string => (isAllDay ? timeZone : ownZone());

/** The day of an instant, `2026-11-24`. */
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

/** Today, tomorrow, or the weekday with its date. */
export function dayName(messages: Messages, day: string, now = new Date()): string {
  const today = dayIn(now);
  if (day === today) return messages.t('events.today');
  if (day === nextDay(today, 1)) return messages.t('events.tomorrow');
  return messages.day(day, 'weekday');
}

/** A day in full: Wednesday, November 18; with the year where it is another one. */
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

/** `9:00 PM`; nothing of whole days. */
export const startTime = (messages: Messages, times: Times): string =>
  times.isAllDay
    ? messages.t('events.allDay')
    : dateFormat(messages.locale, { timeStyle: 'short' }).format(new Date(times.dateStart));

/** `9:00 – 11:00 PM`, with both days where it ends on another one. */
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
  // Two times of one night stand as times; Intl would name both days.
  return isOneDay && dayIn(start) !== dayIn(end)
    ? `${dateFormat(messages.locale, { timeStyle: 'short' }).format(start)} – ${dateFormat(messages.locale, { timeStyle: 'short' }).format(end)}`
    : dateFormat(
        messages.locale,
        isOneDay
          ? { hour: 'numeric', minute: '2-digit' }
          : { dateStyle: 'medium', timeStyle: 'short' },
      ).formatRange(start, end);
}

/** Day and time in one line: Today, 9:00 PM. */
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

/** The same by the clock of the event's zone, where that is another one then; null where it is not. */
export function timeThere(messages: Messages, times: Times): string | null {
  if (times.isAllDay) return null;
  const options = { dateStyle: 'short', timeStyle: 'short' } as const;
  const at = new Date(times.dateStart);
  const here = dateFormat(messages.locale, options).format(at);
  const there = dateFormat(messages.locale, { ...options, timeZone: times.timeZone }).format(at);
  if (here === there) return null;
  return dateFormat(messages.locale, {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: times.timeZone,
    timeZoneName: 'short',
  }).format(at);
}

/** Month and day for a tile: NOV, 18. */
export function tileOf(messages: Messages, times: Times): { month: string; day: string } {
  const at = new Date(`${dayOf(times)}T12:00:00Z`);
  const part = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(messages.locale, { ...options, timeZone: 'UTC' }).format(at);
  return { month: part({ month: 'short' }), day: part({ day: 'numeric' }) };
}

/** The month of a day in words. */
export const monthName = (messages: Messages, month: string): string =>
  dateFormat(messages.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T12:00:00Z`),
  );

/** Midnight of a day in the zone of whoever looks, as an instant. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00`);
export { nextDay };

/** The dates of a series that its hosts choose from, in order: the last that are over, the one that is shown, and those to come. */
export const datesOf = (
  event: Pick<EventPage, 'occurrences' | 'pastOccurrences' | 'occurrence' | 'isRecurring'> & Times,
) => {
  const listed = [...event.pastOccurrences, ...event.occurrences];
  const isListed = listed.some(({ occurrence }) => occurrence === event.occurrence);
  return (isListed || !event.isRecurring ? listed : [...listed, event]).toSorted(
    (a, b) => Date.parse(a.dateStart) - Date.parse(b.dateStart),
  );
};
