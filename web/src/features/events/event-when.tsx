import {
  CalendarArrowDown,
  CalendarPlus,
  Map as MapIcon,
  MapPin,
  Repeat,
  Video,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventPage as Event } from '#contract/events/endpoints.ts';
import { RepeatText } from '../../kit/repeat-text.tsx';
import { useMessages } from '../../lib/messages.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { googleCalendarLink, mapLink, outlookCalendarLink } from './calendar-links.ts';
import { DateTile } from './event-parts.tsx';
import { useCalendarFile } from './events.data.ts';
import { dayOf, fullDay, shortWhen, timeSpan, timeThere } from './event-times.ts';

/** Shows when the event takes place. */
export function EventTime({ event }: { event: Event }) {
  const messages = useMessages();
  const { t } = messages;
  const there = timeThere(messages, event);
  const save = useCalendarFile(event);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <DateTile times={event} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-bold">
          <time dateTime={event.dateStart}>{fullDay(messages, dayOf(event))}</time>
        </p>
        <p className="text-ink-2">
          {timeSpan(messages, event)}
          {there !== null && (
            <span className="block text-sm">{t('events.there', { time: there })}</span>
          )}
        </p>
        {event.rrule !== null && (
          <p className="flex items-center gap-1.5 text-ink-2">
            <Repeat size={16} aria-hidden className="shrink-0" />
            <RepeatText rule={event.rrule} />
          </p>
        )}
      </div>
      {event.status === 'published' && (
        <MenuButton
          label={t('events.addToCalendar')}
          icon={CalendarPlus}
          items={[
            { id: 'google', label: t('events.calendarGoogle'), icon: CalendarPlus },
            { id: 'outlook', label: t('events.calendarOutlook'), icon: CalendarPlus },
            { id: 'file', label: t('events.calendarOther'), icon: CalendarArrowDown },
          ]}
          onAction={(to) => {
            const page = `${window.location.origin}/events/${event.id}`;
            if (to === 'file') save.run();
            else
              window.open(
                (to === 'google' ? googleCalendarLink : outlookCalendarLink)(event, page),
                '_blank',
                'noopener,noreferrer',
              );
          }}
        >
          {t('events.addToCalendar')}
        </MenuButton>
      )}
    </div>
  );
}

const Square = ({ children }: { children: ReactNode }) => (
  <span className="grid size-13 shrink-0 place-content-center rounded-control bg-fill text-ink-2">
    {children}
  </span>
);

/** Shows where the event takes place, and how to join online. */
export function EventLocation({ event }: { event: Event }) {
  const messages = useMessages();
  const { t } = messages;
  const { location, address, online } = event;
  const mapUrl = event.mapUrl ?? (address === '' ? null : mapLink(address));
  return (
    <>
      {(location !== '' || address !== '') && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Square>
            <MapPin size={22} aria-hidden />
          </Square>
          <div className="min-w-0 flex-1 basis-48">
            <p dir="auto" className="page-start font-bold wrap-anywhere">
              {location === '' ? address : location}
            </p>
            {location !== '' && address !== '' && (
              <p dir="auto" className="page-start text-ink-2 wrap-anywhere">
                {address}
              </p>
            )}
          </div>
          {mapUrl !== null && (
            <a
              href={mapUrl}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className={buttonClass({ variant: 'outline' })}
            >
              <MapIcon size={20} strokeWidth={1.9} aria-hidden />
              {t('events.map')}
            </a>
          )}
        </div>
      )}
      {online !== null && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Square>
            <Video size={22} aria-hidden />
          </Square>
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-bold">{t('events.online')}</p>
            <p className="text-ink-2">
              {online.url === null
                ? t('events.onlineLater', {
                    when: shortWhen(messages, {
                      ...event,
                      isAllDay: false,
                      dateStart: online.opensAt,
                    }),
                  })
                : t('events.onlineNow')}
            </p>
          </div>
          {online.url !== null && (
            <a
              href={online.url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className={buttonClass({ variant: 'primary' })}
            >
              <Video size={20} strokeWidth={1.9} aria-hidden />
              {t('events.join')}
            </a>
          )}
        </div>
      )}
    </>
  );
}
