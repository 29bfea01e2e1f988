import { isSameDay, type CalendarDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Calendar, CalendarCell, CalendarGrid } from 'react-aria-components/Calendar';
import { Heading } from 'react-aria-components/Heading';
import { AriaProvider } from '../../ui/aria-provider.tsx';

/** A month in which some days can be chosen; arrows walk through it. */
interface MonthGridProps {
  label: string;
  value: CalendarDate | null;
  onChange: (day: CalendarDate) => void;
  month: CalendarDate;
  onMonth: (month: CalendarDate) => void;
  today: CalendarDate;
  last: CalendarDate;
  isFree: (day: CalendarDate) => boolean;
}

const step =
  'grid size-9 place-items-center rounded-control text-ink-2 transition-colors duration-150 hover:bg-fill data-focus-visible:outline-2 data-focus-visible:outline-brand-text disabled:opacity-40 touch:size-11';

export function MonthGrid({
  label,
  value,
  onChange,
  month,
  onMonth,
  today,
  last,
  isFree,
}: MonthGridProps) {
  return (
    <AriaProvider>
      <Calendar
        aria-label={label}
        value={value}
        onChange={(day) => onChange(day as CalendarDate)}
        focusedValue={month}
        onFocusChange={onMonth}
        minValue={today}
        maxValue={last}
        firstDayOfWeek="mon"
        isDateUnavailable={(day) => !isFree(day as CalendarDate)}
        className="grid gap-3"
      >
        <header className="flex items-center justify-between gap-2">
          <Heading className="text-lg font-bold" level={2} />
          <span className="flex gap-1">
            <Button slot="previous" className={step}>
              <ChevronLeft size={20} aria-hidden className="rtl:-scale-x-100" />
            </Button>
            <Button slot="next" className={step}>
              <ChevronRight size={20} aria-hidden className="rtl:-scale-x-100" />
            </Button>
          </span>
        </header>
        <CalendarGrid
          weekdayStyle="short"
          className="w-full table-fixed border-separate border-spacing-y-1 [&_th]:pb-1 [&_th]:text-xs [&_th]:font-medium [&_th]:text-ink-2"
        >
          {(day) => (
            <CalendarCell
              date={day}
              className={({ isOutsideMonth, isDisabled }) =>
                `mx-auto grid size-10 place-items-center rounded-full text-sm tabular-nums outline-offset-2 data-focus-visible:outline-2 data-focus-visible:outline-brand-text touch:size-11 ${
                  isOutsideMonth ? 'invisible' : ''
                } ${
                  !isDisabled && isFree(day as CalendarDate)
                    ? 'cursor-pointer bg-brand-soft font-bold text-brand-text hover:brightness-95 data-selected:bg-brand data-selected:text-on-brand forced-colors:outline'
                    : 'text-ink-2'
                } ${isSameDay(day, today) ? 'ring-1 ring-line-strong' : ''}`
              }
            />
          )}
        </CalendarGrid>
      </Calendar>
    </AriaProvider>
  );
}
