import { transact } from '../../kernel/context.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { bookingMail } from './booking.mails.ts';
import { deleteBookingsOf, selectBookingById, selectHosted } from './booking.queries.ts';
import { selectAddressees } from '../notifications/recipients/addressees.queries.ts';
import { endHold, releaseHolds } from './waiting/holding.ts';
import { deleteWaitsOf, selectFreedHost, clearWaitlist } from './waiting/waiting.queries.ts';

/** Sends calendar emails about a meeting and its changes to both sides. */
export const bookingJobs = [
  onEvent('booking.mail', 'booking_changed', async (scope, { booking, act, by }) => {
    const found = await transact(
      scope,
      async ({ db }) => {
        const row = await selectBookingById(db, booking);
        return row && { row, people: await selectAddressees(db, [row.host_id, row.booker_id]) };
      },
      { readOnly: true },
    );
    if (found === undefined) return;
    const { row, people } = found;
    for (const person of people) {
      if (person.email === null) continue;
      const mail = bookingMail({
        school: scope.school,
        tokens: scope.tokens,
        origin: scope.origin,
        booking: row,
        to: { ...person, email: person.email },
        act,
        by,
      });
      await scope.mail.send(mail);
    }
  }),

  onEvent('booking.end-hold', 'booking_hold_due', endHold),

  /** Notifies the people on a host's waitlist once about a free time, if the host holds no spots. */
  onEvent('booking.free-waiting', 'booking_changed', async (scope, { booking, act }) => {
    if (act !== 'canceled' && act !== 'moved') return;
    await transact(scope, async (context) => {
      const freed = await selectFreedHost(context.db, booking);
      if (freed === undefined) return;
      const people = await clearWaitlist(context.db, freed.host, freed.booker);
      if (people.length > 0) {
        const { host, title } = freed;
        await emit(context, 'booking_freed', { host, people, title });
      }
    });
  }),

  /** Notifies people that their meeting with an erased host is canceled, before its data is deleted. */
  onEvent('booking.forget-person', 'person_erased', async (scope, { userId }) => {
    const { clock } = scope;
    const found = await transact(
      scope,
      async ({ db }) => {
        const rows = await selectHosted(db, userId, clock.now());
        return {
          rows,
          people: await selectAddressees(
            db,
            rows.map((row) => row.booker_id),
          ),
        };
      },
      { readOnly: true },
    );
    for (const row of found.rows) {
      const person = found.people.find(({ id }) => id === row.booker_id);
      if (person === undefined || person.email === null) continue;
      await scope.mail.send(
        bookingMail({
          school: scope.school,
          tokens: scope.tokens,
          origin: scope.origin,
          booking: {
            ...row,
            status: 'canceled',
            revision: row.revision + 1,
            updated_at: clock.now(),
          },
          to: { ...person, email: person.email },
          act: 'canceled',
          by: userId,
        }),
      );
    }
    await transact(scope, async (context) => {
      await releaseHolds(context, userId);
      await deleteBookingsOf(context.db, userId);
      await deleteWaitsOf(context.db, userId);
    });
  }),
];
