import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, TriangleAlert } from 'lucide-react';
import type { EventItem } from '#contract/events/endpoints.ts';
import { isolate } from '../../../lib/apart.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { shortWhen } from '../event-times.ts';
import { conflictsOf, nextFreeTime } from '../events.data.ts';

const shown = 2;

/** Says whether an event overlaps the reader's calendar. Shows nothing while it loads. */
export function ConflictNote({ event }: { event: EventItem }) {
  const { t, list } = useMessages();
  const isTimed = !event.isAllDay && !event.isEnded && event.dateStart < event.dateEnd;
  const { data } = useQuery({ ...conflictsOf(event), enabled: isTimed });
  if (data === undefined || !isTimed) return null;
  // The calendar also contains the event itself if the reader has registered.
  const conflicts = data.items.filter(
    ({ kind, id }) => !((kind === 'event' || kind === 'club') && id === event.id),
  );
  if (conflicts.length === 0)
    return (
      <p className="inline-flex items-center gap-1.5 text-sm font-medium text-good">
        <CalendarCheck size={18} aria-hidden className="shrink-0" />
        {t('events.freeThen')}
      </p>
    );
  const names = conflicts.slice(0, shown).map(({ title }) => isolate(title));
  return (
    <div className="grid gap-1">
      <p className="inline-flex items-start gap-1.5 text-sm font-medium text-warn">
        <TriangleAlert size={18} aria-hidden className="mt-px shrink-0" />
        {conflicts.length > shown
          ? t('events.overlapsMore', { names: names.join(', '), count: conflicts.length - shown })
          : t('events.overlaps', { names: list(names) })}
      </p>
      {event.isRecurring && <NextFree event={event} />}
    </div>
  );
}

/** Links to the next date of a series that doesn't overlap the reader's calendar. */
function NextFree({ event }: { event: EventItem }) {
  const messages = useMessages();
  const { t } = messages;
  const next = useQuery(nextFreeTime(event.id, event.occurrence)).data?.next;
  if (!next) return null;
  return (
    <p className="text-sm">
      <Link
        to={paths.event}
        params={{ eventId: event.id }}
        search={{ occurrence: next.occurrence }}
        className="text-link"
      >
        {t('events.nextFree', { when: shortWhen(messages, next) })}
      </Link>
    </p>
  );
}
