import { feature } from '../../kernel/feature.ts';
import { bookingNotifications } from './notifications/booking-notifications.ts';
import { bookingHandlers } from './booking.handlers.ts';
import type { Acts } from '#contract/audit-kinds.ts';
import { bookingJobs } from './booking.jobs.ts';
import { personalData, selectBookingRows } from './booking.queries.ts';
import type { BookingAct } from './changing.ts';
import type { CalendarParts } from './free-times.ts';
import { endOldHolds } from './waiting/holding.ts';
import { waitingHandlers } from './waiting/waiting.handlers.ts';
import { officesHandlers } from './offices/offices.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    booking_changed: { booking: number; act: BookingAct; by: number };
    /** The meeting starts soon, if it still starts then. */
    booking_near: { booking: number; startsAt: string };
    /** A spot is held for a person on the waitlist, until `booking_hold_due` is due. */
    booking_held: { slot: number; person: number };
    booking_hold_due: { slot: number; person: number };
    /** People on the waitlist are notified that a host has a free time. */
    booking_freed: { host: number; people: number[]; title: string };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    booking_office_changed: { name: string; act: Acts['booking_office_changed'] };
  }
}

/** `parts`: the items in people's calendars, which slots avoid. */
export const bookingFeature = (parts: CalendarParts) =>
  feature({
    name: 'booking',
    handlers: [...bookingHandlers(parts), ...officesHandlers(parts), ...waitingHandlers(parts)],
    jobs: [...bookingJobs, ...bookingNotifications],
    maintenance: [endOldHolds],
    personalData,
    calendarParts: [{ rows: selectBookingRows }],
  });
