import { useQuery } from '@tanstack/react-query';
import { CalendarX2, MapPin, Ticket, Video } from 'lucide-react';
import type { PublicEvent } from '#contract/events/public.endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { SafeHtml } from '../../../lib/safe-html.tsx';
import { useSchool } from '../../../lib/school.ts';
import { Note } from '../../../ui/note.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PublicFrame } from '../../sharing/public-frame.tsx';
import { DateTile } from '../event-parts.tsx';
import { EventPicture } from '../event-picture.tsx';
import { dayOf, fullDay, timeSpan, timeThere } from '../event-times.ts';
import { publicEvent } from '../events.data.ts';
import english from '../messages/en.json';

addEnglish(english);

/** An event's public page (share=1): details, date and location, without attendees. */
export function PublicEventPage() {
  const { t } = useMessages();
  const { eventId = '' } = useParams();
  const { occurrence } = useSearch();
  const event = useQuery(publicEvent(eventId, occurrence));
  usePageTitle(event.data?.event.title ?? t('nav.events'));
  return (
    <PublicFrame
      path={`/events/${eventId}`}
      footer={t('events.publicFooter', { school: useSchool().name })}
    >
      <QueryBoundary
        query={event}
        isEmpty={() => false}
        errorContent={{
          event_not_shared: {
            isPage: true,
            icon: Ticket,
            title: t('events.notShared'),
            body: t('events.notSharedBody'),
          },
        }}
        skeleton={
          <>
            <Skeleton className="h-36 rounded-none sm:h-52" />
            <Skeleton className="mx-4 mt-6 h-40" />
          </>
        }
      >
        {({ event: shown }) => <PublicCard event={shown} />}
      </QueryBoundary>
    </PublicFrame>
  );
}

function PublicCard({ event }: { event: PublicEvent }) {
  const messages = useMessages();
  const { t } = messages;
  const there = timeThere(messages, event);
  return (
    <article aria-label={event.title}>
      <EventPicture event={event} className="h-36 w-full sm:h-52" />
      <div className="grid gap-5 px-4 py-6 sm:px-8">
        <h1 dir="auto" className="page-start wrap-anywhere">
          {event.title}
        </h1>
        {event.isCanceled && <Note tone="bad" icon={CalendarX2} title={t('events.canceledNote')} />}
        <div className="flex items-center gap-4">
          <DateTile times={event} />
          <p>
            <time dateTime={event.dateStart} className="block font-bold">
              {fullDay(messages, dayOf(event))}
            </time>
            <span className="text-ink-2">
              {timeSpan(messages, event)}
              {there !== null && (
                <span className="block text-sm">{t('events.there', { time: there })}</span>
              )}
            </span>
          </p>
        </div>
        {(event.location !== '' || event.address !== '') && (
          <p className="flex items-start gap-3">
            <MapPin size={22} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />
            <span className="min-w-0">
              <bdi className="block font-bold wrap-anywhere">
                {event.location === '' ? event.address : event.location}
              </bdi>
              {event.location !== '' && event.address !== '' && (
                <bdi className="text-ink-2 wrap-anywhere">{event.address}</bdi>
              )}
              {event.mapUrl !== null && (
                <a
                  href={event.mapUrl}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  className="block font-medium text-brand-text hover:underline"
                >
                  {t('events.map')}
                </a>
              )}
            </span>
          </p>
        )}
        {event.isOnline && (
          <p className="flex items-center gap-3">
            <Video size={22} aria-hidden className="shrink-0 text-ink-2" />
            {t('events.online')}
          </p>
        )}
        <p className="text-ink-2">
          {t('events.hostedBy')} <bdi className="font-bold text-ink">{event.host}</bdi>
        </p>
        {event.description !== '' && (
          <div dir="auto" className="border-t border-line pt-5">
            <SafeHtml html={event.description} className="rich-text wrap-anywhere" />
          </div>
        )}
        {event.takesRegistrations && (
          <p className="border-t border-line pt-5 text-ink-2">{t('events.signInToRegister')}</p>
        )}
      </div>
    </article>
  );
}
