import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { MonthGrid } from '../../../ui/month-grid.tsx';
import { dayIn, nextDay } from '../event-times.ts';
import { eventDays } from '../events.data.ts';
import { selectedDay, type EventsSearch } from './events-search.ts';
import english from '../messages/en.json';

addEnglish(english);

interface EventMonthProps {
  search: EventsSearch;
  onChange: (next: EventsSearch) => void;
}

/** A month with dots on days that have events. Selecting a day filters the list, and selecting it again removes the filter. */
export function EventMonth({ search, onChange }: EventMonthProps) {
  const { t } = useMessages();
  const day = selectedDay(search);
  const [today] = useState(() => dayIn(new Date()));
  const month = /^\d{4}-\d{2}$/.test(search['month'] ?? '')
    ? (search['month'] ?? '')
    : (day ?? today).slice(0, 7);
  // The grid also shows days of the adjacent months.
  const days = useQuery(eventDays(nextDay(`${month}-01`, -7), nextDay(`${month}-01`, 44)));
  const marked = Object.fromEntries(
    (days.data?.items ?? []).map(({ date, count }) => [date, count]),
  );
  return (
    <MonthGrid
      label={t('events.days')}
      month={month}
      selected={day}
      marked={marked}
      onSelect={(next) => {
        const { day: previous, when: _, month: __, view: ___, ...rest } = search;
        onChange(previous === next ? rest : { ...rest, day: next });
      }}
      onMonth={(next) => onChange({ ...search, month: next })}
    />
  );
}
