import { sql } from 'kysely';

/** True if a meeting is unchanged since its event. */
export const isBookingAt = (booking: number, revision: number) =>
  sql`exists (select from bookings b where b.id = ${booking} and b.revision = ${revision})`;

/** True if a person still offers meetings. */
export const isHost = (host: number) =>
  sql`exists (select from booking_offers o where o.user_id = ${host} and o.is_open)`;
