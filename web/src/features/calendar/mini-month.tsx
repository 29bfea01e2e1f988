import type { CalendarDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button, Calendar, CalendarCell, CalendarGrid } from 'react-aria-components/DatePicker';
import { Heading } from 'react-aria-components/Heading';
import { AriaProvider } from '../../ui/aria-provider.tsx';
import { useMessages } from '../../lib/messages.ts';
import { todayHere } from './calendar-times.ts';

const step =
  'grid size-9 place-items-center rounded-control text-ink-2 transition-colors duration-150 hover:bg-fill data-focus-visible:outline-2 data-focus-visible:outline-brand-text';

/** A month beside the calendar; the day that is chosen is the one that is shown. */
export function MiniMonth({
  date,
  onDate,
}: {
  date: CalendarDate;
  onDate: (day: CalendarDate) => void;
}) {
  const { t } = useMessages();
  const today = todayHere();
  return (
    <AriaProvider>
      <Calendar
        // Another month that is shown elsewhere is shown here, too.
        key={`${date.year}-${date.month}`}
        aria-label={t('calendar.month')}
        firstDayOfWeek="mon"
        value={date}
        onChange={onDate}
      >
        <header className="mb-1 flex items-center">
          <Heading className="flex-1 text-base! font-bold" />
          <Button slot="previous" className={step}>
            <ChevronLeft size={18} aria-hidden className="rtl:-scale-x-100" />
          </Button>
          <Button slot="next" className={step}>
            <ChevronRight size={18} aria-hidden className="rtl:-scale-x-100" />
          </Button>
        </header>
        <CalendarGrid className="w-full [&_th]:h-7 [&_th]:text-xs [&_th]:font-medium [&_th]:text-ink-2">
          {(day) => (
            <CalendarCell
              date={day}
              className={`mx-auto grid size-8 cursor-pointer place-items-center rounded-full text-sm tabular-nums outline-none hover:bg-fill data-focus-visible:outline-2 data-focus-visible:outline-brand-text data-outside-month:text-ink-2 ${day.compare(today) === 0 ? 'bg-brand font-bold text-on-brand hover:bg-brand' : 'data-selected:bg-fill-2 data-selected:font-bold'}`}
            />
          )}
        </CalendarGrid>
      </Calendar>
    </AriaProvider>
  );
}
