import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { EyeOff, Handshake, Ticket } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { EventPage as Event } from '#contract/events/endpoints.ts';
import { answerCohost } from '#contract/events/calls.ts';
import { CompactHead } from '../../../kit/compact-head.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { SafeHtml } from '../../../lib/safe-html.tsx';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { SideColumn } from '../../../shell/side-column.tsx';
import { Page } from '../../../shell/page.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { Button } from '../../../ui/button.tsx';
import { Tag } from '../../../ui/chip.tsx';
import { Note } from '../../../ui/note.tsx';
import { EventActions, EventState } from './event-actions.tsx';
import { InvitationNote } from './invitation-note.tsx';
import { MainAction } from './main-action.tsx';
import { Reason } from '../event-parts.tsx';
import { EventPicture } from '../event-picture.tsx';
import { GoingPeople } from './going-people.tsx';
import { shortWhen } from '../event-times.ts';
import { EventTime, EventLocation } from '../event-when.tsx';
import { eventPage, staleEvent } from '../events.data.ts';
import { RegisterCard } from '../registration/register-card.tsx';
import english from '../messages/en.json';

addEnglish(english);

const SimilarEvents = lazyComponent(() => import('./similar-events.tsx'), 'SimilarEvents');

/** An event's page with details, attendees and registration. */
export function EventPage() {
  const { t } = useMessages();
  const { eventId = '' } = useParams();
  const { occurrence } = useSearch();
  const [code, setCode] = useState<string | undefined>(undefined);
  const event = useQuery(eventPage(eventId, occurrence, code));
  usePageTitle(event.data?.title ?? t('nav.events'));
  return (
    <Page>
      <QueryBoundary
        query={event}
        isPage
        skeleton={['h-8 w-64', 'h-96']}
        isEmpty={() => false}
        errorContent={{
          not_found: {
            icon: Ticket,
            title: t('events.notFound'),
            body: t('events.notFoundBody'),
            action: (
              <Link to={paths.events} className={buttonClass({ variant: 'primary' })}>
                {t('nav.events')}
              </Link>
            ),
          },
        }}
      >
        {(data) => <Shown event={data} code={code} onCode={setCode} />}
      </QueryBoundary>
    </Page>
  );
}

interface ShownProps {
  event: Event;
  code: string | undefined;
  onCode: (code: string | undefined) => void;
}

function Shown({ event, code, onCode }: ShownProps) {
  const { t } = useMessages();
  const title = useRef<HTMLHeadingElement>(null);
  const registration = useRef<HTMLDivElement>(null);
  return (
    <>
      <CompactHead
        head={title}
        mark={<EventPicture event={event} className="size-9 shrink-0 rounded-control" />}
        title={event.title}
      >
        <MainAction event={event} registration={registration} />
      </CompactHead>
      <BackLink to={paths.events}>{t('nav.events')}</BackLink>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-10">
        <SideColumn>
          <EventPicture event={event} className="aspect-2/1 w-full rounded-card lg:aspect-square" />
          <div className="max-lg:hidden">
            <Hosts event={event} />
          </div>
        </SideColumn>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
          <header className="flex items-start justify-between gap-3">
            <h1 ref={title} dir="auto" className="page-start min-w-0 flex-1 wrap-anywhere">
              {event.title}
            </h1>
            <EventActions event={event} />
          </header>
          {event.isHidden && (
            <Note tone="bad" icon={EyeOff} title={t('events.moderatedNote')}>
              {t('events.moderatedBody')}
            </Note>
          )}
          <EventState event={event} />
          <InvitationNote event={event} />
          {event.asksClubs.map((club) => (
            <CohostAsk key={club.id} event={event} club={club} />
          ))}
          {event.note !== '' && (
            <Note tone="brand" title={t('events.dateNoteTitle')}>
              <Reason text={event.note} />
            </Note>
          )}
          <div className="grid gap-4">
            <EventTime event={event} />
            <EventLocation event={event} />
          </div>
          <div ref={registration} className="scroll-mt-20 empty:hidden">
            <RegisterCard event={event} code={code} onCode={onCode} />
          </div>
          {(event.description !== '' || event.tags.length > 0) && (
            <section aria-label={t('events.about')} className="grid gap-3">
              {event.description !== '' && <h2>{t('events.about')}</h2>}
              {event.description !== '' && (
                <div dir="auto">
                  <SafeHtml html={event.description} className="rich-text wrap-anywhere" />
                </div>
              )}
              {event.tags.length > 0 && (
                <ul aria-label={t('events.tags')} className="flex flex-wrap gap-2">
                  {event.tags.map((tag) => (
                    <li key={tag}>
                      <Link
                        to={paths.events}
                        search={{ tag }}
                        className="rounded-control hover:underline"
                      >
                        <Tag>
                          <bdi>{tag}</bdi>
                        </Tag>
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          )}
          {event.occurrences.length > 1 && <Dates event={event} />}
          <GoingPeople event={event} />
          <div className="lg:hidden">
            <Hosts event={event} />
          </div>
        </div>
      </div>
      <Suspense fallback={null}>
        <SimilarEvents event={event} />
      </Suspense>
    </>
  );
}

/** Asks a club's event managers to accept or decline co-hosting this event. */
function CohostAsk({ event, club }: { event: Event; club: Event['asksClubs'][number] }) {
  const { t } = useMessages();
  const answer = useAction(
    (accepts: boolean) => call(answerCohost, { id: event.id, club: club.id, accepts }),
    {
      invalidates: staleEvent,
      success: (_, accepts) => t(accepts ? 'events.cohostAccepted' : 'events.cohostDeclined'),
    },
  );
  return (
    <Note
      tone="brand"
      icon={Handshake}
      title={t('events.cohostTitle', { club: club.name })}
      action={
        <span className="flex flex-wrap gap-2">
          <Button variant="primary" isPending={answer.isPending} onClick={() => answer.run(true)}>
            {t('events.cohostAccept')}
          </Button>
          <Button isPending={answer.isPending} onClick={() => answer.run(false)}>
            {t('events.cohostDecline')}
          </Button>
        </span>
      }
    >
      {t('events.cohostBody')}
    </Note>
  );
}

/** The hosts, and the people to contact. */
function Hosts({ event }: { event: Event }) {
  const { t } = useMessages();
  const { host, cohosts, hosts } = event;
  return (
    <section aria-labelledby={`hosts-${event.id}`} className="grid gap-2">
      <h2 id={`hosts-${event.id}`} className="text-base! font-normal! text-ink-2">
        {t('events.hostedBy')}
      </h2>
      {[
        { ...host, kind: host.kind },
        ...cohosts.map((one) => ({ ...one, kind: 'club' as const })),
      ].map((one) => (
        <p key={`${one.kind} ${one.id ?? ''}`} className="flex min-h-11 items-center gap-3">
          <Avatar name={one.name} photoUrl={one.logo} size={2.75} shape="square" />
          {one.kind === 'club' && one.id !== null ? (
            <Link
              to={paths.club}
              params={{ clubId: one.id }}
              dir="auto"
              className="page-start min-w-0 rounded-sm font-bold wrap-anywhere hover:underline"
            >
              {one.name}
            </Link>
          ) : (
            <bdi className="min-w-0 font-bold wrap-anywhere">{one.name}</bdi>
          )}
        </p>
      ))}
      {hosts.length > 0 && (
        <ul aria-label={t('events.contacts')} className="grid gap-1">
          {hosts.map((person) => (
            <li key={person.uid}>
              <Link
                to={paths.profile}
                search={{ uid: person.uid }}
                className="-mx-2 flex min-h-11 items-center gap-3 rounded-control px-2 hover:bg-fill"
              >
                <Avatar
                  name={`${person.firstName} ${person.lastName}`}
                  photoUrl={person.photoUrl}
                  size={2}
                />
                <bdi className="min-w-0 wrap-anywhere">
                  {`${person.firstName} ${person.lastName}`.trim()}
                </bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The other dates of the event. */
function Dates({ event }: { event: Event }) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <section aria-labelledby="dates" className="grid gap-2">
      <h2 id="dates">{t('events.dates')}</h2>
      <ul className="grid gap-1 sm:grid-cols-2">
        {event.occurrences.map((one) => {
          const isHere = one.occurrence === event.occurrence;
          return (
            <li key={one.occurrence}>
              <Link
                to={paths.event}
                params={{ eventId: event.id }}
                search={{ occurrence: one.occurrence }}
                replace
                aria-current={isHere ? 'date' : undefined}
                className={`flex min-h-11 items-center justify-between gap-3 rounded-control px-3 ${isHere ? 'bg-brand-soft font-bold text-brand-text' : 'hover:bg-fill'}`}
              >
                {shortWhen(messages, one)}
                {one.status !== null && one.status !== 'canceled' && (
                  <span className="text-sm text-good">{t(`events.mine_${one.status}`)}</span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
