import { fromAbsolute, toCalendarDate } from '@internationalized/date';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import { instantAt, isAbove, viewerZone } from './calendar-times.ts';

const minuteMs = 60_000;
/** The hours to search and the step, in minutes. */
const [dayBegins, dayEnds, step] = [8 * 60, 21 * 60, 30];

/**
 * Returns the first free time for an item: later on its day, or else earlier on its day, or else on the following days before `until`.
 * `items` must contain all items of these days.
 */
export const freeSlotFor = (
  item: CalendarItem,
  items: readonly CalendarItem[],
  now: Date,
  until: string,
): { dateStart: string; dateEnd: string } | null => {
  const begins = Date.parse(item.dateStart);
  const length = Date.parse(item.dateEnd) - begins;
  const busy = items
    .filter((one) => one.key !== item.key && !isAbove(one) && !one.isCanceled)
    .map((one) => [Date.parse(one.dateStart), Date.parse(one.dateEnd)] as const);
  const first = toCalendarDate(fromAbsolute(begins, viewerZone()));
  for (let day = first; day.toString() < until; day = day.add({ days: 1 })) {
    const free: number[] = [];
    for (let minute = dayBegins; minute + length / minuteMs <= dayEnds; minute += step) {
      const from = Date.parse(instantAt(day, minute));
      if (
        from > now.getTime() &&
        busy.every(([start, end]) => end <= from || start >= from + length)
      )
        free.push(from);
    }
    const from =
      day.compare(first) === 0 ? (free.find((one) => one > begins) ?? free.at(-1)) : free[0];
    if (from !== undefined)
      return {
        dateStart: new Date(from).toISOString(),
        dateEnd: new Date(from + length).toISOString(),
      };
  }
  return null;
};
