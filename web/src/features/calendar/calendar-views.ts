import type { CalendarDate } from '@internationalized/date';
import type { Messages } from '../../lib/messages.ts';
import { agendaDays } from './agenda-days.ts';
import { dayText, daysFrom, monthDays, weekStart } from './calendar-times.ts';

export const views = ['day', 'week', 'month', 'agenda'] as const;
export type View = (typeof views)[number];

/** Days of the middle size. */
const fewDays = 3;

/** The view of an address, where the window has room for it. */
export const fittingView = (text: string | undefined, isMiddle: boolean): View => {
  const view = views.find((one) => one === text);
  if (view === undefined) return isMiddle ? 'week' : 'agenda';
  return view === 'week' && !isMiddle ? 'agenda' : view;
};

/** The days that a view shows. */
export const daysShown = (view: View, date: CalendarDate, isWide: boolean): CalendarDate[] => {
  if (view === 'day') return [date];
  if (view === 'month') return monthDays(date);
  if (view === 'agenda') return daysFrom(date, agendaDays);
  return isWide ? daysFrom(weekStart(date), 7) : daysFrom(date, fewDays);
};

/** What is asked of the server; for an agenda with the week above it. */
export const windowOf = (view: View, date: CalendarDate, days: readonly CalendarDate[]) => {
  const first = view === 'agenda' ? weekStart(date) : (days[0] ?? date);
  const last = days.at(-1) ?? date;
  const weekEnd = weekStart(date).add({ days: 7 });
  const next = last.add({ days: 1 });
  const to = view === 'agenda' && weekEnd.compare(next) > 0 ? weekEnd : next;
  return { from: first.toString(), to: to.toString() };
};

/** One page on, or back. */
export const pageStep = (
  view: View,
  date: CalendarDate,
  by: 1 | -1,
  isWide: boolean,
): CalendarDate => {
  if (view === 'day') return date.add({ days: by });
  if (view === 'month') return date.add({ months: by });
  return date.add({ days: view === 'week' && !isWide ? by * fewDays : by * 7 });
};

/** What a page of the calendar is called: its month, or its day. */
export const titleText = (
  view: View,
  date: CalendarDate,
  days: readonly CalendarDate[],
  messages: Messages,
  /** There is room for the whole name of a month. */
  isMiddle: boolean,
): string => {
  if (view === 'day') return dayText(date, 'short', messages);
  if (view === 'agenda') return dayText(date, 'month name', messages);
  const first = view === 'month' ? date : (days[0] ?? date);
  return dayText(first, isMiddle ? 'month' : 'short month', messages);
};
