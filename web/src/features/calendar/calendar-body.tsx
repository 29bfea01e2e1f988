import type { CalendarDate } from '@internationalized/date';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import { Agenda } from './agenda/agenda.tsx';
import type { View } from './calendar-views.ts';
import { MonthGrid } from './grid/month-grid.tsx';
import { TimeGrid } from './grid/time-grid.tsx';

interface CalendarBodyProps {
  view: View;
  date: CalendarDate;
  days: readonly CalendarDate[];
  items: readonly CalendarItem[];
  overlaps: (item: CalendarItem) => CalendarItem['overlaps'];
  now: Date;
  isLoading: boolean;
  isSmall: boolean;
  onOpen: (item: CalendarItem, element: HTMLElement) => void;
  onNew: (dateStart: string, dateEnd: string) => void;
  onMove: (item: CalendarItem, dateStart: string, dateEnd: string) => void;
  onStep: (by: 1 | -1) => void;
  onDate: (day: CalendarDate) => void;
  onDay: (day: CalendarDate) => void;
}

/** The calendar in one of its views. */
export function CalendarBody({
  view,
  date,
  days,
  overlaps,
  isSmall,
  isLoading,
  ...rest
}: CalendarBodyProps) {
  const { items, now, onOpen, onNew, onMove, onStep, onDate, onDay } = rest;
  const doesOverlap = (item: CalendarItem) => overlaps(item).length > 0;
  if (view === 'agenda')
    return <Agenda {...{ date, items, overlaps, now, isLoading, onOpen, onDate }} />;
  if (view === 'month')
    return (
      <MonthGrid {...{ date, items, now, isSmall, onOpen, onDate, onDay }} overlaps={doesOverlap} />
    );
  return (
    <TimeGrid
      {...{ days, items, now, onOpen, onNew, onMove, onStep, onDay }}
      overlaps={doesOverlap}
    />
  );
}
