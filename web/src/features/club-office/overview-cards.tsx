import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, ScanLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { listClubEmails } from '#contract/club-emails/calls.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { moneyText } from '../../lib/money-text.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { duesQuery, memberDuesPages } from '../dues/dues.data.ts';
import { EventPicture } from '../events/event-picture.tsx';
import { scannerHref } from '../events/event-parts.tsx';
import { shortWhen } from '../events/event-times.ts';
import { similarEvents } from '../events/events.data.ts';
import { nameOf } from '../people/person.ts';
import eventsEnglish from '../events/messages/en.json';
import { clubPeople } from './club-office.data.ts';
import english from './messages/en.json';

addEnglish({ ...eventsEnglish, ...english });

const cardLink =
  'rounded-control text-sm font-medium text-brand-text underline underline-offset-2 touch:min-h-11';

/** A section of the officers' area, as a card's link. */
function SectionLink({
  club,
  section,
  children,
}: {
  club: string;
  section: string;
  children: ReactNode;
}) {
  return (
    <Link
      to={paths.manageClub}
      params={{ clubId: club }}
      search={{ section }}
      resetScroll={false}
      className={cardLink}
    >
      {children}
    </Link>
  );
}

/** The queries of the cards, so that the page can show all cards together. */
export function useOverviewQueries(club: string, canEmail: boolean) {
  const dues = useQuery(duesQuery(club));
  return {
    events: useQuery(similarEvents({ Club: club })),
    emails: useQuery({
      ...callQuery(listClubEmails, { id: club, pageOffset: 0, pageSize: 10 }),
      enabled: canEmail,
    }),
    people: useQuery(clubPeople(club)),
    dues,
    members: useInfiniteQuery({
      ...memberDuesPages(club, { state: null, plan: null, search: '' }),
      enabled: dues.data?.can.manage === true && dues.data.plans.length > 0,
    }),
  };
}

interface OverviewProps {
  club: string;
  queries: ReturnType<typeof useOverviewQueries>;
}

/** The club's next event, last email, dues and newest members, each with a link that opens the matching page. */
export function OverviewCards({
  club,
  queries: { events, emails, people, members },
}: OverviewProps) {
  return (
    <>
      <NextEvent club={club} query={events} />
      {emails.data?.can.create === true && <LastEmail club={club} items={emails.data.items} />}
      {members.data && <DuesState club={club} figures={members.data.pages[0]?.figures} />}
      {people.data && <NewMembers club={club} people={people.data.newMembers} />}
      {people.data && <Officers club={club} officers={people.data.officers} />}
    </>
  );
}

function NextEvent({ club, query }: { club: string; query: OverviewProps['queries']['events'] }) {
  const messages = useMessages();
  const { t, number } = messages;
  const event = query.data?.items.find(({ isEnded, status }) => !isEnded && status !== 'canceled');
  return (
    <Card
      title={t('clubOffice.nextEvent')}
      aside={
        <Link
          to={paths.club}
          params={{ clubId: club }}
          search={{ tab: 'events' }}
          className={cardLink}
        >
          {t('clubOffice.allEvents')}
        </Link>
      }
    >
      <div className="grid gap-3">
        {event === undefined ? (
          <p className="text-ink-2">{t('clubOffice.nextEventNone')}</p>
        ) : (
          <Link
            to={paths.event}
            params={{ eventId: event.id }}
            className="-mx-2 flex items-center gap-3 rounded-control p-2 hover:bg-fill"
          >
            <EventPicture event={event} className="size-14 shrink-0 rounded-control" />
            <span className="grid min-w-0 flex-1">
              <span className="text-sm font-bold text-brand-text">
                {shortWhen(messages, event)}
              </span>
              <bdi className="font-bold wrap-anywhere">{event.title}</bdi>
              <bdi className="truncate text-sm text-ink-2">{event.location}</bdi>
            </span>
          </Link>
        )}
        {event !== undefined && event.registration.mode !== 'none' && (
          <div className="grid gap-1.5 text-sm text-ink-2">
            {event.registration.capacity !== null && event.registration.capacity > 0 && (
              <ProgressBar
                label={t('clubOffice.registered')}
                share={event.registration.taken / event.registration.capacity}
              />
            )}
            {event.registration.capacity === null
              ? t('clubOffice.registeredCount', { count: event.registration.taken })
              : t('clubOffice.registeredOf', {
                  taken: number(event.registration.taken),
                  capacity: number(event.registration.capacity),
                })}
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          {event !== undefined &&
            event.status === 'published' &&
            event.registration.mode !== 'none' && (
              // Only the scanner's document can use the camera, so it needs a page load.
              <a href={scannerHref(event)} className={buttonClass({ variant: 'soft' })}>
                <ScanLine size={20} strokeWidth={1.9} aria-hidden />
                {t('clubOffice.checkIn')}
              </a>
            )}
          <Link
            to={paths.newEvent}
            search={{ club }}
            className={buttonClass({ variant: 'outline' })}
          >
            <Plus size={20} strokeWidth={1.9} aria-hidden />
            {t('clubOffice.newEvent')}
          </Link>
        </div>
      </div>
    </Card>
  );
}

interface SentEmail {
  readonly state: string;
  readonly title: string;
  readonly sentAt: string | null;
  readonly read: number | null;
  readonly recipients: number;
}

function LastEmail({ club, items }: { club: string; items: readonly SentEmail[] }) {
  const { t, date, number } = useMessages();
  const last = items.find(({ state }) => state === 'sent');
  return (
    <Card
      title={t('clubOffice.lastEmail')}
      aside={
        <SectionLink club={club} section="emails">
          {t('clubOffice.write')}
        </SectionLink>
      }
    >
      {last === undefined ? (
        <p className="text-ink-2">{t('clubOffice.lastEmailNone')}</p>
      ) : (
        <div className="grid gap-2">
          <p className="font-medium wrap-anywhere">
            <bdi>{last.title}</bdi>
          </p>
          {last.sentAt !== null && (
            <p className="text-sm text-ink-2">{date(last.sentAt, 'moment')}</p>
          )}
          {last.read !== null && last.recipients > 0 ? (
            <>
              <ProgressBar label={t('clubOffice.opened')} share={last.read / last.recipients} />
              <p className="text-sm text-ink-2">
                {t('clubOffice.openedBy', {
                  read: number(last.read),
                  recipients: number(last.recipients),
                })}
              </p>
            </>
          ) : (
            <p className="text-sm text-ink-2">
              {t('clubOffice.sentTo', { count: last.recipients })}
            </p>
          )}
        </div>
      )}
    </Card>
  );
}

type Figures = NonNullable<OverviewProps['queries']['members']['data']>['pages'][number]['figures'];

function DuesState({ club, figures }: { club: string; figures: Figures | undefined }) {
  const { t, number, locale } = useMessages();
  if (figures === undefined) return null;
  const all = figures.paid + figures.owing + figures.lapsed;
  return (
    <Card
      title={t('clubOffice.dues')}
      aside={
        <SectionLink club={club} section="dues">
          {t('clubOffice.openIt')}
        </SectionLink>
      }
    >
      <div className="grid gap-2">
        <ProgressBar label={t('clubOffice.dues')} share={all === 0 ? 0 : figures.paid / all} />
        <p className="text-sm text-ink-2">
          {t('clubOffice.duesPaid', { paid: number(figures.paid), all: number(all) })}
        </p>
        {figures.owing > 0 && (
          <p className="text-sm text-ink-2">
            {t('clubOffice.duesOwed', {
              count: figures.owing,
              amount: moneyText(locale, figures.owed),
            })}
          </p>
        )}
      </div>
    </Card>
  );
}

type People = NonNullable<OverviewProps['queries']['people']['data']>;

/** A person with a line below the name, as a link to the profile. */
function PersonItem({ person, children }: { person: Face; children: ReactNode }) {
  return (
    <li>
      <Link
        to={paths.profile}
        search={{ uid: person.uid }}
        className="-mx-2 flex min-h-12 items-center gap-3 rounded-control px-2 py-1 hover:bg-fill"
      >
        <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.25} />
        <span className="grid min-w-0">
          <bdi className="truncate font-medium">{nameOf(person)}</bdi>
          <span className="text-sm text-ink-2">{children}</span>
        </span>
      </Link>
    </li>
  );
}

function NewMembers({ club, people }: { club: string; people: People['newMembers'] }) {
  const { t, date } = useMessages();
  return (
    <Card
      title={t('clubOffice.newest')}
      aside={
        <SectionLink club={club} section="members">
          {t('clubOffice.allMembers')}
        </SectionLink>
      }
    >
      <ul>
        {people.map((person) => (
          <PersonItem key={person.uid} person={person}>
            {t('clubOffice.joinedOn', { date: date(person.since, 'short') })}
          </PersonItem>
        ))}
      </ul>
    </Card>
  );
}

function Officers({ club, officers }: { club: string; officers: People['officers'] }) {
  const { t, date } = useMessages();
  return (
    <Card
      title={t('clubOffice.officersTitle')}
      aside={
        <SectionLink club={club} section="members">
          {t('clubOffice.change')}
        </SectionLink>
      }
    >
      <ul>
        {officers.map((person) => (
          <PersonItem key={`${person.uid} ${person.position}`} person={person}>
            <bdi>{person.position}</bdi>
            {person.endsAt !== null && (
              <> • {t('clubOffice.termEnds', { date: date(person.endsAt, 'short') })}</>
            )}
          </PersonItem>
        ))}
      </ul>
    </Card>
  );
}
