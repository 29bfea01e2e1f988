import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { parseDate } from '@internationalized/date';
import { useState } from 'react';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import type { EventItem } from '#contract/events/endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useMinWidth } from '../../../lib/media.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { IconButton } from '../../../ui/button.tsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { MonthGrid } from '../../calendar/grid/month-grid.tsx';
import calendarWords from 'messages:en/calendar.*';
import { dayIn, dayOf, monthName } from '../event-times.ts';
import { eventsOfMonth } from '../events.data.ts';
import { selectedDay, type EventsSearch } from './events-search.ts';
import english from '../messages/en.json';

addEnglish({ ...calendarWords, ...english });

/** Returns an event as a calendar item. */
const itemOf = (event: EventItem): CalendarItem => ({
  key: `${event.id} ${event.occurrence}`,
  id: event.id,
  kind: event.host.kind === 'club' ? 'club' : 'event',
  calendar: 'event',
  title: event.title,
  dateStart: event.isAllDay ? dayOf(event) : event.dateStart,
  dateEnd: event.isAllDay ? dayIn(event.dateEnd, event.timeZone) : event.dateEnd,
  isAllDay: event.isAllDay,
  timeZone: event.timeZone,
  location: event.location,
  url: `/events/${event.id}`,
  color: event.host.kind === 'club' ? 1 : 0,
  isTentative: event.mine?.status === 'waiting' || event.mine?.status === 'requested',
  isCanceled: event.status === 'canceled',
  occurrence: event.isRecurring ? event.occurrence : null,
  overlaps: [],
});

interface EventMonthViewProps {
  search: EventsSearch;
  onChange: (next: EventsSearch) => void;
}

/** The events of a month, with the same filters as the list. A day links to its list. */
export function EventMonthView({ search, onChange }: EventMonthViewProps) {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const isWide = useMinWidth('md');
  const [now] = useState(() => new Date());
  const today = dayIn(now);
  const day = selectedDay(search) ?? today;
  const month = search['month'] ?? day.slice(0, 7);
  const date = parseDate(day.startsWith(month) ? day : `${month}-01`);
  const events = useQuery(eventsOfMonth(search, month));
  const go = (months: number) =>
    onChange({ ...search, month: date.add({ months }).toString().slice(0, 7) });
  const list = (asked: string) => {
    const { layout: _, month: __, when: ___, ...rest } = search;
    onChange({ ...rest, day: asked });
  };
  return (
    <section aria-label={monthName(messages, month)} className="grid gap-3">
      <header className="flex items-center gap-1">
        <h2 className="flex-1 text-lg!">{monthName(messages, month)}</h2>
        <IconButton
          icon={ChevronLeft}
          label={t('events.previousMonth')}
          onClick={() => go(-1)}
          className="rtl:-scale-x-100"
        />
        <IconButton
          icon={ChevronRight}
          label={t('events.nextMonth')}
          onClick={() => go(1)}
          className="rtl:-scale-x-100"
        />
      </header>
      <QueryBoundary query={events} showsRefetchError skeleton={['h-160']} isEmpty={() => false}>
        {(items) => (
          <MonthGrid
            date={date}
            items={items.map(itemOf)}
            overlaps={() => false}
            now={now}
            isSmall={!isWide}
            onOpen={({ id, occurrence }) =>
              void navigate({
                to: paths.event,
                params: { eventId: id },
                ...(occurrence !== null && { search: { occurrence } }),
              })
            }
            onDate={(next) => {
              if (next.toString().slice(0, 7) !== month)
                onChange({ ...search, month: next.toString().slice(0, 7) });
            }}
            onDay={(next) => list(next.toString())}
          />
        )}
      </QueryBoundary>
    </section>
  );
}
