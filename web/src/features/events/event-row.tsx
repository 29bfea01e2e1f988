import { MapPin, Video } from 'lucide-react';
import type { EventItem } from '#contract/events/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Pill } from '../../ui/pill.tsx';
import { EventName, GoingConnections, Overlap, StatePill } from './event-parts.tsx';
import { EventPicture } from './event-picture.tsx';
import { startTime } from './event-times.ts';

/** An event in a day's list, with time, title, host, location, status and people the user knows. */
export function EventRow({ event }: { event: EventItem }) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <li>
      <article
        data-event={event.id}
        className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line py-4 md:grid-cols-[5.5rem_minmax(0,1fr)_auto]"
      >
        <p className="col-start-1 text-ink-2 max-md:mb-0.5 md:pt-0.5">
          <time dateTime={event.dateStart}>{startTime(messages, event)}</time>
        </p>
        <div className="col-start-1 grid min-w-0 content-start gap-1 md:col-start-2">
          <EventName
            event={event}
            className="after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-brand-text"
          />
          <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 text-ink-2 max-md:gap-x-2">
            <Avatar name={event.host.name} photoUrl={event.host.logo} size={1.25} shape="square" />
            <bdi className="wrap-anywhere">{event.host.name}</bdi>
            {event.location !== '' && (
              <span className="inline-flex min-w-0 items-center gap-1.5">
                <span aria-hidden className="max-md:hidden">
                  •
                </span>
                <MapPin size={15} aria-hidden className="shrink-0" />
                <bdi className="wrap-anywhere">{event.location}</bdi>
              </span>
            )}
            {event.isOnline && (
              <span className="inline-flex items-center gap-1.5">
                <span aria-hidden className="max-md:hidden">
                  •
                </span>
                <Video size={15} aria-hidden className="shrink-0" />
                {t('events.online')}
              </span>
            )}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 empty:hidden">
            {event.isHidden && <Pill tone="bad">{t('events.moderatedNote')}</Pill>}
            <StatePill event={event} />
            <Overlap titles={event.overlaps} />
            <GoingConnections going={event.going} />
          </p>
        </div>
        <EventPicture
          event={event}
          className="col-start-2 row-span-2 row-start-1 size-22 self-start rounded-control md:col-start-3 md:row-span-1"
        />
      </article>
    </li>
  );
}
