import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock, CalendarX2, Clock, Settings2, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../../kit/loaded.tsx';
import { Row, RowList } from '../../kit/row-list.tsx';
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
import { bookingPage, hostsQuery } from './booking.data.ts';
import { BookingView } from './booking-view.tsx';
import english from './messages/en.json';

addEnglish(english);

/** Booking a meeting: with a person, or to begin with whom. */
export function BookingPage() {
  const { uid } = useSearch();
  return uid === undefined ? <People /> : <WithPerson key={uid} uid={uid} />;
}

function WithPerson({ uid }: { uid: string }) {
  const { t } = useMessages();
  const query = useQuery(bookingPage(uid));
  const name = query.data && `${query.data.person.firstName} ${query.data.person.lastName}`;
  usePageTitle(name === undefined ? t('booking.title') : t('booking.with', { name }));
  return (
    <Page width="mid">
      <Loaded
        query={query}
        isPage
        skeleton={['h-8', 'h-120']}
        isEmpty={({ kinds }) => kinds.length === 0}
        empty={{
          icon: CalendarX2,
          title: t('booking.closed'),
          isPage: true,
          action: (
            <Link to={paths.booking} className={buttonClass({ variant: 'primary' })}>
              {t('booking.others')}
            </Link>
          ),
        }}
        refused={{
          not_found: {
            icon: CalendarX2,
            title: t('booking.notFound'),
            action: (
              <Link to={paths.booking} className={buttonClass({ variant: 'primary' })}>
                {t('booking.others')}
              </Link>
            ),
          },
        }}
      >
        {(data) => <BookingView page={data} isFresh={!query.isFetching} />}
      </Loaded>
    </Page>
  );
}

/** Everybody who offers meetings. */
function People() {
  const { t, list } = useMessages();
  const [search, setSearch] = useState('');
  const query = useQuery(hostsQuery(search));
  usePageTitle(t('booking.title'));
  return (
    <Page width="read">
      <PageHeader title={t('booking.title')}>
        <Link to={paths.bookings} className={buttonClass({ variant: 'outline' })}>
          <CalendarClock size={20} strokeWidth={1.9} aria-hidden />
          {t('booking.mine')}
        </Link>
        {query.data?.can.offer && (
          <Link to={paths.bookingHours} className={buttonClass({ variant: 'outline' })}>
            <Settings2 size={20} strokeWidth={1.9} aria-hidden />
            {t('booking.hours')}
          </Link>
        )}
      </PageHeader>
      <SearchField
        label={t('booking.search')}
        value={search}
        onChange={setSearch}
        isBusy={query.isFetching && query.data !== undefined}
      />
      <Loaded
        query={query}
        empty={{
          icon: CalendarClock,
          title: t(search === '' ? 'booking.nobody' : 'booking.noneFound'),
        }}
      >
        {({ items }) => (
          <RowList isCard label={t('booking.people')}>
            {items.map((one) => (
              <Row
                key={one.uid}
                mark={<Avatar name={`${one.firstName} ${one.lastName}`} photoUrl={one.photoUrl} />}
                title={`${one.firstName} ${one.lastName}`}
                aside={
                  one.isAdviser && (
                    <Pill tone="brand" icon={UserRoundCheck}>
                      {t('booking.adviser')}
                    </Pill>
                  )
                }
                lines={[one.title, list(one.kinds.map(({ name }) => name))]}
                end={
                  <Link
                    to={paths.booking}
                    search={{ uid: one.uid }}
                    aria-label={t('booking.timesOf', { name: `${one.firstName} ${one.lastName}` })}
                    className={buttonClass({ variant: 'outline' })}
                  >
                    <Clock size={18} strokeWidth={1.9} aria-hidden />
                    {t('booking.times')}
                  </Link>
                }
              />
            ))}
          </RowList>
        )}
      </Loaded>
    </Page>
  );
}
