import {
  CalendarDate,
  getLocalTimeZone,
  isSameDay,
  parseDate,
  today,
  type DateValue,
} from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button, Calendar, CalendarCell, CalendarGrid } from 'react-aria-components/DatePicker';
import { Heading } from 'react-aria-components/Heading';
import { dateFormat } from '../lib/date-format.ts';
import { useMessages } from '../lib/messages.ts';
import { AriaProvider } from './aria-provider.tsx';

/*
 * <MonthGrid label="Days with events" month="2026-11" selected={day} marked={{ '2026-11-24': 3 }} onSelect={…} onMonth={…} />
 * <MonthGrid label="Day" selected={day} isFree={(one) => free.has(one)} min="2026-11-24" max="2027-01-23" onSelect={…} />
 * A month to select a day. It can mark days with a dot, or make only some days selectable. Days are in ISO 8601, and weeks
 * start on Monday. Import it only in lazy pages.
 */
interface MonthGridProps {
  label: string;
  selected: string | null;
  onSelect: (day: string) => void;
  /**
   * The visible month, `2026-11`. Without it, the grid starts at the selected day's month and its arrows change the month.
   */
  month?: string;
  onMonth?: (month: string) => void;
  /** Number of items per day; 0 if missing. */
  marked?: Readonly<Record<string, number>>;
  /** Returns whether a day is selectable. Such days are tinted. Without it, all days are selectable. */
  isFree?: (day: string) => boolean;
  /** First and last selectable day. */
  min?: string;
  max?: string;
  /** For use next to a larger view that shows the selected day. Only today is highlighted. */
  isSmall?: boolean;
}

const textOf = (date: DateValue): string => date.toString().slice(0, 10);
const monthOf = (date: DateValue): string => date.toString().slice(0, 7);

const firstOf = (month: string): CalendarDate => parseDate(`${month}-01`);

const cell =
  'relative mx-auto grid place-items-center rounded-full text-sm tabular-nums outline-none data-focus-visible:outline-2 data-focus-visible:outline-brand-text';
const chosen = 'data-selected:bg-brand data-selected:text-on-brand';
const looks = {
  marked: `size-9 cursor-pointer hover:bg-fill data-outside-month:text-ink-3 ${chosen} touch:size-10 forced-colors:data-selected:outline-2`,
  small: 'size-8 cursor-pointer hover:bg-fill data-outside-month:text-ink-2',
  smallToday: 'bg-brand font-bold text-on-brand hover:bg-brand',
  smallOther: 'data-selected:bg-fill-2 data-selected:font-bold',
  offered: 'size-10 outline-offset-2 data-outside-month:invisible touch:size-11',
  free: `cursor-pointer bg-brand-soft font-bold text-brand-text hover:brightness-95 ${chosen} forced-colors:outline`,
  taken: 'text-ink-2',
  today: 'ring-1 ring-line-strong',
};
const step =
  'grid size-9 place-items-center rounded-control text-ink-2 transition-colors duration-150 hover:bg-fill data-focus-visible:outline-2 data-focus-visible:outline-brand-text disabled:opacity-40 touch:size-11';
const weekdays = '[&_th]:text-xs [&_th]:font-medium [&_th]:text-ink-2';

/** The longest weekday that fits a column. In Arabic, short names are the full names. */
const weekdayMax = 4;
const hasShortWeekdays = (locale: string): boolean => {
  const weekday = dateFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, nth) => weekday.format(nth * 86_400_000)).every(
    ({ length }) => length <= weekdayMax,
  );
};

export function MonthGrid({
  label,
  selected,
  onSelect,
  month,
  onMonth,
  marked = {},
  isFree,
  min,
  max,
  isSmall = false,
}: MonthGridProps) {
  const { locale } = useMessages();
  const now = today(getLocalTimeZone());
  const [last, setFocused] = useState<CalendarDate>(() =>
    selected !== null && (month === undefined || selected.startsWith(month))
      ? parseDate(selected)
      : month === undefined
        ? now
        : firstOf(month),
  );
  const [seen, setSeen] = useState(selected);
  if (seen !== selected) {
    setSeen(selected);
    if (selected !== null && month === undefined) setFocused(parseDate(selected));
  }
  // The caller may have changed the month.
  const focused = month === undefined || monthOf(last) === month ? last : firstOf(month);
  const shown = monthOf(focused);
  const iconSize = isSmall ? 18 : 20;
  const cellLook = (date: DateValue, isDisabled: boolean): string => {
    const isToday = isSameDay(date, now);
    if (isSmall) return `${looks.small} ${isToday ? looks.smallToday : looks.smallOther}`;
    if (isFree === undefined) return looks.marked;
    const look = !isDisabled && isFree(textOf(date)) ? looks.free : looks.taken;
    return `${looks.offered} ${look} ${isToday ? looks.today : ''}`;
  };
  return (
    <AriaProvider>
      <Calendar
        aria-label={label}
        firstDayOfWeek="mon"
        value={selected === null ? null : parseDate(selected)}
        focusedValue={focused}
        onFocusChange={(date) => {
          setFocused(date);
          if (monthOf(date) !== shown) onMonth?.(monthOf(date));
        }}
        onChange={(date) => onSelect(textOf(date))}
        {...(isFree && { isDateUnavailable: (date: DateValue) => !isFree(textOf(date)) })}
        {...(min !== undefined && { minValue: parseDate(min) })}
        {...(max !== undefined && { maxValue: parseDate(max) })}
        className="w-full"
      >
        <header className={`flex items-center gap-1 ${isSmall ? 'mb-1' : 'mb-2'}`}>
          <Heading className={`flex-1 font-bold ${isSmall ? 'text-base!' : 'text-lg!'}`} />
          <Button slot="previous" className={step}>
            <ChevronLeft size={iconSize} aria-hidden className="rtl:-scale-x-100" />
          </Button>
          <Button slot="next" className={step}>
            <ChevronRight size={iconSize} aria-hidden className="rtl:-scale-x-100" />
          </Button>
        </header>
        <CalendarGrid
          weekdayStyle={isSmall || !hasShortWeekdays(locale) ? 'narrow' : 'short'}
          className={`w-full table-fixed ${weekdays} ${isFree ? 'border-separate border-spacing-y-1 [&_th]:pb-1' : isSmall ? '[&_th]:h-7' : '[&_th]:h-8'}`}
        >
          {(date) => {
            const count = marked[textOf(date)] ?? 0;
            return (
              <CalendarCell
                date={date}
                className={({ isDisabled }) => `${cell} ${cellLook(date, isDisabled)}`}
              >
                {({ formattedDate, isSelected }) => (
                  <>
                    <span
                      className={
                        !isSmall && !isFree && monthOf(date) === shown && isSameDay(date, now)
                          ? 'font-bold text-inherit underline underline-offset-4'
                          : ''
                      }
                    >
                      {formattedDate}
                    </span>
                    {count > 0 && (
                      <span
                        aria-hidden
                        className={`absolute bottom-1 size-1 rounded-full ${isSelected ? 'bg-on-brand' : 'bg-brand-text'}`}
                      />
                    )}
                  </>
                )}
              </CalendarCell>
            );
          }}
        </CalendarGrid>
      </Calendar>
    </AriaProvider>
  );
}
