import type { NotificationKind } from '#contract/notifications/keys.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { selectBookingById } from '../booking.queries.ts';
import { selectAddressees } from '../../notifications/recipients/addressees.queries.ts';
import { selectHoldAt } from '../waiting/holding.queries.ts';
import { momentText, zoneFor } from '../../notifications/recipients/moment.ts';
import { isBookingAt, isHost } from './booking-notifications.queries.ts';
import { userEventsFor, notifyOfEvents } from '../../notifications/notify/notify.ts';

type Kind = Extract<NotificationKind, `booking_${string}`>;

/** Notifies one or both people of a meeting, with the time in the time zone of each. */
const notifySides = async (
  scope: Scope,
  { booking, event, kind }: { booking: number; event: number; kind: Kind },
  recipientsOf: (
    booking: NonNullable<Awaited<ReturnType<typeof selectBookingById>>>,
  ) => readonly number[],
): Promise<void> => {
  const found = await transact(
    scope,
    async ({ db }) => {
      const row = await selectBookingById(db, booking);
      return row && { row, people: await selectAddressees(db, [...recipientsOf(row)]) };
    },
    { readOnly: true },
  );
  if (found === undefined) return;
  const { row, people } = found;
  for (const person of people) {
    const when = momentText(
      row.starts_at,
      person.locale ?? scope.school.locale,
      zoneFor(person, row),
    );
    const actor = person.id === row.host_id ? row.booker_id : row.host_id;
    await notifyOfEvents(scope, userEventsFor([person.id], actor, event), {
      condition: isBookingAt(booking, row.revision),
      key: 'general.bookings',
      kind,
      collapseKey: `booking:${booking}:${row.revision}:${kind}`,
      about: { title: `${row.kind_name}, ${when}`, path: '/bookings' },
    });
  }
};

/** Notifies the other person about a booked, confirmed, rescheduled or canceled meeting. */
const onBookingChanged = (
  scope: Scope,
  { id, payload: { booking, act, by } }: OutboxEvent<'booking_changed'>,
): Promise<void> =>
  transact(scope, ({ db }) => selectBookingById(db, booking), { readOnly: true }).then((row) => {
    if (row === undefined) return;
    const kind: Kind =
      act === 'made' && row.status === 'requested' ? 'booking_requested' : `booking_${act}`;
    return notifySides(
      scope,
      { booking, event: id, kind },
      ({ host_id: host, booker_id: booker }) => [by === host ? booker : host],
    );
  });

/** Notifies both people that a meeting begins soon, unless it was rescheduled or canceled. */
const onBookingNear = (
  scope: Scope,
  { id, payload: { booking, startsAt } }: OutboxEvent<'booking_near'>,
): Promise<void> =>
  notifySides(scope, { booking, event: id, kind: 'booking_near' }, (row) =>
    row.status === 'confirmed' &&
    row.starts_at.toISOString() === startsAt &&
    row.starts_at > scope.clock.now()
      ? [row.host_id, row.booker_id]
      : [],
  );

/** Notifies people on the waitlist that a host has a free time. */
const onBookingFreed = (
  scope: Scope,
  { id, payload: { host, people, title } }: OutboxEvent<'booking_freed'>,
): Promise<void> =>
  notifyOfEvents(scope, userEventsFor(people, host, id), {
    condition: isHost(host),
    key: 'general.bookings',
    kind: 'booking_freed',
    collapseKey: `booking-freed:${host}`,
    // Someone else may already have booked the earlier time.
    repeat: 'replace',
    about: { title, path: `/booking?uid=${host}` },
  });

/** Notifies a person on the waitlist that a time is reserved for them. */
const onBookingHeld = async (
  scope: Scope,
  { id, payload: { slot, person } }: OutboxEvent<'booking_held'>,
): Promise<void> => {
  const found = await transact(
    scope,
    async ({ db }) => {
      const row = await selectHoldAt(db, slot, person);
      return row && { row, to: (await selectAddressees(db, [person]))[0] };
    },
    { readOnly: true },
  );
  if (found?.to === undefined) return;
  const { row, to } = found;
  const when = momentText(row.starts_at, to.locale ?? scope.school.locale, zoneFor(to, row));
  await notifyOfEvents(scope, userEventsFor([person], row.host_id, id), {
    condition: isHost(row.host_id),
    key: 'general.bookings',
    kind: 'booking_held',
    collapseKey: `booking-held:${slot}:${row.until.toISOString()}`,
    about: { title: `${row.kind_name}, ${when}`, path: `/booking?uid=${row.host_id}` },
  });
};

export const bookingNotifications = [
  onEventWithNumber('booking.notify-change', 'booking_changed', onBookingChanged),
  onEventWithNumber('booking.notify-near', 'booking_near', onBookingNear),
  onEventWithNumber('booking.notify-free-time', 'booking_freed', onBookingFreed),
  onEventWithNumber('booking.notify-hold', 'booking_held', onBookingHeld),
];
