import { CalendarDate, parseDate, type DateValue } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button, Calendar, CalendarCell, CalendarGrid } from 'react-aria-components/DatePicker';
import { Heading } from 'react-aria-components/Heading';
import { AriaProvider } from './aria-provider.tsx';

/*
 * <MonthGrid label="Days with events" month="2026-11" selected={day} marked={{ '2026-11-24': 3 }} onSelect={…} onMonth={…} />
 * A month to choose a day from, with a dot on days that have something. Weeks begin on Monday. Import it in lazy pages only.
 */
interface MonthGridProps {
  label: string;
  month: string;
  selected: string | null;
  /** How much there is on a day; what is missing has nothing. */
  marked: Readonly<Record<string, number>>;
  onSelect: (day: string) => void;
  onMonth: (month: string) => void;
  /** Days that cannot be chosen. */
  isUnavailable?: (day: string) => boolean;
}

const step =
  'grid size-9 place-items-center rounded-control text-ink-2 transition-colors duration-150 hover:bg-fill data-focus-visible:outline-2 data-focus-visible:outline-brand-text disabled:opacity-40 touch:size-11';

const monthOf = (date: DateValue): string => date.toString().slice(0, 7);

export function MonthGrid({
  label,
  month,
  selected,
  marked,
  onSelect,
  onMonth,
  isUnavailable,
}: MonthGridProps) {
  const [year = 2000, number = 1] = month.split('-').map(Number);
  const focused =
    selected?.startsWith(month) === true ? parseDate(selected) : new CalendarDate(year, number, 1);
  return (
    <AriaProvider>
      <Calendar
        aria-label={label}
        firstDayOfWeek="mon"
        value={selected === null ? null : parseDate(selected)}
        focusedValue={focused}
        onFocusChange={(date) => {
          if (monthOf(date) !== month) onMonth(monthOf(date));
        }}
        onChange={(date) => onSelect(date.toString().slice(0, 10))}
        {...(isUnavailable && {
          isDateUnavailable: (date: DateValue) => isUnavailable(date.toString().slice(0, 10)),
        })}
        className="w-full"
      >
        <header className="mb-2 flex items-center gap-1">
          <Heading className="flex-1 text-lg! font-bold" />
          <Button slot="previous" className={step}>
            <ChevronLeft size={20} aria-hidden className="rtl:-scale-x-100" />
          </Button>
          <Button slot="next" className={step}>
            <ChevronRight size={20} aria-hidden className="rtl:-scale-x-100" />
          </Button>
        </header>
        <CalendarGrid
          weekdayStyle="short"
          className="w-full table-fixed [&_th]:h-8 [&_th]:text-xs [&_th]:font-medium [&_th]:text-ink-2"
        >
          {(date) => {
            const count = marked[date.toString().slice(0, 10)] ?? 0;
            return (
              <CalendarCell
                date={date}
                className="relative mx-auto grid size-9 cursor-pointer place-items-center rounded-full text-sm tabular-nums outline-none hover:bg-fill data-focus-visible:outline-2 data-focus-visible:outline-brand-text data-outside-month:text-ink-3 data-selected:bg-brand data-selected:text-on-brand data-unavailable:cursor-default data-unavailable:text-ink-3 data-unavailable:line-through touch:size-10 forced-colors:data-selected:outline-2"
              >
                {({ formattedDate, isSelected }) => (
                  <>
                    <span
                      className={
                        monthOf(date) === month && isToday(date)
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

const isToday = (date: DateValue): boolean => {
  const now = new Date();
  return (
    date.year === now.getFullYear() &&
    date.month === now.getMonth() + 1 &&
    date.day === now.getDate()
  );
};
