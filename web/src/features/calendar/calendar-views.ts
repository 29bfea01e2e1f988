import type { CalendarDate } from '@internationalized/date';
import type { Messages } from '../../lib/messages.ts';
import { agendaDays } from './agenda/agenda-days.ts';
import { dayText, daysFrom, monthDays, weekStart } from './calendar-times.ts';

export const views = ['day', 'week', 'month', 'agenda'] as const;
export type View = (typeof views)[number];

/** Number of days in the view for medium screens. */
const daysOnPhone = 3;

/** Returns the view in a URL if the window has space for it. */
export const fittingView = (text: string | undefined, isMiddle: boolean): View => {
  const view = views.find((one) => one === text);
  if (view === undefined) return isMiddle ? 'week' : 'agenda';
  return view === 'week' && !isMiddle ? 'agenda' : view;
};

/** Returns the days of a view. */
export const daysShown = (view: View, date: CalendarDate, isWide: boolean): CalendarDate[] => {
  if (view === 'day') return [date];
  if (view === 'month') return monthDays(date);
  if (view === 'agenda') return daysFrom(date, agendaDays);
  return isWide ? daysFrom(weekStart(date), 7) : daysFrom(date, daysOnPhone);
};

/** Returns the time range to load. An agenda also needs the week above it. */
export const windowOf = (view: View, date: CalendarDate, days: readonly CalendarDate[]) => {
  const first = view === 'agenda' ? weekStart(date) : (days[0] ?? date);
  const last = days.at(-1) ?? date;
  const weekEnd = weekStart(date).add({ days: 7 });
  const next = last.add({ days: 1 });
  const to = view === 'agenda' && weekEnd.compare(next) > 0 ? weekEnd : next;
  return { from: first.toString(), to: to.toString() };
};

/** Returns the next or previous page. */
export const pageStep = (
  view: View,
  date: CalendarDate,
  by: 1 | -1,
  isWide: boolean,
): CalendarDate => {
  if (view === 'day') return date.add({ days: by });
  if (view === 'month') return date.add({ months: by });
  return date.add({ days: view === 'week' && !isWide ? by * daysOnPhone : by * 7 });
};

/** Returns the title of a page: its month or day. */
export const titleText = (
  view: View,
  date: CalendarDate,
  days: readonly CalendarDate[],
  messages: Messages,
  /** True if the full name of a month fits. */
  isMiddle: boolean,
): string => {
  if (view === 'day') return dayText(date, 'short', messages);
  if (view === 'agenda') return dayText(date, 'month name', messages);
  const first = view === 'month' ? date : (days[0] ?? date);
  return dayText(first, isMiddle ? 'month' : 'short month', messages);
};
