import { transact } from '../../kernel/context.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { bookingMail } from './booking.mails.ts';
import { selectAddressees, selectBookingById } from './booking.queries.ts';

/** Both sides get the meeting, and what becomes of it, as mail for their calendars. */
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
        origin: scope.origin,
        booking: row,
        to: { ...person, email: person.email },
        act,
        by,
      });
      await scope.mail.send(mail);
    }
  }),
];
