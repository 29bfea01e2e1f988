import { useNavigate } from '@tanstack/react-router';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ShieldAlert, Ticket } from 'lucide-react';
import { Suspense } from 'react';
import type { EventPage } from '#contract/events/endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useMinWidth } from '../../../lib/media.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { BackToEvent } from './edit-event-page.tsx';
import { Attendees } from './event-attendees.tsx';
import { datesOf, shortWhen } from '../event-times.ts';
import { eventPage, invitationPages } from '../events.data.ts';
import { Invitations } from './invitations.tsx';
import { RefundProgress } from './refund-progress.tsx';
import english from '../messages/en.json';

addEnglish(english);

const WaitingNote = lazyComponent(() => import('../../door-scans/waiting-note.tsx'), 'WaitingNote');
const EventEmails = lazyComponent(
  () => import('../../event-emails/event-emails.tsx'),
  'EventEmails',
);

/** The page for hosts: attendees by status, decisions and check-in. */
export function ManageEventPage() {
  const { t } = useMessages();
  const { eventId = '' } = useParams();
  const { occurrence } = useSearch();
  const event = useQuery(eventPage(eventId, occurrence));
  const isPhone = !useMinWidth('md');
  return (
    <Page>
      <PageHeader
        title={
          event.data === undefined
            ? t('events.manage')
            : isPhone
              ? t('events.attendees')
              : t('events.manageOf', { title: event.data.title })
        }
        note={isPhone && event.data && <bdi>{event.data.title}</bdi>}
        back={<BackToEvent id={eventId} />}
      />
      <QueryBoundary
        query={event}
        skeleton={['h-24', 'h-96']}
        isEmpty={({ can }) => !can.manageAttendees}
        empty={{
          icon: ShieldAlert,
          title: t('events.mayNotManage'),
          body: t('events.mayNotManageBody'),
        }}
        errorContent={{
          not_found: {
            icon: Ticket,
            title: t('events.notFound'),
            body: t('events.notFoundBody'),
          },
        }}
      >
        {(data) => (
          <>
            <Suspense>
              <WaitingNote eventId={data.id} />
            </Suspense>
            {data.status === 'canceled' && !data.registration.isFree && (
              <RefundProgress event={data} />
            )}
            <Sections event={data} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

const sections = ['attendees', 'invitations', 'emails'] as const;

/** The list of attendees, and emails to them. */
function Sections({ event }: { event: EventPage }) {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const { section, occurrence } = useSearch();
  const selected = sections.find((one) => one === section) ?? 'attendees';
  const invitations = useInfiniteQuery(invitationPages(event.id));
  const invited = invitations.data?.pages[0]?.total ?? 0;
  const labels = {
    attendees: t('events.attendees'),
    invitations: t('events.invitations'),
    emails: t('events.emails'),
  };
  return (
    <Tabs
      label={t('events.manageSections')}
      items={sections
        .filter((id) => id !== 'invitations' || invited > 0 || selected === id)
        .map((id) => ({
          id,
          label: labels[id],
          ...(id === 'invitations' && { count: invited }),
        }))}
      selected={selected}
      onSelect={(next) =>
        void navigate({
          to: paths.manageEvent,
          params: { eventId: event.id },
          search: {
            ...(occurrence !== undefined && { occurrence }),
            ...(next !== 'attendees' && { section: next }),
          },
          replace: true,
          resetScroll: false,
        })
      }
    >
      {selected === 'attendees' ? (
        <Attendees key={`${event.id} ${event.occurrence}`} event={event} />
      ) : selected === 'invitations' ? (
        <Invitations key={event.id} event={event.id} />
      ) : (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <EventEmails
            key={event.id}
            event={event.id}
            dates={datesOf(event).map((one) => ({
              occurrence: one.occurrence,
              label: shortWhen(messages, one),
            }))}
          />
        </Suspense>
      )}
    </Tabs>
  );
}
