import { sql } from 'kysely';

/** A meeting is as it was when it was told. */
export const isBookingAt = (booking: number, revision: number) =>
  sql`exists (select from bookings b where b.id = ${booking} and b.revision = ${revision})`;

/** That somebody still offers meetings. */
export const isHost = (host: number) =>
  sql`exists (select from booking_offers o where o.user_id = ${host} and o.is_open)`;
