import { sql, type RawBuilder } from 'kysely';
import { isPersonPermitted } from '../../../kernel/access.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import type { Series } from '../../../kernel/time/series.ts';
import type { Context } from '../../../kernel/context.ts';
import { eventOfRows } from '../../../kernel/jobs/outbox.ts';
import { first, many } from '../../../kernel/sql.ts';
import { openStatuses, type StoredStatus } from '../events.rules.ts';
import { isForReader, withAudience } from '../reader/event-reader.queries.ts';

/** A registration as the database functions return it. */
export interface RegistrationValue {
  readonly id: number;
  readonly event_id: number;
  readonly original: string;
  readonly user_id: number;
  readonly status: StoredStatus;
  readonly ticket_type_id: number | null;
  readonly guests: number;
  readonly number: number;
  readonly registered_at: string;
  readonly offered_until: string | null;
  readonly is_hidden: boolean;
  readonly reason: string;
  readonly order_state: 'free' | 'due' | 'paid' | 'refunded';
  readonly order_id: number | null;
}
interface SpotCounters {
  readonly taken: number;
  readonly waiting: number;
}

/** The result of a registration. `refused` is the reason if nothing has changed. */
export interface RegisterOutcome {
  readonly registration: RegistrationValue | null;
  readonly counters: SpotCounters;
  readonly kind_name: string | null;
  readonly position: number | null;
  readonly refused: string | null;
  readonly changed: boolean;
  readonly promoted: number[];
}

export interface RegistrationInput {
  readonly event: number;
  readonly original: string;
  readonly person: number;
  readonly kind: number | null;
  readonly guests: number;
  readonly wish: 'yes' | 'maybe' | 'accept' | 'host';
  readonly isHidden: boolean;
  readonly isWalkIn: boolean;
  /** The previous status. Hosts are notified only if it has changed. */
  readonly previousStatus: StoredStatus | null;
  readonly now: Date;
}

/**
 * Registers a person for an event. The database function decides while it holds the lock on the spots, and the same statement emits the
 * event, so that other registrations don't wait for a round trip. The caller notifies the event handlers. Calls
 * `server/database/functions/register_for_event.sql`.
 */
export const registerPerson = async (
  context: Pick<Context, 'db' | 'school' | 'actor' | 'origin' | 'isHandled'>,
  wish: RegistrationInput,
): Promise<RegisterOutcome> => {
  const emitted = eventOfRows(
    context,
    'event_registered',
    {
      event: sql`${wish.event}::bigint`,
      original: sql`${wish.original}::text`,
      person: sql`${wish.person}::bigint`,
    },
    // Hosts know their own decisions. A change of guests or of the ticket isn't news.
    sql`f where f.changed and (f.registration).status is distinct from ${wish.previousStatus}::text and ${wish.wish === 'yes'}::boolean`,
  );
  const row = await first(
    context.db,
    sql<RegisterOutcome>`with f as materialized (
      select * from register_for_event(${wish.event}::bigint, ${wish.original}::text, ${wish.person}::bigint, ${wish.kind}::bigint, ${wish.guests}::int,
        ${wish.wish}::text, ${wish.isHidden}::boolean, ${wish.isWalkIn}::boolean, ${wish.now}::timestamptz)
    ), emitted as (${emitted})
    select case when (f.registration).id is not null then to_jsonb(f.registration) end as registration,
      to_jsonb(f.counters) as counters, f.refused, f.changed, f.promoted,
      (select k.name from event_ticket_types k where k.id = (f.registration).ticket_type_id) as kind_name, f.position_waiting as position
    from f`,
  );
  if (row === undefined) throw new Error('a registration answered nothing');
  return row;
};

export interface ChangeOutcome {
  readonly changed: number[];
  readonly promoted: number[];
  readonly taken: number;
  readonly waiting: number;
}

/**
 * Changes registrations whose current status is one of `from`. Spots that become free go to people on the waitlist. Calls
 * `server/database/functions/change_event_registrations.sql`.
 */
export const changeRegistrations = async (
  db: Db,
  {
    event,
    original,
    people,
    from,
    to,
    reason,
    now,
  }: {
    event: number;
    original: string;
    people: readonly number[];
    from: readonly StoredStatus[];
    to: StoredStatus;
    reason: string;
    now: Date;
  },
): Promise<ChangeOutcome> => {
  const row = await first(
    db,
    sql<ChangeOutcome>`select f.changed, f.promoted, (f.counters).taken, (f.counters).waiting
    from change_event_registrations(${event}::bigint, ${original}::text, ${people as number[]}::bigint[], ${from as string[]}::text[],
      ${to}::text, ${reason}::text, ${now}::timestamptz) f`,
  );
  if (row === undefined) throw new Error('a change of registrations answered nothing');
  return row;
};

/** A spot that someone has or waits for: at an event (''), or at one of its times. */
export interface HeldSpot {
  readonly event: number;
  readonly original: string;
}

/** Returns whether the registration `r` is open. */
export const isOpenRegistration = sql`(r.status in (${sql.join(openStatuses.map((one) => sql.lit(one)))}))`;

/** Returns whether the registration `r` for the event `e` is open and the event isn't over. */
const isAheadAt = (now: Date) =>
  sql`(${isOpenRegistration} and e.ends_at > ${now}
    and (r.original = '' or exists (select from event_starts t where t.school_id = r.school_id and t.event_id = r.event_id
      and t.original = r.original and t.ends_at > ${now})))`;

/** Returns the events where a person with a deactivated account still has a spot or waits for one. */
export const selectSpotsOfDisabled = (db: Db, person: number, now: Date): Promise<HeldSpot[]> =>
  many(
    db,
    sql<HeldSpot>`select r.event_id as event, r.original from event_registrations r
    join users u on u.school_id = r.school_id and u.id = r.user_id and u.is_disabled
    join events e on e.school_id = r.school_id and e.id = r.event_id
    where r.user_id = ${person} and ${isAheadAt(now)} order by r.event_id, r.original`,
  );

/**
 * Returns a past member's spots at a club's events for members. Skips events that they can still attend, are invited to or host, and
 * people who manage the school's events.
 */
export const selectLostSpots = (
  db: Db,
  { person, club, now }: { person: number; club: number; now: Date },
): Promise<HeldSpot[]> =>
  many(
    db,
    sql<HeldSpot>`with ${withAudience(person)} select r.event_id as event, r.original from event_registrations r
    join events e on e.school_id = r.school_id and e.id = r.event_id and e.audience = 'members'
    where r.user_id = ${person} and ${isAheadAt(now)} and not ${isForReader({ viewer: person })}
      and (e.club_id = ${club} or exists (select from event_cohosts c where c.school_id = e.school_id and c.event_id = e.id
        and c.club_id = ${club} and c.is_accepted))
      and not exists (select from event_invitees i where i.school_id = e.school_id and i.event_id = e.id and i.user_id = ${person})
      and not exists (select from event_hosts h where h.school_id = e.school_id and h.event_id = e.id and h.user_id = ${person})
      and not ${isPersonPermitted(sql`${person}::bigint`, 'school', sql`0`, 'events.manage_all')}
      and not ${isPersonPermitted(sql`${person}::bigint`, 'school', sql`0`, 'clubs.manage')}
    order by r.event_id, r.original`,
  );

export interface OfferRow {
  readonly event_id: number;
  readonly original: string;
  readonly people: number[];
}

/** Returns expired offers by event and time. `place` limits the result to one of them. */
export const selectPastOffers = (
  db: Db,
  now: Date,
  place?: { readonly event: number; readonly original: string },
): Promise<OfferRow[]> =>
  many(
    db,
    sql<OfferRow>`select event_id, original, array_agg(user_id) as people from event_registrations
    where status = 'offered' and offered_until <= ${now}
      ${place === undefined ? sql`` : sql`and event_id = ${place.event} and original = ${place.original}`} group by event_id, original order by event_id, original limit 500`,
  );

/** Returns the times at which offers of an event expire. `people` limits the result to their offers. */
export const selectOfferEnds = (db: Db, event: number, people: readonly number[] | null) =>
  many(
    db,
    sql<{
      original: string;
      offered_until: Date;
    }>`select distinct original, offered_until from event_registrations
    where event_id = ${event} and status = 'offered'
      and (${people as number[] | null}::bigint[] is null or user_id = any(${people as number[] | null}::bigint[]))
    order by offered_until, original`,
  );

export interface TicketRow {
  readonly id: number;
  readonly event_id: number;
  readonly title: string;
  readonly location: string;
  readonly series: Series;
  readonly registration_original: string;
  /** The time of the ticket, or the next time of the event. */
  readonly original: string;
  readonly guests: number;
  readonly kind_name: string | null;
  readonly entries: readonly {
    readonly seat: number;
    readonly original: string;
    readonly at: string;
  }[];
}

/** True if the scan `s` admits someone: it isn't an undo, and it wasn't undone. */
export const isEntry = sql`(not s.is_undo and not exists (select from event_scans u where u.school_id = s.school_id
  and u.registration_id = s.registration_id and u.seat = s.seat and u.original = s.original and u.is_undo and u.at >= s.at))`;

/** Returns whether the person of the registration `r` came to a time of the event. If the date is unknown, they came to every time. */
export const hasAttended = (original: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(r.status = 'attended' and (r.original <> '' or coalesce((select bool_or(s.original = ${original}) from event_scans s
    where s.school_id = r.school_id and s.registration_id = r.id and s.seat = 0 and s.original <> '' and ${isEntry}), true)))`;

/** The entries of the registration `r`: the earliest scan of each seat and time of a series that wasn't undone. */
export const entriesOf = sql`(select coalesce(jsonb_agg(jsonb_build_object('seat', n.seat, 'original', n.original, 'at', n.at, 'door', n.door)
      order by n.original, n.seat), '[]')
    from (select distinct on (s.original, s.seat) s.seat, s.original, s.at, s.door from event_scans s
      where s.school_id = r.school_id and s.registration_id = r.id and ${isEntry}
      order by s.original, s.seat, s.at, s.client_id) n)`;

/** Returns a person's tickets for events that aren't over, or for one event. */
export const selectTickets = (
  db: Db,
  person: number,
  which: { event: number; original: string } | { after: Date },
): Promise<TicketRow[]> =>
  many(
    db,
    sql<TicketRow>`select r.id, r.event_id, coalesce(d.title, e.title) as title, coalesce(d.location, e.location) as location, e.series, r.original as registration_original, t.original, r.guests,
      k.name as kind_name, ${entriesOf} as entries
    from event_registrations r join events e on e.school_id = r.school_id and e.id = r.event_id and e.status = 'published' and e.hidden_at is null
    left join event_ticket_types k on k.school_id = r.school_id and k.id = r.ticket_type_id
    cross join lateral (select x.original, x.starts_at from event_starts x where x.school_id = r.school_id and x.event_id = r.event_id
      and (r.original = '' or x.original = r.original) ${'after' in which ? sql`and x.ends_at > ${which.after}` : sql``}
      order by x.starts_at limit 1) t
    left join event_dates d on d.school_id = r.school_id and d.event_id = r.event_id and d.original = t.original
    where r.user_id = ${person} and r.status in ('registered', 'attended', 'absent', 'excused') and r.order_state <> 'due'
      ${'after' in which ? sql`` : sql`and r.event_id = ${which.event} and r.original = ${which.original}`}
    order by t.starts_at limit 100`,
  );

/** Returns the times at which a person is reminded of all events (0), or of one event. */
export const selectReminders = (db: Db, person: number, event: number) =>
  first(
    db,
    sql<{
      minutes: number[];
    }>`select minutes from event_reminders where user_id = ${person} and event_id in (${event}, 0)
    order by event_id desc limit 1`,
  );

export const upsertReminders = async (
  db: Db,
  school: SchoolId,
  { person, event, minutes }: { person: number; event: number; minutes: readonly number[] | null },
): Promise<void> => {
  await (
    minutes === null
      ? sql`delete from event_reminders where user_id = ${person} and event_id = ${event}`
      : sql`insert into event_reminders (school_id, user_id, event_id, minutes) values (${school}, ${person}, ${event}, ${minutes as number[]}::int[])
        on conflict (school_id, user_id, event_id) do update set minutes = excluded.minutes`
  ).execute(db);
};
