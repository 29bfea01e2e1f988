import { sql, type RawBuilder } from 'kysely';
import type { CalendarPart, CalendarRow, PersonalData } from '../../../kernel/feature.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { many } from '../../../kernel/sql.ts';
import { isOpenRegistration } from '../registration/registration.queries.ts';
import { isSeenEvent, withAudience } from '../reader/event-reader.queries.ts';

/** Selects the calendar details of the event `e`. A cut never splits a tag or a character. */
export const moreOf = sql`jsonb_build_object('description', regexp_replace(left(e.description, 4000), '(<[^>]*|&[A-Za-z0-9#]*)$', ''), 'address', e.address, 'dates',
    (select jsonb_object_agg(d.original, jsonb_build_object('is_canceled', d.canceled_at is not null, 'title', d.title, 'location', d.location))
      from event_dates d where d.school_id = e.school_id and d.event_id = e.id))`;

/** Returns whether the registration `r` counts, or was for a canceled date, which stays in the calendar as canceled. */
const isShown = sql`(r.status not in ('canceled', 'declined') or r.status = 'canceled' and exists (select from event_dates d
  where d.school_id = r.school_id and d.event_id = r.event_id and d.original = r.original and d.canceled_at <= r.changed_at))`;

/** Returns whether a person is registered for the event of the row `x`. */
const isRegistered = (x: RawBuilder<unknown>, me: number): RawBuilder<boolean> =>
  sql`exists (select from event_registrations o where o.school_id = ${x}.school_id and o.event_id = ${x}.event_id and o.user_id = ${me}
    and o.status not in ('canceled', 'declined'))`;

/**
 * Returns whether the event of the registration `r` is in the calendar because the person hosts it: with all its dates, including canceled
 * ones.
 */
const isHostAlone = (me: number): RawBuilder<boolean> =>
  sql`(exists (select from event_hosts h where h.school_id = r.school_id and h.event_id = r.event_id and h.user_id = ${me})
    and not ${isRegistered(sql`r`, me)})`;

/** An event only for club members is a club meeting. All others are events. */
const kindOf = sql`case when e.club_id is not null and e.audience = 'members' then 'club' else 'event' end`;

/**
 * Selects the events that a person registered for or hosts. If people register per date, only those dates are included. Confirmed and
 * tentative dates are separate rows. Events that moderators hid are left out.
 */
const rowsOf: CalendarPart['rows'] = (me, { from, to }): RawBuilder<CalendarRow> => sql`
  select ${kindOf} as kind, e.id::text as id, e.title, nullif(e.location, '') as location, '/events/' || e.id as url, e.series,
    n.only, n.is_tentative, e.status = 'canceled' as is_canceled, ${moreOf} as more, e.revision, e.updated_at
  from (
    select r.school_id, r.event_id, case when bool_or(r.original = '') then null else array_agg(r.original order by r.original) end as only,
      r.status in ('waiting', 'offered', 'requested', 'maybe') as is_tentative
    from event_registrations r where r.user_id = ${me} and ${isShown} and (r.status <> 'canceled' or not ${isHostAlone(me)})
    group by r.school_id, r.event_id, r.status in ('waiting', 'offered', 'requested', 'maybe')
    union all select h.school_id, h.event_id, null::text[], false from event_hosts h where h.user_id = ${me}
      and not ${isRegistered(sql`h`, me)}
  ) n join events e on e.school_id = n.school_id and e.id = n.event_id and e.status in ('published', 'canceled') and e.hidden_at is null
  where e.starts_at < ${to} and e.ends_at > ${from}
    and (e.club_id is null or not exists (select from clubs gone where gone.school_id = e.school_id and gone.id = e.club_id and gone.deleted_at is not null))`;

/** Selects the events that a club (alone or as an accepted cohost) or a hub hosts and the person can see, including canceled ones. */
const rowsOfHost: NonNullable<CalendarPart['ofHost']> = (me, host, { from, to }) => {
  const ids =
    'club' in host
      ? sql`select o.id from events o where o.club_id = ${host.club}
          union select h.event_id from event_cohosts h where h.club_id = ${host.club} and h.is_accepted`
      : sql`select o.id from events o where o.hub_id = ${host.hub}`;
  return sql<CalendarRow>`
  with ${withAudience(me)}
  select ${kindOf} as kind, e.id::text as id, e.title, nullif(e.location, '') as location,
    '/events/' || e.id as url, e.series, null::text[] as only, false as is_tentative, e.status = 'canceled' as is_canceled, ${moreOf} as more,
    e.revision, e.updated_at
  from events e where e.id = any(array(${ids})) and not e.is_template and e.status in ('published', 'canceled')
    and e.starts_at < ${to} and e.ends_at > ${from} and ${isSeenEvent({ viewer: me })}`;
};

export const calendarParts: readonly CalendarPart[] = [{ rows: rowsOf, ofHost: rowsOfHost }];

/** Deletes a person's data. Their spots were released before. */
export const deleteTracesOf = async (db: Db, person: number): Promise<void> => {
  for (const table of [
    'event_registrations',
    'event_hosts',
    'event_invitees',
    'event_reminders',
    'event_dismissals',
    'event_preferences',
  ])
    await sql`delete from ${sql.table(table)} where user_id = ${person}`.execute(db);
  await sql`update event_scans set actor_id = null where actor_id = ${person}`.execute(db);
  await sql`update events set created_by = case when created_by = ${person} then null else created_by end, proposed_by = null
    where proposed_by = ${person}`.execute(db);
  await sql`update events set created_by = null where created_by = ${person}`.execute(db);
};

/** Selects upcoming events where a person has a spot or waits for one. */
export const selectHeldSpots = (db: Db, person: number, now: Date) =>
  many(
    db,
    sql<{
      school: SchoolId;
      event: number;
      original: string;
    }>`select r.school_id as school, r.event_id as event, r.original
    from event_registrations r join events e on e.school_id = r.school_id and e.id = r.event_id
    where r.user_id = ${person} and e.ends_at > ${now} and ${isOpenRegistration}
    order by r.event_id, r.original`,
  );

/** The person's events, for their data export. */
export const personalData: PersonalData = (me) => ({
  eventRegistrations: sql`(select jsonb_agg(jsonb_build_object('event', e.title, 'startsAt', e.starts_at, 'occurrence', nullif(r.original, ''),
      'status', r.status, 'guests', r.guests, 'at', r.registered_at, 'reason', r.reason,
      'entries', (select coalesce(jsonb_agg(jsonb_build_object('seat', s.seat, 'occurrence', nullif(s.original, ''), 'at', s.at, 'door', s.door) order by s.at), '[]')
        from event_scans s where s.school_id = r.school_id and s.registration_id = r.id)) order by r.registered_at)
    from event_registrations r join events e on e.school_id = r.school_id and e.id = r.event_id where r.user_id = ${me})`,
  eventsMade: sql`(select jsonb_agg(jsonb_build_object('title', e.title, 'startsAt', e.starts_at, 'createdAt', e.created_at, 'proposal', e.proposal) order by e.created_at)
    from events e where e.created_by = ${me})`,
  eventsHosted: sql`(select jsonb_agg(jsonb_build_object('event', e.title, 'startsAt', e.starts_at) order by e.starts_at)
    from event_hosts h join events e on e.school_id = h.school_id and e.id = h.event_id where h.user_id = ${me})`,
  eventInvitations: sql`(select jsonb_agg(jsonb_build_object('event', e.title, 'startsAt', e.starts_at, 'declinedAt', i.declined_at) order by e.starts_at)
    from event_invitees i join events e on e.school_id = i.school_id and e.id = i.event_id
    and e.status in ('published', 'canceled') where i.user_id = ${me})`,
  eventReminders: sql`(select jsonb_agg(jsonb_build_object('event', e.title, 'minutes', m.minutes) order by m.event_id)
    from event_reminders m left join events e on e.school_id = m.school_id and e.id = m.event_id where m.user_id = ${me})`,
  eventScans: sql`(select jsonb_agg(jsonb_build_object('event', e.title, 'at', s.at, 'door', s.door) order by s.at)
    from event_scans s join events e on e.school_id = s.school_id and e.id = s.event_id where s.actor_id = ${me})`,
  eventDismissals: sql`(select jsonb_agg(jsonb_build_object('event', e.title, 'at', d.at) order by d.at)
    from event_dismissals d join events e on e.school_id = d.school_id and e.id = d.event_id where d.user_id = ${me})`,
  eventChoices: sql`(select jsonb_agg(jsonb_build_object('recommendations', x.recommends)) from event_preferences x where x.user_id = ${me})`,
});
