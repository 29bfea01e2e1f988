import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock, CalendarX2, Clock, Settings2, UserRoundCheck, Users } from 'lucide-react';
import { useState } from 'react';
import { book, bookOffice, moveBooking } from '#contract/booking/calls.ts';
import { QueryBoundary, type EmptyContent } from '../../kit/query-boundary.tsx';
import { WhenSettled } from '../../kit/when-settled.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Pill } from '../../ui/pill.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import {
  bookingPage,
  hostsQuery,
  movingPage,
  movingSlotsQuery,
  officePage,
  officeSlotsQuery,
  officesQuery,
  slotsQuery,
} from './booking.data.ts';
import { BookingView } from './booking-view.tsx';
import { EarlierTimeNote } from './earlier-time-note.tsx';
import english from './messages/en.json';

addEnglish(english);

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** Books a meeting with a person or an office, reschedules one, or lists who offers meetings. */
export function BookingPage() {
  const { uid, office, move } = useSearch();
  if (move !== undefined) return <Moving key={move} id={move} />;
  if (uid !== undefined) return <WithPerson key={uid} uid={uid} />;
  return office === undefined ? <People /> : <WithOffice key={office} id={office} />;
}

/** The empty state if there are no times, with a link to continue. */
const emptyContent = (
  title: string,
  next: { to: typeof paths.booking | typeof paths.bookings; label: string },
): EmptyContent => ({
  icon: CalendarX2,
  title,
  isPage: true,
  action: (
    <Link to={next.to} className={buttonClass({ variant: 'primary' })}>
      {next.label}
    </Link>
  ),
});

/** The empty state if no bookings are possible. */
function useEmptyContent(title: string): EmptyContent {
  const { t } = useMessages();
  return emptyContent(title, { to: paths.booking, label: t('booking.others') });
}

function WithPerson({ uid }: { uid: string }) {
  const { t } = useMessages();
  const query = useQuery(bookingPage(uid));
  const name = query.data && nameOf(query.data.person);
  usePageTitle(name === undefined ? t('booking.title') : t('booking.with', { name }));
  const closed = useEmptyContent(t('booking.closed'));
  const unknown = useEmptyContent(t('booking.notFound'));
  return (
    <Page>
      <QueryBoundary
        query={query}
        isPage
        skeleton={['h-8', 'h-120']}
        isEmpty={({ kinds }) => kinds.length === 0}
        empty={closed}
        errorContent={{ not_found: unknown }}
      >
        {({ person, ...page }) => (
          <BookingView
            page={{ ...page, name: nameOf(person), reader: person.firstName }}
            face={
              <>
                <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={4} />
                <h2 dir="auto" className="mt-2 text-xl font-bold wrap-anywhere">
                  {nameOf(person)}
                </h2>
                {person.title !== null && <p className="text-ink-2">{person.title}</p>}
                {person.isAdviser && (
                  <span className="mt-1.5 justify-self-start">
                    <Pill tone="brand" icon={UserRoundCheck}>
                      {t('booking.adviser')}
                    </Pill>
                  </span>
                )}
              </>
            }
            slotsBetween={(kind, window) => slotsQuery(uid, kind, window)}
            onBook={async (wanted) => {
              const made = await call(book, { uid, ...wanted });
              return { at: made.dateStart, status: made.status, name: nameOf(person) };
            }}
            others={(first) => <EarlierTimeNote uid={uid} first={first} />}
            isFresh={!query.isFetching}
          />
        )}
      </QueryBoundary>
    </Page>
  );
}

function WithOffice({ id }: { id: string }) {
  const { t, list } = useMessages();
  const query = useQuery(officePage(id));
  const name = query.data?.office.name;
  usePageTitle(name === undefined ? t('booking.title') : t('booking.with', { name }));
  const closed = useEmptyContent(t('booking.closed'));
  const unknown = useEmptyContent(t('booking.officeNotFound'));
  return (
    <Page>
      <QueryBoundary
        query={query}
        isPage
        skeleton={['h-8', 'h-120']}
        isEmpty={({ kinds }) => kinds.length === 0}
        empty={closed}
        errorContent={{ not_found: unknown }}
      >
        {({ office, ...page }) => (
          <BookingView
            page={{ ...page, name: office.name, reader: office.name, note: office.note }}
            face={
              <>
                <RowIcon>
                  <Users size={20} aria-hidden />
                </RowIcon>
                <h2 dir="auto" className="mt-2 text-xl font-bold wrap-anywhere">
                  {office.name}
                </h2>
                <p className="text-ink-2">{list(office.people.map(nameOf))}</p>
                <p className="text-sm text-ink-2">{t('booking.officeBody')}</p>
              </>
            }
            slotsBetween={(_, window) => officeSlotsQuery(id, window)}
            onBook={async ({ slot, clientId, answers }) => {
              const made = await call(bookOffice, {
                id,
                slot,
                clientId,
                answers,
              });
              return { at: made.dateStart, status: made.status, name: nameOf(made.person) };
            }}
            isFresh={!query.isFetching}
          />
        )}
      </QueryBoundary>
    </Page>
  );
}

/** Reschedules a booked meeting, as the guest or host, or one of an office. */
function Moving({ id }: { id: string }) {
  const { t } = useMessages();
  const query = useQuery(movingPage(id));
  usePageTitle(t('booking.moving'));
  const refused = (title: string) =>
    emptyContent(title, { to: paths.bookings, label: t('booking.mine') });
  return (
    <Page>
      <QueryBoundary
        query={query}
        isPage
        skeleton={['h-8', 'h-120']}
        errorContent={{
          not_found: refused(t('booking.meetingNotFound')),
          booking_canceled: refused(t('error.booking_canceled')),
          booking_closed: refused(t('error.booking_closed')),
          booking_too_late: refused(t('error.booking_too_late')),
        }}
      >
        {({ booking: { person, side }, kind, ...page }) => {
          const name = person === null ? t('booking.somebody') : nameOf(person);
          return (
            <BookingView
              page={{
                ...page,
                name,
                reader: name,
                // The note is for guests, so hosts don't see their own.
                note: side === 'booked' ? page.note : '',
                kinds: [kind],
              }}
              face={
                <>
                  <Avatar name={name} photoUrl={person?.photoUrl ?? null} size={4} />
                  <h2 dir="auto" className="mt-2 text-xl font-bold wrap-anywhere">
                    {name}
                  </h2>
                </>
              }
              slotsBetween={(_, window) => movingSlotsQuery(id, window)}
              isMoving
              onBook={async ({ slot }) => {
                const moved = await call(moveBooking, { id, slot });
                // If the host reschedules, the meeting stays confirmed.
                const status = side === 'hosted' ? 'confirmed' : moved.status;
                return { at: moved.dateStart, status, name };
              }}
              isFresh={!query.isFetching}
            />
          );
        }}
      </QueryBoundary>
    </Page>
  );
}

/** Everyone who offers meetings. */
function People() {
  const { t, list } = useMessages();
  const [search, setSearch] = useState('');
  const query = useQuery(hostsQuery(search));
  const offices = useQuery(officesQuery());
  usePageTitle(t('booking.title'));
  return (
    <Page width="read">
      <PageHeader title={t('booking.title')}>
        <Link to={paths.bookings} className={buttonClass({ variant: 'outline' })}>
          <CalendarClock size={20} strokeWidth={1.9} aria-hidden />
          <span className="max-sm:sr-only">{t('booking.mine')}</span>
        </Link>
        {query.data && (query.data.can.offer || query.data.can.close) && (
          <Link to={paths.bookingHours} className={buttonClass({ variant: 'outline' })}>
            <Settings2 size={20} strokeWidth={1.9} aria-hidden />
            <span className="max-sm:sr-only">{t('booking.hours')}</span>
          </Link>
        )}
      </PageHeader>
      <SearchField
        label={t('booking.search')}
        value={search}
        onChange={setSearch}
        isBusy={query.isFetching && query.data !== undefined}
      />
      <WhenSettled queries={[offices]} skeleton={['h-19', 'h-19', 'h-19', 'h-19']}>
        {search === '' && <Offices />}
        <QueryBoundary
          query={query}
          empty={{
            icon: CalendarClock,
            title: t(search === '' ? 'booking.noHosts' : 'booking.noneFound'),
          }}
        >
          {({ items }) => (
            <RowList isCard label={t('booking.people')}>
              {items.map((one) => (
                <Row
                  key={one.uid}
                  mark={<Avatar name={nameOf(one)} photoUrl={one.photoUrl} />}
                  title={nameOf(one)}
                  aside={
                    one.isAdviser && (
                      <Pill tone="brand" icon={UserRoundCheck}>
                        {t('booking.adviser')}
                      </Pill>
                    )
                  }
                  lines={[one.title, list([...new Set(one.kinds.map(({ name }) => name))])]}
                  end={<Times name={nameOf(one)} search={{ uid: one.uid }} />}
                />
              ))}
            </RowList>
          )}
        </QueryBoundary>
      </WhenSettled>
    </Page>
  );
}

/** The school's offices. Shows nothing if there are none. */
function Offices() {
  const { t } = useMessages();
  const { data } = useQuery(officesQuery());
  const items = data?.items.filter(({ isOpen }) => isOpen) ?? [];
  if (items.length === 0) return null;
  return (
    <RowList isCard label={t('booking.offices')}>
      {items.map((one) => (
        <Row
          key={one.id}
          mark={
            <RowIcon>
              <Users size={20} aria-hidden />
            </RowIcon>
          }
          title={one.name}
          lines={[
            t('booking.minutes', { minutes: one.minutes }),
            t('booking.peopleCount', { count: one.people.length }),
          ]}
          end={<Times name={one.name} search={{ office: one.id }} />}
        />
      ))}
    </RowList>
  );
}

function Times({ name, search }: { name: string; search: { uid: string } | { office: string } }) {
  const { t } = useMessages();
  return (
    <Link
      to={paths.booking}
      search={search}
      aria-label={t('booking.timesOf', { name })}
      className={buttonClass({ variant: 'outline' })}
    >
      <Clock size={18} strokeWidth={1.9} aria-hidden />
      {t('booking.times')}
    </Link>
  );
}
