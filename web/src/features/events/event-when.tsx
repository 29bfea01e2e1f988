import { CalendarPlus, Map as MapIcon, MapPin, Repeat, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventPage as Event } from '#contract/events/endpoints.ts';
import { RepeatText } from '../../kit/repeat-text.tsx';
import { useMessages } from '../../lib/messages.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Button } from '../../ui/button.tsx';
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
          {there !== null && <> • {t('events.there', { time: there })}</>}
        </p>
        {event.rrule !== null && (
          <p className="flex items-center gap-1.5 text-ink-2">
            <Repeat size={16} aria-hidden className="shrink-0" />
            <RepeatText rule={event.rrule} />
          </p>
        )}
      </div>
      {event.status === 'published' && (
        <Button icon={CalendarPlus} isPending={save.isPending} onClick={() => save.run()}>
          {t('events.addToCalendar')}
        </Button>
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
  const { location, address, mapUrl, online } = event;
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
