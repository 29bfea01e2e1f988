import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { dotClass } from '../calendar/dot-class.ts';
import { upcomingHeight, ComingSkeleton } from './coming-skeleton.tsx';
import { comingQuery, daysAhead } from './home.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** Items to show in the side column, and above the feed, where the card must not push the feed down. */
const shown = 4;
const shownAboveFeed = 2;

/**
 * Lists the next items of the person's calendar: classes, events, and meetings. In the side column it is hidden if there are none.
 * Above the feed (`isAboveFeed`) it has the same height while loading and with zero, one, or two items, so that the feed never
 * moves.
 */
export function ComingCard({ isAboveFeed = false }: { isAboveFeed?: boolean }) {
  const messages = useMessages();
  const { t } = messages;
  const [now] = useState(() => new Date());
  const { data, isError } = useQuery(comingQuery(now));
  const coming = (data?.items ?? [])
    .filter(
      ({ isAllDay, isCanceled, dateEnd }) =>
        !isAllDay && !isCanceled && Date.parse(dateEnd) > now.getTime(),
    )
    .slice(0, isAboveFeed ? shownAboveFeed : shown);
  if (coming.length === 0 && !isAboveFeed) return null;
  return (
    <Card
      title={t('home.coming')}
      className={isAboveFeed ? upcomingHeight : ''}
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
      {data === undefined && !isError && <ComingSkeleton />}
      {data !== undefined && coming.length === 0 && (
        <p className="text-ink-2">{t('home.comingNone', { days: daysAhead })}</p>
      )}
      {isError && data === undefined && <p className="text-ink-2">{t('home.comingFailed')}</p>}
      <ul className="grid gap-1">
        {coming.map((item) => (
          <li key={item.key}>
            <Item item={item}>
              <bdi className={`block font-medium ${isAboveFeed ? 'truncate' : 'wrap-anywhere'}`}>
                {item.title}
              </bdi>
              <span className={`block text-sm text-ink-2 ${isAboveFeed ? 'truncate' : ''}`}>
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

/** Returns day and time in the user's time zone: Today, 9:00 PM. */
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
  // A class has no separate page.
  return item.url === null ? (
    <div className={look}>{inside}</div>
  ) : (
    <a href={item.url} className={`${look} rounded-control hover:bg-fill`}>
      {inside}
    </a>
  );
}
