import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, exists, many } from '../../../kernel/sql.ts';
import { canOfferAs } from '../booking.queries.ts';

/** Returns true if a person currently offers meetings apart from office meetings. */
export const selectIsOffered = (db: Db, host: number): Promise<boolean> =>
  exists(
    db,
    sql`select from booking_offers o where o.user_id = ${host} and o.is_open
      and exists (select from booking_types k where k.user_id = o.user_id and k.is_active and k.office_id is null)`,
  );

/** Returns the open offices that a person belongs to. */
export const selectOfficesOf = (
  db: Db,
  host: number,
): Promise<{ id: number; name: string; kind: { minutes: number } }[]> =>
  many(
    db,
    sql<{
      id: number;
      name: string;
      kind: { minutes: number };
    }>`select o.id, o.name, o.kind from booking_offices o join booking_types k on k.school_id = o.school_id and k.office_id = o.id
      where k.user_id = ${host} and k.is_active and o.is_open order by fold(o.name), o.id`,
  );

export const selectIsWaiting = (db: Db, host: number, me: number): Promise<boolean> =>
  exists(db, sql`select from booking_waits where host_id = ${host} and user_id = ${me}`);

/** Adds a person to the waitlist if it has room. Repeating this changes nothing. Returns true if the person is on the list. */
export const insertWait = async (
  db: Db,
  school: SchoolId,
  { host, me, now, most }: { host: number; me: number; now: Date; most: number },
): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('booking waits', ${host}::bigint))`.execute(
    db,
  );
  await sql`insert into booking_waits (school_id, host_id, user_id, at) select ${school}, ${host}, ${me}, ${now}
    where (select count(*) from booking_waits where host_id = ${host}) < ${most} on conflict do nothing`.execute(
    db,
  );
  return selectIsWaiting(db, host, me);
};

export const deleteWait = async (db: Db, host: number, me: number): Promise<void> => {
  await sql`delete from booking_waits where host_id = ${host} and user_id = ${me}`.execute(db);
};

/** Removes everyone except one person from a host's waitlist. Returns their ids. */
export const clearWaitlist = async (db: Db, host: number, except: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`delete from booking_waits where host_id = ${host} and user_id <> ${except} returning user_id as id`,
    )
  ).map(({ id }) => id);

/** Removes a person from all waitlists, and deletes the person's own waitlist. */
export const deleteWaitsOf = async (db: Db, person: number): Promise<void> => {
  await sql`delete from booking_waits where user_id = ${person} or host_id = ${person}`.execute(db);
};

/**
 * Returns the host of a meeting that was canceled or rescheduled, if this makes a time available and everyone on the waitlist is notified.
 */
export const selectFreedHost = (
  db: Db,
  booking: number,
): Promise<{ host: number; booker: number; title: string } | undefined> =>
  first(
    db,
    sql<{
      host: number;
      booker: number;
      title: string;
    }>`select b.host_id as host, b.booker_id as booker, k.name as title from bookings b
      join booking_slots s on s.school_id = b.school_id and s.id = b.slot_id join booking_types k on k.school_id = s.school_id and k.id = s.type_id
      join booking_offers o on o.school_id = b.school_id and o.user_id = b.host_id join users u on u.school_id = o.school_id and u.id = o.user_id
      where b.id = ${booking} and o.is_open and ${canOfferAs('u')} and (o.wait_hours is null or k.office_id is not null)`,
  );
