import type { CalendarDate } from '@internationalized/date';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { dayText, daysOfItem, monthDays, todayHere } from '../calendar-times.ts';
import { ItemChip } from './item-block.tsx';
import { dotClass } from '../dot-class.ts';

/** Maximum number of items per day. A link such as "2 more" shows the others. */
const shownMax = 3;

interface MonthGridProps {
  date: CalendarDate;
  items: readonly CalendarItem[];
  overlaps: (item: CalendarItem) => boolean;
  now: Date;
  /** Shows dots instead of text. */
  isSmall: boolean;
  onOpen: (item: CalendarItem, element: HTMLElement) => void;
  onDate: (day: CalendarDate) => void;
  onDay: (day: CalendarDate) => void;
}

/** The weeks of a month. Arrow keys move between days, and Enter opens one. */
export function MonthGrid(props: MonthGridProps) {
  const { date, items, overlaps, now, isSmall, onOpen, onDate, onDay } = props;
  const messages = useMessages();

  const grid = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const days = monthDays(date);
  const byDay = new Map<string, CalendarItem[]>();
  for (const item of items)
    for (const day of daysOfItem(item)) byDay.set(day, [...(byDay.get(day) ?? []), item]);

  useEffect(() => {
    if (!hasFocus.current) return;
    grid.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus();
  }, [date]);

  const walk = (event: KeyboardEvent) => {
    const across = document.dir === 'rtl' ? -1 : 1;
    const moves: Record<string, number> = {
      ArrowUp: -7,
      ArrowDown: 7,
      ArrowLeft: -across,
      ArrowRight: across,
    };
    const by = moves[event.key];
    if (by === undefined || !(event.target as Element).matches('[data-day]')) return;
    event.preventDefault();
    hasFocus.current = true;
    onDate(date.add({ days: by }));
  };

  const weeks = Array.from({ length: days.length / 7 }, (_, nth) =>
    days.slice(nth * 7, nth * 7 + 7),
  );
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={dayText(date, 'month', messages)}
      tabIndex={-1}
      onKeyDown={walk}
      onBlur={() => {
        hasFocus.current = false;
      }}
      className="card overflow-clip"
    >
      <div role="row" className="grid grid-cols-7 border-b border-line">
        {days.slice(0, 7).map((day) => (
          <span
            key={day.toString()}
            role="columnheader"
            aria-label={dayText(day, 'long weekday', messages)}
            className="py-2 text-center text-sm text-ink-2"
          >
            {dayText(day, 'weekday', messages)}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div
          key={week[0]?.toString()}
          role="row"
          className="grid grid-cols-7 border-line not-last:border-b"
        >
          {week.map((day) => {
            const here = byDay.get(day.toString()) ?? [];
            return (
              <DayCell
                key={day.toString()}
                day={day}
                isSmall={isSmall}
                date={date}
                onDay={onDay}
                items={here}
                now={now}
                overlaps={overlaps}
                onOpen={onOpen}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface DayCellProps {
  day: CalendarDate;
  isSmall: boolean;
  date: CalendarDate;
  onDay: (day: CalendarDate) => void;
  items: readonly CalendarItem[];
  now: Date;
  overlaps: (item: CalendarItem) => boolean;
  onOpen: (item: CalendarItem, element: HTMLElement) => void;
}

function DayCell({ day, isSmall, date, onDay, items, now, overlaps, onOpen }: DayCellProps) {
  const messages = useMessages();
  const { t } = messages;
  const today = todayHere();
  const isToday = day.compare(today) === 0;
  const isPast = day.compare(today) < 0;
  const isOf = day.month === date.month;
  return (
    <div
      role="gridcell"
      className={`grid min-w-0 content-start gap-0.5 border-line p-1 not-first:border-s ${isSmall ? 'min-h-16 justify-items-center' : 'min-h-28'} ${isOf ? '' : 'bg-fill/50'}`}
    >
      <button
        type="button"
        data-day
        tabIndex={day.compare(date) === 0 ? 0 : -1}
        {...(isToday && { 'aria-current': 'date' as const })}
        onClick={() => onDay(day)}
        className={`grid size-8 place-items-center rounded-full text-sm tabular-nums hover:bg-fill ${isSmall ? 'relative w-full max-w-9 before:absolute before:-inset-1' : 'touch:size-11'} ${isToday ? 'bg-brand font-bold text-on-brand hover:bg-brand' : isOf ? '' : 'text-ink-2'} ${day.compare(date) === 0 && !isToday ? 'font-bold ring-1 ring-line-field ring-inset' : ''}`}
      >
        <span className="sr-only">
          {t('calendar.dayWith', {
            day: dayText(day, 'whole', messages),
            count: items.length,
          })}
        </span>
        <span aria-hidden>{dayText(day, 'number', messages)}</span>
      </button>
      {isSmall ? (
        <span aria-hidden className="flex h-1.5 justify-center gap-0.5">
          {items.slice(0, shownMax).map(({ key, color }) => (
            <span key={key} className={`size-1.5 rounded-full ${dotClass(color)}`} />
          ))}
        </span>
      ) : (
        <>
          {items.slice(0, items.length > shownMax ? shownMax - 1 : shownMax).map((item) => (
            <ItemChip
              key={item.key}
              item={item}
              isPast={isPast || Date.parse(item.dateEnd) < now.getTime() - 86_400_000}
              hasOverlap={overlaps(item)}
              hasTime
              onOpen={(element) => onOpen(item, element)}
            />
          ))}
          {items.length > shownMax && (
            <button
              type="button"
              onClick={() => onDay(day)}
              className="min-h-6 truncate rounded-[6px] px-1.5 text-start text-xs font-medium text-ink-2 hover:bg-fill touch:min-h-8"
            >
              {t('calendar.more', { count: items.length - shownMax + 1 })}
            </button>
          )}
        </>
      )}
    </div>
  );
}
