import { feature } from '../../kernel/feature.ts';
import { bookingHandlers } from './booking.handlers.ts';
import { bookingJobs } from './booking.jobs.ts';
import { deleteBookingsOf, personalData, selectBookingRows } from './booking.queries.ts';
import type { BookingAct } from './changing.ts';
import type { CalendarParts } from './free-times.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    booking_changed: { booking: number; act: BookingAct; by: number };
    /** It begins soon, if it still begins then. */
    booking_near: { booking: number; startsAt: string };
  }
}

/** `parts`: what is in people's calendars, which slots avoid. */
export const bookingFeature = (parts: CalendarParts) =>
  feature({
    name: 'booking',
    handlers: bookingHandlers(parts),
    jobs: bookingJobs,
    erase: deleteBookingsOf,
    personalData,
    calendarParts: [{ kind: 'booking', rows: selectBookingRows }],
  });
