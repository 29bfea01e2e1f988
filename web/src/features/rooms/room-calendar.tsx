import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { RoomCalendar as Calendar } from '#contract/events/rooms.endpoints.ts';
import type { Room } from '#contract/rooms/endpoints.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { roomCalendar, roomLabel } from './rooms.data.ts';

const dayMs = 86_400_000;
const shownDays = 14;

/** Returns the start of the day `days` after today, in the viewer's time zone. */
const dayFromToday = (days: number): Date => {
  const start = new Date();
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() + days);
  return start;
};

/** Shows the reservations of a room, two weeks at a time. */
export function RoomCalendar({ room, onClose }: { room: Room; onClose: () => void }) {
  const { t, date } = useMessages();
  const [first, setFirst] = useState(0);
  const [from, to] = [dayFromToday(first), dayFromToday(first + shownDays)];
  const query = useQuery(roomCalendar(room.id, { from: from.toISOString(), to: to.toISOString() }));
  return (
    <Dialog title={roomLabel(room)} isOpen onClose={onClose}>
      <div className="mb-3 flex items-center justify-between gap-2">
        <IconButton
          label={t('rooms.earlier')}
          icon={ChevronLeft}
          className="rtl:-scale-x-100"
          onClick={() => setFirst(first - shownDays)}
        />
        <p className="font-bold" aria-live="polite">
          {date(from, 'day')} – {date(new Date(to.getTime() - dayMs / 2), 'day')}
        </p>
        <IconButton
          label={t('rooms.later')}
          icon={ChevronRight}
          className="rtl:-scale-x-100"
          onClick={() => setFirst(first + shownDays)}
        />
      </div>
      <QueryBoundary
        query={query}
        skeleton={['h-40']}
        isEmpty={({ items }) => items.length === 0}
        empty={{ icon: CalendarCheck, title: t('rooms.free'), body: t('rooms.freeBody') }}
      >
        {({ items }) => <Reservations items={items} />}
      </QueryBoundary>
    </Dialog>
  );
}

/** Lists the reservations of a room by day. */
function Reservations({ items }: Calendar) {
  const { t, date } = useMessages();
  const days = Map.groupBy(items, ({ from }) => date(from, 'day'));
  return (
    <ul className="grid gap-4">
      {[...days].map(([day, reservations]) => (
        <li key={day}>
          <h3 className="mb-1 text-sm! font-bold">{day}</h3>
          <ul className="grid gap-1">
            {reservations.map(({ from, to, event }) => (
              <li key={from} className="flex flex-wrap gap-x-3">
                <span className="text-ink-2 tabular-nums">
                  <time dateTime={from}>{date(from, 'time')}</time> –{' '}
                  <time dateTime={to}>{date(to, 'time')}</time>
                </span>
                {event === null ? (
                  <span>{t('rooms.reserved')}</span>
                ) : (
                  <Link to={paths.event} params={{ eventId: event.id }} className="text-link">
                    <bdi>{event.title}</bdi>
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
