import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import { callQuery } from '../../lib/call.ts';
import { ownZone } from '../../lib/date-format.ts';
import { useMinWidth } from '../../lib/media.ts';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { dotClass } from '../calendar/dot-class.ts';
import english from './messages/en.json';

addEnglish(english);

/** Items that are shown: fewer on phones, where the feed stands below them. And days that are looked ahead. */
const shown = 4;
const shownOnPhones = 2;
const daysAhead = 3;

/** What comes next in one's own calendar: classes, events, meetings. Nothing is drawn where nothing comes. */
export function ComingCard() {
  const messages = useMessages();
  const { t } = messages;
  const isPhone = !useMinWidth('md');
  const [now] = useState(() => new Date());
  const midnight = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString();
  const { data } = useQuery(
    callQuery('GET /api/v1/calendar', {
      from: midnight(0),
      to: midnight(daysAhead),
      timeZone: ownZone(),
    }),
  );
  const coming = (data?.items ?? [])
    .filter(
      ({ isAllDay, isCanceled, dateEnd }) =>
        !isAllDay && !isCanceled && Date.parse(dateEnd) > now.getTime(),
    )
    .slice(0, isPhone ? shownOnPhones : shown);
  if (coming.length === 0) return null;
  return (
    <Card
      title={t('home.coming')}
      aside={
        <Link
          to={paths.calendar}
          className="inline-flex items-center gap-1.5 text-sm font-medium text-brand-text hover:underline"
        >
          <CalendarDays size={16} aria-hidden />
          {t('nav.calendar')}
        </Link>
      }
    >
      <ul className="grid gap-1">
        {coming.map((item) => (
          <li key={item.key}>
            <Item item={item}>
              <bdi className="block font-medium wrap-anywhere">{item.title}</bdi>
              <span className="block text-sm text-ink-2 max-md:truncate">
                {whenText(messages, item, now)}
                {item.location !== null && (
                  <>
                    {' • '}
                    <bdi>{item.location}</bdi>
                  </>
                )}
              </span>
            </Item>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Day and time, by the clock of whoever looks: Today, 9:00 PM. */
function whenText({ t, date }: Messages, { dateStart }: CalendarItem, now: Date): string {
  const start = new Date(dateStart);
  const [day, today] = [start, now].map((at) => new Date(at).setHours(0, 0, 0, 0));
  const away = Math.round(((day ?? 0) - (today ?? 0)) / 86_400_000);
  const name =
    away <= 0 ? t('home.today') : away === 1 ? t('home.tomorrow') : date(start, 'weekday');
  return `${name}, ${date(start, 'time')}`;
}

function Item({ item, children }: { item: CalendarItem; children: ReactNode }) {
  const look = 'flex gap-3 py-1';
  const inside = (
    <>
      <span aria-hidden className={`w-1 shrink-0 rounded-full ${dotClass(item.color)}`} />
      <span className="min-w-0 flex-1">{children}</span>
    </>
  );
  // A class has no page of its own.
  return item.url === null ? (
    <div className={look}>{inside}</div>
  ) : (
    <a href={item.url} className={`${look} rounded-control hover:bg-fill`}>
      {inside}
    </a>
  );
}
