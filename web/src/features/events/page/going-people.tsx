import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { EventPage } from '#contract/events/endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { isolate } from '../../../lib/apart.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { nameOf } from '../../people/person.ts';
import { attendeePages, occurrenceOf } from '../events.data.ts';

/** Number of people on the page. */
const shown = 8;

/** The attendees that the user can see, connections first, and the total number. */
export function GoingPeople({ event }: { event: EventPage }) {
  const { t, list, number } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const { attendees, going } = event;
  if (attendees === null || event.registration.mode === 'none') return null;
  const others = attendees.count - going.known;
  const names = going.people.slice(0, 3).map((person) => isolate(person.firstName));
  const { capacity, taken } = event.registration;
  return (
    <section aria-labelledby={`going-${event.id}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={`going-${event.id}`}>{t('events.whoGoes')}</h2>
        {attendees.count > shown && (
          <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
            {t('events.seeAll')}
          </Button>
        )}
      </div>
      {attendees.count === 0 ? (
        <p className="text-ink-2">{t('events.nobodyYet')}</p>
      ) : (
        <>
          <p className="text-ink-2">
            {names.length === 0
              ? t('events.peopleGo', { count: attendees.count })
              : others > 0 || going.known > names.length
                ? t('events.knownAndMore', {
                    names: names.join(', '),
                    count: attendees.count - names.length,
                  })
                : t('events.knownGo', { names: list(names), count: names.length })}
          </p>
          <ul className="-mx-2 grid grid-cols-2 gap-x-2 sm:grid-cols-3 xl:grid-cols-4">
            {attendees.people.slice(0, shown).map((person) => (
              <li key={person.uid} className="min-w-0">
                <Link
                  to={paths.profile}
                  search={{ uid: person.uid }}
                  className="flex min-h-13 items-center gap-3 rounded-control px-2 hover:bg-fill"
                >
                  <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.5} />
                  <bdi className="min-w-0 truncate font-medium">{nameOf(person)}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {capacity !== null && capacity > 0 && !event.isEnded && (
        <div className="grid gap-1.5">
          <ProgressBar label={t('events.whoGoes')} share={taken / capacity} />
          <p className="text-sm text-ink-2">
            {t('events.spotsTaken', { taken: number(taken), capacity: number(capacity) })}
          </p>
        </div>
      )}
      {isOpen && <AllPeople event={event} onClose={() => setOpen(false)} />}
    </section>
  );
}

function AllPeople({ event, onClose }: { event: EventPage; onClose: () => void }) {
  const { t } = useMessages();
  const occurrence = occurrenceOf(event);
  const people = useInfiniteQuery(
    attendeePages({
      id: event.id,
      ...(occurrence !== undefined && { occurrence }),
      ...(event.can.manageAttendees && { status: 'registered' as const }),
    }),
  );
  return (
    <Dialog title={t('events.whoGoes')} isOpen onClose={onClose}>
      <QueryBoundary query={people} skeleton={['h-12', 'h-12', 'h-12']} isEmpty={() => false}>
        {({ pages }) => (
          <>
            <ul>
              {pages.flatMap(({ items }) =>
                items.map((person) => (
                  <li key={`${person.uid} ${person.occurrence ?? ''}`}>
                    <Link
                      to={paths.profile}
                      search={{ uid: person.uid }}
                      className="-mx-2 flex min-h-13 items-center gap-3 rounded-control px-2 hover:bg-fill"
                    >
                      <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.5} />
                      <span className="min-w-0">
                        <bdi className="block font-medium wrap-anywhere">{nameOf(person)}</bdi>
                        {person.isConnection && (
                          <span className="text-sm text-ink-2">{t('events.connection')}</span>
                        )}
                      </span>
                    </Link>
                  </li>
                )),
              )}
            </ul>
            <LoadMore query={people} />
          </>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
