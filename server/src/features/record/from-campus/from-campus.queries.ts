import { sql, type RawBuilder } from 'kysely';
import { schoolZone } from '../../courses/courses.queries.ts';
import { isEntry } from '../../events/registration/registration.queries.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { recordLimits } from '#contract/record/limits.ts';
import { first, many } from '../../../kernel/sql.ts';

/* Experiences that the app adds automatically: positions in clubs, and attended events. Each is one row that is updated with the data. */

/** Maximum duration of an experience, in minutes. */
const maxMinutes = recordLimits.hours * 60;

const only = (column: RawBuilder<unknown>, users: readonly number[] | null) =>
  users === null ? sql`true` : sql`${column} = any(${users as number[]}::bigint[])`;

/** Returns whether the experience `e` is a period of the position with this key. Keys of later periods end with their first day. */
const isSpanOf = (e: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
  sql`(${e}.source_key = ${key} or ${e}.source_key like ${key} || ':%')`;

/**
 * Updates experiences from positions: one for each period in which a person has a position in a club. It ends when the position ends, and a
 * new period gets a new experience. Returns the people whose records changed.
 */
export const settlePositions = async (
  db: Db,
  school: SchoolId,
  users: readonly number[] | null,
  now: Date,
): Promise<number[]> => {
  const current = await many(
    db,
    sql<{ id: number }>`
    insert into record_entries as e (school_id, user_id, client_id, type_id, title, organization, club_id, starts_on, source, source_key,
      state, verified_at, created_at, updated_at)
    select ${school}::int, p.user_id, gen_random_uuid(), p.kind, p.position, p.club, p.club_id, p.starts_on, 'position',
      case when p.last is null then p.key else p.key || ':' || p.starts_on end, 'verified', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from (
      select g.school_id, g.user_id, k.id as kind, r.name as position, c.name as club, c.id as club_id, t.key, x.last,
        greatest((g.granted_at at time zone ${schoolZone})::date, x.last) as starts_on, x.is_open
      from record_types k cross join current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id and r.scope = 'club'
        join clubs c on c.school_id = g.school_id and c.id = g.scope_id and c.deleted_at is null
        cross join lateral (select 'position:' || c.id || ':' || r.id as key) as t
        cross join lateral (select max(e.ends_on) as last, coalesce(bool_or(e.ends_on is null), false) as is_open from record_entries e
          where e.school_id = g.school_id and e.user_id = g.user_id and e.source = 'position' and ${isSpanOf(sql`e`, sql`t.key`)}) as x
      where k.source = 'positions' and ${only(sql`g.user_id`, users)}) as p
    where not p.is_open
    on conflict (school_id, user_id, source_key) do update set ends_on = null, updated_at = excluded.updated_at, version = e.version + 1
      where e.ends_on is not null and e.state = 'verified'
    returning user_id as id`,
  );
  const ended = await many(
    db,
    sql<{
      id: number;
    }>`update record_entries e set ends_on = greatest(e.starts_on, (${now}::timestamptz at time zone ${schoolZone})::date), updated_at = ${now}, version = e.version + 1
    where e.source = 'position' and e.ends_on is null and ${only(sql`e.user_id`, users)} and not exists (
      select from current_grants g where g.school_id = e.school_id and g.user_id = e.user_id and g.scope_id = e.club_id
        and ${isSpanOf(sql`e`, sql`('position:' || g.scope_id || ':' || g.role_id)`)})
    returning e.user_id as id`,
  );
  return [...new Set([...current, ...ended].map(({ id }) => id))];
};

/** Maximum minutes of an event per day. Longer events count as one workday for each day. */
const dayMinutes = 480;

/**
 * Updates experiences from attended events: one for each host and academic year (from August 1), with the number and total duration of the
 * events. Recalculates them from the registrations each time. Returns the people whose records changed.
 */
export const settleAttended = async (
  db: Db,
  school: SchoolId,
  users: readonly number[],
  now: Date,
): Promise<number[]> =>
  (
    await many(
      db,
      sql<{ id: number }>`
    with attended as (
      select r.user_id, e.club_id, coalesce(c.name, '') as host, (d.starts - interval '7 months')::date as shifted, d.starts::date as day,
        least(${dayMinutes} * (1 + (d.ends::date - d.starts::date)), extract(epoch from t.ends_at - t.starts_at) / 60)::int as minutes
      from event_registrations r join events e on e.school_id = r.school_id and e.id = r.event_id
        left join clubs c on c.school_id = e.school_id and c.id = e.club_id
        cross join lateral (select array_agg(distinct s.original) as dates from event_scans s
          where s.school_id = r.school_id and s.registration_id = r.id and s.seat = 0 and s.original <> '' and ${isEntry}) came
        -- Each attended class or meeting of a series counts. Other events count at the time that the person registered for.
        join lateral ((select s.starts_at, s.ends_at from event_starts s where s.school_id = r.school_id and s.event_id = r.event_id
            and s.original = any(came.dates))
          union all (select s.starts_at, s.ends_at from event_starts s where came.dates is null and s.school_id = r.school_id
            and s.event_id = r.event_id and (r.original = '' or s.original = r.original) order by s.starts_at limit 1)) t on true
        -- The day depends on the time zone of the event.
        cross join lateral (select t.starts_at at time zone (e.series ->> 'zone') as starts, t.ends_at at time zone (e.series ->> 'zone') as ends) as d
      where r.user_id = any(${users as number[]}::bigint[]) and r.status = 'attended'
    ), counted as (
      select user_id, club_id, min(host) as host, extract(year from shifted)::int as year, min(day) as first, max(day) as last,
        sum(minutes)::int as minutes, count(*)::int as times
      from attended group by user_id, club_id, extract(year from shifted)
    ), written as (
      insert into record_entries as x (school_id, user_id, client_id, type_id, title, organization, club_id, starts_on, ends_on, minutes,
        times, source, source_key, state, verified_at, created_at, updated_at)
      select ${school}::int, a.user_id, gen_random_uuid(), k.id, 'Events attended', a.host, a.club_id, a.first, a.last,
        least(a.minutes, 600000), a.times, 'events', 'events:' || coalesce(a.club_id, 0) || ':' || a.year, 'verified', ${now}::timestamptz,
        ${now}::timestamptz, ${now}::timestamptz
      from counted a cross join record_types k where k.source = 'events'
      on conflict (school_id, user_id, source_key) do update set minutes = excluded.minutes, times = excluded.times,
        starts_on = excluded.starts_on, ends_on = excluded.ends_on, updated_at = excluded.updated_at, version = x.version + 1
        where (x.minutes, x.times) is distinct from (excluded.minutes, excluded.times)
      returning x.user_id
    ), gone as (
      delete from record_entries x where x.user_id = any(${users as number[]}::bigint[]) and x.source = 'events' and x.state <> 'revoked'
        and not exists (select from counted a where a.user_id = x.user_id
          and x.source_key = 'events:' || coalesce(a.club_id, 0) || ':' || a.year)
      returning x.user_id
    )
    select user_id as id from written union select user_id from gone`,
    )
  ).map(({ id }) => id);

/** Returns people who attended an event, by id, starting after `after`. */
export const selectAttendees = async (db: Db, after: number, max: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{ id: number }>`select distinct user_id as id from event_registrations
      where status = 'attended' and user_id > ${after} order by id limit ${max}`,
    )
  ).map(({ id }) => id);

/**
 * Adds an experience from a person's response to a service survey: on the day of the response, with the type and the hours that the survey
 * asks for. Each response adds only one. Returns undefined if the response has no hours, the record is full, or the experience already
 * exists.
 */
export const insertServed = (
  db: Db,
  school: SchoolId,
  { survey, person, max, now }: { survey: number; person: number; max: number; now: Date },
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`with locked as (select id from users where id = ${person} and not is_disabled for update)
    insert into record_entries (school_id, user_id, client_id, type_id, title, organization, club_id, starts_on, ends_on, minutes, state,
      created_at, updated_at)
    select ${school}::int, locked.id, md5('survey answer ' || a.id)::uuid, s.service_type_id, left(s.title, 120), left(c.name, 120), c.id, x.day, x.day,
      round(x.hours * 60)::int, 'self_reported', ${now}, ${now}
    from locked, surveys s join clubs c on c.school_id = s.school_id and c.id = s.club_id
      join forms f on f.school_id = s.school_id and f.owner_kind = 'survey' and f.owner_id = s.id and not f.is_anonymous
      join form_responses a on a.school_id = f.school_id and a.form_id = f.id and a.user_id = ${person}
      cross join lateral (select (a.responded_at at time zone ${schoolZone})::date as day,
        case when jsonb_typeof(a.answers -> s.service_question) = 'number' then (a.answers ->> s.service_question)::numeric end as hours) as x
    where s.id = ${survey} and s.service_type_id is not null and s.title <> '' and round(x.hours * 60) between 1 and ${maxMinutes}
      and (select count(*) from record_entries e where e.user_id = locked.id and e.source = 'own') < ${max}
    on conflict (school_id, user_id, client_id) do nothing returning id`,
  );
