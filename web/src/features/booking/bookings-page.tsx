import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  CalendarCheck,
  CalendarClock,
  CalendarPlus,
  CalendarX2,
  Check,
  MapPin,
} from 'lucide-react';
import { useState } from 'react';
import type { Booking } from '#contract/booking/endpoints.ts';
import { bookingLimits } from '#contract/booking/limits.ts';
import { cancelBooking, confirmBooking } from '#contract/booking/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore, Row, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMinWidth } from '../../lib/media.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Pill } from '../../ui/pill.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { bookingPages, staleBookings } from './booking.data.ts';
import english from './messages/en.json';

addEnglish(english);

const { TextArea } = fieldsOf<{ reason: string }>();

/** The user's meetings as guest and host. */
export function BookingsPage() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const list = useSearch().list === 'past' ? 'past' : 'coming';
  const query = useInfiniteQuery(bookingPages(list));
  const [leaving, setLeaving] = useState<Booking | null>(null);
  usePageTitle(t('booking.mine'));
  const isPhone = !useMinWidth('md');
  return (
    <Page width="read">
      <PageHeader
        title={t('booking.mine')}
        back={<BackLink to={paths.booking}>{t('nav.booking')}</BackLink>}
      >
        <Link
          to={paths.booking}
          className={buttonClass({ variant: 'primary', isIcon: isPhone, isRound: isPhone })}
        >
          <CalendarPlus size={20} strokeWidth={1.9} aria-hidden />
          <span className={isPhone ? 'sr-only' : ''}>{t('booking.title')}</span>
        </Link>
      </PageHeader>
      <Tabs
        label={t('booking.mine')}
        items={[
          { id: 'coming', label: t('booking.coming') },
          { id: 'past', label: t('booking.past') },
        ]}
        selected={list}
        onSelect={(id) =>
          void navigate({ to: paths.bookings, search: { list: id }, replace: true })
        }
      >
        <QueryBoundary
          query={query}
          empty={{
            icon: CalendarClock,
            title: t(list === 'coming' ? 'booking.noneComing' : 'booking.nonePast'),
            ...(list === 'coming' && {
              body: t('booking.noneComingBody'),
              action: (
                <Link to={paths.booking} className={buttonClass({ variant: 'outline' })}>
                  {t('booking.title')}
                </Link>
              ),
            }),
          }}
        >
          {({ pages }) => (
            <div className="grid gap-4">
              <RowList isCard label={t('booking.mine')}>
                {pages
                  .flatMap(({ items }) => items)
                  .map((one) => (
                    <BookingRow key={one.id} booking={one} onCancel={() => setLeaving(one)} />
                  ))}
              </RowList>
              <LoadMore query={query} />
            </div>
          )}
        </QueryBoundary>
      </Tabs>
      {leaving && (
        <FormDialog
          title={t('booking.cancelTitle')}
          submitLabel={t('booking.cancel')}
          isDanger
          defaultValues={{ reason: '' }}
          save={({ reason }) => call(cancelBooking, { id: leaving.id, reason })}
          invalidates={staleBookings}
          success={t('booking.canceled')}
          onClose={() => setLeaving(null)}
        >
          <TextArea
            name="reason"
            label={t('booking.reason')}
            description={t('booking.reasonBody')}
            rows={3}
            maxLength={bookingLimits.reason}
          />
        </FormDialog>
      )}
    </Page>
  );
}

function BookingRow({ booking, onCancel }: { booking: Booking; onCancel: () => void }) {
  const { t, date } = useMessages();
  const confirm = useAction(() => call(confirmBooking, { id: booking.id }), {
    invalidates: staleBookings,
    success: t('booking.confirmed'),
  });
  const { person, can, status } = booking;
  const name = person === null ? t('booking.somebody') : `${person.firstName} ${person.lastName}`;
  const when = `${date(booking.dateStart, 'day and time')} – ${date(booking.dateEnd, 'time')}`;
  return (
    <Row
      isQuiet={status === 'canceled'}
      mark={<Avatar name={name} photoUrl={person?.photoUrl ?? null} />}
      title={`${booking.title}: ${name}`}
      aside={
        status === 'confirmed' ? null : (
          <Pill
            tone={status === 'requested' ? 'warn' : 'quiet'}
            icon={status === 'requested' ? CalendarClock : CalendarX2}
          >
            {t(`booking.status_${status}`)}
          </Pill>
        )
      }
      lines={[
        <time key="when" dateTime={booking.dateStart}>
          {when}
        </time>,
        booking.place === '' ? null : (
          <span key="place" className="inline-flex items-center gap-1">
            <MapPin size={16} aria-hidden />
            <bdi>{booking.place}</bdi>
          </span>
        ),
        booking.link === '' || status === 'canceled' ? null : (
          <a
            key="link"
            href={booking.link}
            target="_blank"
            rel="noreferrer"
            className="text-brand-text hover:underline"
          >
            {t('booking.join')}
          </a>
        ),
        ...booking.answers.map(({ question, answer }) => (
          <span key={question}>
            <bdi>{question}</bdi> <bdi className="text-ink">{answer}</bdi>
          </span>
        )),
        booking.reason === '' ? null : t('booking.because', { reason: booking.reason }),
      ]}
      end={
        <>
          {can.confirm && (
            <Button
              icon={Check}
              variant="primary"
              isPending={confirm.isPending}
              onClick={() => confirm.run()}
            >
              {t('booking.confirm')}
            </Button>
          )}
          {can.move && (
            <Link
              to={paths.booking}
              search={{ move: booking.id }}
              className={buttonClass({ variant: 'outline' })}
              aria-label={t('booking.moveOf', { name })}
            >
              <CalendarCheck size={20} strokeWidth={1.9} aria-hidden />
              {t('booking.move')}
            </Link>
          )}
          {can.cancel && (
            <Button variant="quiet" label={t('booking.cancelOf', { name })} onClick={onCancel}>
              {t('booking.cancel')}
            </Button>
          )}
        </>
      }
    />
  );
}
