import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventItem, EventPage } from '#contract/events/endpoints.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { EventName, GoingConnections, StatePill } from '../event-parts.tsx';
import { EventPicture } from '../event-picture.tsx';
import { shortWhen } from '../event-times.ts';
import { similarEvents, similarShown } from '../events.data.ts';
import english from '../messages/en.json';

addEnglish(english);

const allLink =
  'min-h-8 rounded-control text-sm font-medium text-brand-text underline underline-offset-2 touch:min-h-11';

/** Further events of the host, and events with the same tags. Shows nothing if there are none. */
export function SimilarEvents({ event }: { event: EventPage }) {
  const { t } = useMessages();
  const { host, tags } = event;
  const club = host.kind === 'club' ? host.id : null;
  const ofHost = useQuery({ ...similarEvents({ Club: club ?? '' }), enabled: club !== null });
  const ofTags = useQuery({ ...similarEvents({ Tags: tags }), enabled: tags.length > 0 });
  const taken = new Set([event.id]);
  /** Returns the first events that aren't shown yet. */
  const pick = (items: readonly EventItem[] = []) => {
    const some = items.filter(({ id }) => !taken.has(id)).slice(0, similarShown);
    for (const { id } of some) taken.add(id);
    return some;
  };
  const own = pick(ofHost.data?.items);
  const others = pick(ofTags.data?.items);
  return (
    <>
      {own.length > 0 && club !== null && (
        <Row
          title={t('events.moreFrom', { host: host.name })}
          events={own}
          all={
            <Link
              to={paths.club}
              params={{ clubId: club }}
              search={{ tab: 'events' }}
              className={allLink}
            >
              {t('events.seeAll')}
            </Link>
          }
        />
      )}
      {others.length > 0 && (
        <Row
          title={t('events.similar')}
          events={others}
          all={
            <Link to={paths.events} search={{ tag: tags[0] ?? '' }} className={allLink}>
              {t('events.seeAll')}
            </Link>
          }
        />
      )}
    </>
  );
}

interface RowProps {
  title: string;
  events: readonly EventItem[];
  /** The link to all of them. */
  all: ReactNode;
}

function Row({ title, events, all }: RowProps) {
  const messages = useMessages();
  return (
    <section aria-label={title} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-lg!">
          <bdi>{title}</bdi>
        </h2>
        {all}
      </div>
      <ul className="-mx-4 flex gap-4 overflow-x-auto px-4 pb-1 [scrollbar-width:none] sm:mx-0 sm:grid sm:grid-cols-2 sm:px-0 lg:grid-cols-3">
        {events.map((one) => (
          <li key={one.id} className="w-66 shrink-0 sm:w-auto sm:min-w-0">
            <article className="card relative grid h-full content-start overflow-hidden">
              <EventPicture event={one} className="aspect-5/2 w-full" />
              <div className="grid min-w-0 content-start gap-1 p-3.5">
                <p className="text-sm font-bold text-brand-text">{shortWhen(messages, one)}</p>
                <EventName
                  event={one}
                  className="after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-brand-text"
                />
                {one.location !== '' && (
                  <p className="flex min-w-0 items-center gap-1.5 text-sm text-ink-2">
                    <MapPin size={14} aria-hidden className="shrink-0" />
                    <bdi className="truncate">{one.location}</bdi>
                  </p>
                )}
                <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 empty:hidden">
                  <StatePill event={one} />
                  <GoingConnections going={one.going} />
                </p>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}
