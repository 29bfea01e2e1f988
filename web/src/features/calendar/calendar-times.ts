import {
  CalendarDate,
  fromAbsolute,
  getLocalTimeZone,
  parseAbsolute,
  parseDate,
  today,
  toCalendarDate,
} from '@internationalized/date';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import { displayedRange, firstDayOfWeek } from '#contract/calendar/display-rules.ts';
import { dateFormat } from '../../lib/date-format.ts';
import type { Messages } from '../../lib/messages.ts';

/** The user's time zone. */
export const viewerZone = (): string => getLocalTimeZone();
export const todayHere = (): CalendarDate => today(viewerZone());

/** Returns the day in a URL, or today if it is invalid. */
export const dayOf = (text: string | undefined): CalendarDate => {
  try {
    return text === undefined ? todayHere() : parseDate(text);
  } catch {
    return todayHere();
  }
};

const asUtc = (day: CalendarDate): number => Date.UTC(day.year, day.month - 1, day.day);

/** Returns the first day of the week of a day. */
export const weekStart = (day: CalendarDate): CalendarDate => {
  const weekday = new Date(asUtc(day)).getUTCDay();
  return day.subtract({ days: (weekday - firstDayOfWeek + 7) % 7 });
};

export const daysFrom = (first: CalendarDate, count: number): CalendarDate[] =>
  Array.from({ length: count }, (_, nth) => first.add({ days: nth }));

/** Returns the days of all weeks in a month. */
export const monthDays = (day: CalendarDate): CalendarDate[] => {
  const first = weekStart(day.set({ day: 1 }));
  const last = day.set({ day: 31 });
  const weeks = Math.ceil((Math.round((asUtc(last) - asUtc(first)) / 86_400_000) + 1) / 7);
  return daysFrom(first, weeks * 7);
};

/** The part of an item on one day, in minutes of the local day. */
export interface Block {
  readonly item: CalendarItem;
  readonly day: string;
  readonly from: number;
  readonly to: number;
  readonly isPast: boolean;
}

const isMidnight = (instant: number): boolean => {
  const { hour, minute } = fromAbsolute(instant, viewerZone());
  return hour === 0 && minute === 0;
};

/** Returns an item's displayed start and end. */
const shownTimes = (item: CalendarItem) =>
  displayedRange({
    start: Date.parse(item.dateStart),
    end: Date.parse(item.dateEnd),
    isAllDay: item.isAllDay,
    isMidnight: item.isAllDay ? () => false : isMidnight,
  });

/** Returns the days of an all-day item, or the days that a timed item touches. */
export const daysOfItem = (item: CalendarItem): string[] => {
  const { start, end } = shownTimes(item);
  const zone = item.isAllDay ? 'UTC' : viewerZone();
  const first = toCalendarDate(fromAbsolute(start, zone));
  // The minimum height of a short item doesn't extend it into the next day.
  const until = item.isAllDay ? end : Date.parse(item.dateEnd);
  const last = toCalendarDate(fromAbsolute(Math.max(start, until - 1), zone));
  const days: string[] = [];
  for (let day = first; day.compare(last) <= 0 && days.length < 400; day = day.add({ days: 1 }))
    days.push(day.toString());
  return days;
};

/** Returns whether an item is shown above the hours: all-day items and due dates. */
export const isAbove = (item: CalendarItem): boolean => item.isAllDay || item.kind === 'deadline';

const minutesOf = (instant: number): number => {
  const { hour, minute } = fromAbsolute(instant, viewerZone());
  return hour * 60 + minute;
};

/** Returns the parts of timed items, one per day. */
export const blocksOf = (items: readonly CalendarItem[], now: number): Block[] =>
  items
    .filter((item) => !isAbove(item))
    .flatMap((item) => {
      const { start, end } = shownTimes(item);
      const lastShown = toCalendarDate(fromAbsolute(end, viewerZone())).toString();
      return daysOfItem(item).map((day, nth) => ({
        item,
        day,
        from: nth === 0 ? minutesOf(start) : 0,
        to: day === lastShown ? minutesOf(end) : 1_440,
        isPast: Date.parse(item.dateEnd) <= now,
      }));
    });

const leastMinutes = 15;

/** Returns the minutes of the day that a block covers on the screen, at least 15. */
export const minutesOfBlock = ({ from, to }: Block): { from: number; to: number } => ({
  from,
  to: Math.max(to, from + leastMinutes),
});

type DayStyle =
  | 'weekday'
  | 'long weekday'
  | 'date'
  | 'short'
  | 'month'
  | 'short month'
  | 'month name'
  | 'whole'
  | 'number';
const dayStyles: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  weekday: { weekday: 'short' },
  'long weekday': { weekday: 'long' },
  date: { month: 'long', day: 'numeric' },
  short: { weekday: 'short', month: 'short', day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  'short month': { month: 'short', year: 'numeric' },
  'month name': { month: 'long' },
  whole: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  number: { day: 'numeric' },
};

/** Returns a day as text. */
export const dayText = (day: CalendarDate, style: DayStyle, { locale }: Messages): string =>
  dateFormat(locale, { ...dayStyles[style], timeZone: 'UTC' }).format(asUtc(day));

/** Returns minutes of a day as text: 10:00 AM. */
export const minuteText = (minutes: number, { locale }: Messages): string =>
  dateFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    minutes * 60_000,
  );

/** Returns a time of day without AM or PM, such as 10:00, for places where adjacent labels have them. */
export const clockText = (minutes: number, { locale }: Messages): string =>
  dateFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
    .formatToParts(minutes * 60_000)
    .filter(({ type }) => type !== 'dayPeriod')
    .map(({ value }) => value)
    .join('')
    .trim();

/** Returns an hour as text: 10 AM. */
export const hourText = (hour: number, { locale }: Messages): string =>
  dateFormat(locale, { hour: 'numeric', timeZone: 'UTC' }).format(hour * 3_600_000);

export const timeText = (instant: string, { locale }: Messages, timeZone = viewerZone()): string =>
  dateFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(instant));

/** Returns the day of an instant in the user's time zone. */
export const toLocalDay = (instant: string): string =>
  toCalendarDate(fromAbsolute(Date.parse(instant), viewerZone())).toString();

/** Returns an item's time as text: Thu, Nov 19, 4:00 – 5:00 PM. */
export const whenText = (item: CalendarItem, { locale }: Messages): string => {
  const day: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' };
  if (item.isAllDay)
    return dateFormat(locale, { ...day, timeZone: 'UTC' }).formatRange(
      Date.parse(item.dateStart),
      Date.parse(item.dateEnd),
    );
  return rangeText(item.dateStart, item.dateEnd, { locale });
};

/** Returns a time range as text: Thu, Nov 19, 4:00 – 5:00 PM. */
export const rangeText = (
  dateStart: string,
  dateEnd: string,
  { locale }: Pick<Messages, 'locale'>,
): string =>
  dateFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: viewerZone(),
  }).formatRange(new Date(dateStart), new Date(dateEnd));

/** Returns the short name of a zone at an instant, such as EST, or its ID if it has none. */
export const zoneText = (timeZone: string, instant: number, { locale }: Messages): string => {
  try {
    return (
      dateFormat(locale, { timeZone, timeZoneName: 'short' })
        .formatToParts(instant)
        .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
    );
  } catch {
    return timeZone;
  }
};

const offsetIn = (timeZone: string, instant: string): number | null => {
  try {
    return parseAbsolute(instant, timeZone).offset;
  } catch {
    return null;
  }
};

/** Returns whether the item's zone shows another time than the user's. If so, both are shown. */
export const isElsewhere = ({ isAllDay, timeZone, dateStart }: CalendarItem): boolean => {
  if (isAllDay || timeZone === 'UTC') return false;
  const offset = offsetIn(timeZone, dateStart);
  return offset !== null && offset !== offsetIn(viewerZone(), dateStart);
};

/** Returns the instant of a day and minutes in the user's zone. */
export const instantAt = (day: CalendarDate, minutes: number): string => {
  const whole = Math.min(Math.max(minutes, 0), 1_440);
  const date = whole === 1_440 ? day.add({ days: 1 }) : day;
  const at = new Date(
    date.year,
    date.month - 1,
    date.day,
    Math.floor((whole % 1_440) / 60),
    whole % 60,
  );
  return at.toISOString();
};
