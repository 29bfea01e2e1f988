import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';
import { canOfferAs } from '../booking.queries.ts';

/** A spot in a slot that is held for a person. */
export interface HoldRow {
  readonly slot_id: number;
  readonly user_id: number;
  readonly host_id: number;
  readonly type_id: number;
  readonly kind_name: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly until: Date;
  readonly time_zone: string;
}

const holds = sql`booking_holds w join booking_slots s on s.school_id = w.school_id and s.id = w.slot_id
  join booking_types k on k.school_id = s.school_id and k.id = s.type_id
  join booking_offers o on o.school_id = s.school_id and o.user_id = s.host_id`;
const columns = sql`w.slot_id, w.user_id, s.host_id, s.type_id, k.name as kind_name, s.starts_at, s.ends_at, w.until, o.time_zone`;

/** Returns the first spot that is held for a person with a host. */
export const selectHold = (db: Db, host: number, user: number): Promise<HoldRow | undefined> =>
  first(
    db,
    sql<HoldRow>`select ${columns} from ${holds} where w.user_id = ${user} and s.host_id = ${host} order by s.starts_at limit 1`,
  );

/** Returns the spot in a slot that is held for a person. */
export const selectHoldAt = (db: Db, slot: number, user: number): Promise<HoldRow | undefined> =>
  first(
    db,
    sql<HoldRow>`select ${columns} from ${holds} where w.user_id = ${user} and w.slot_id = ${slot}`,
  );

/** Returns all spots that are held for a person. */
export const selectHoldsOf = (
  db: Db,
  user: number,
): Promise<{ slot_id: number; host_id: number }[]> =>
  many(
    db,
    sql<{
      slot_id: number;
      host_id: number;
    }>`select w.slot_id, s.host_id from ${holds} where w.user_id = ${user} order by w.slot_id`,
  );

/** Returns expired holds that are still stored, because no server was running when they expired. */
export const selectPastHolds = (
  db: Db,
  now: Date,
): Promise<{ slot_id: number; user_id: number; host_id: number }[]> =>
  many(
    db,
    sql<{
      slot_id: number;
      user_id: number;
      host_id: number;
    }>`select w.slot_id, w.user_id, s.host_id from ${holds} where w.until <= ${now} order by w.until limit 200`,
  );

/** Deletes a hold and frees its spot. Returns false if there is no hold. `before`: deletes it only if it has expired by then. */
export const deleteHold = async (
  db: Db,
  slot: number,
  user: number,
  before: Date | null = null,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`with gone as (delete from booking_holds where slot_id = ${slot} and user_id = ${user}
      and (${before}::timestamptz is null or until <= ${before}::timestamptz) returning school_id, slot_id)
    update booking_slots s set taken = s.taken - 1 from gone where s.school_id = gone.school_id and s.id = gone.slot_id and s.taken > 0`,
  );

/** Deletes a person's hold on the slot of a meeting type at a start time, right before they book it. */
export const deleteHoldAt = async (
  db: Db,
  { host, kind, startsAt, user }: { host: number; kind: number; startsAt: Date; user: number },
): Promise<void> => {
  await sql`with gone as (delete from booking_holds w using booking_slots s
      where s.school_id = w.school_id and s.id = w.slot_id and s.host_id = ${host} and s.type_id = ${kind} and s.starts_at = ${startsAt}
        and w.user_id = ${user} returning w.school_id, w.slot_id)
    update booking_slots s set taken = s.taken - 1 from gone where s.school_id = gone.school_id and s.id = gone.slot_id and s.taken > 0`.execute(
    db,
  );
};

/**
 * Holds a spot in a slot for the first person on its host's waitlist without a meeting at that time, and removes them from the waitlist.
 * Returns undefined if the waitlist has no such person, if the host doesn't hold spots or can no longer offer meetings, if the time is too
 * soon or no longer offered, or if the host now has another meeting at that time. The caller needs to lock the offer first.
 */
export const insertHold = (
  db: Db,
  slot: number,
  now: Date,
): Promise<{ user_id: number; until: Date } | undefined> =>
  first(
    db,
    sql<{ user_id: number; until: Date }>`with free as (
      select s.school_id, s.id, s.host_id, s.starts_at, s.ends_at, s.blocked,
        least(${now}::timestamptz + o.wait_hours * interval '1 hour', s.starts_at - o.notice_minutes * interval '1 minute') as until
      from booking_slots s join booking_types k on k.school_id = s.school_id and k.id = s.type_id and k.is_active and k.office_id is null
        join booking_offers o on o.school_id = s.school_id and o.user_id = s.host_id and o.is_open and o.wait_hours is not null
        join users h on h.school_id = s.school_id and h.id = s.host_id and not h.is_disabled and ${canOfferAs('h')}
      where s.id = ${slot} and s.taken < s.capacity and s.starts_at - o.notice_minutes * interval '1 minute' > ${now}::timestamptz
        and (s.taken > 0 or not exists (select from booking_slots x where x.school_id = s.school_id and x.host_id = s.host_id and x.id <> s.id
          and x.taken > 0 and x.blocked && s.blocked))
    ), next as (
      select w.school_id, w.host_id, w.user_id, f.id, f.until from free f join booking_waits w on w.school_id = f.school_id and w.host_id = f.host_id
        join users u on u.school_id = w.school_id and u.id = w.user_id and not u.is_disabled
      where not exists (select from bookings b where b.school_id = w.school_id and b.booker_id = w.user_id and b.status <> 'canceled'
          and tstzrange(b.starts_at, b.ends_at) && tstzrange(f.starts_at, f.ends_at))
        and not exists (select from blocked_pairs p where p.user_id = w.user_id and p.other_id = w.host_id)
        and not exists (select from booking_holds h where h.school_id = w.school_id and h.slot_id = f.id and h.user_id = w.user_id)
      order by w.at, w.user_id limit 1
    ), off as (
      delete from booking_waits w using next n where w.school_id = n.school_id and w.host_id = n.host_id and w.user_id = n.user_id
    ), kept as (
      update booking_slots s set taken = s.taken + 1 from next n where s.school_id = n.school_id and s.id = n.id
    )
    insert into booking_holds (school_id, slot_id, user_id, until) select school_id, id, user_id, until from next returning user_id, until`,
  );

/** Locks a host's offer, so that other bookings with the host wait until this transaction ends. */
export const lockOffer = async (db: Db, host: number): Promise<void> => {
  await sql`select from booking_offers where user_id = ${host} for no key update`.execute(db);
};
