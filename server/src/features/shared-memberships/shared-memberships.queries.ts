import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { many } from '../../kernel/sql.ts';
import {
  isSeenPublished,
  withReader,
  type EventReader,
} from '../events/reader/event-reader.queries.ts';
import { canSeeAllMembers, isOfficer } from '../people/groups/member-visibility.queries.ts';

/** The caller and a person whose profile they can open. */
interface Pair {
  readonly viewer: number;
  readonly person: number;
  readonly limit: number;
}

/** Whether the viewer, with the membership `mine`, can see the membership `m` in the member list of the club `c`. */
const isSeenMember = sql`(${canSeeAllMembers(false)} or ${isOfficer(sql`m.user_id`)})`;

/** Whether the term `t` includes a day in its own time zone. */
const isCurrent = (now: Date) =>
  sql`(${now}::timestamptz at time zone t.time_zone)::date between t.starts_on and t.ends_on`;

/** Selects the clubs that both people are members of, if the viewer can see the person in the member list. */
export const selectSharedClubs = (db: Db, { viewer, person, limit }: Pair) =>
  many(
    db,
    sql<{ id: string; name: string; logo: string | null }>`
    select c.id::text, c.name, c.logo from club_members mine
      join clubs c on c.school_id = mine.school_id and c.id = mine.club_id and c.deleted_at is null
      join club_members m on m.school_id = c.school_id and m.club_id = c.id and m.user_id = ${person} and m.status = 'member'
    where mine.user_id = ${viewer} and mine.status = 'member' and ${isSeenMember}
    order by c.sort_name, c.id limit ${limit}`,
  );

/** Selects the upcoming events that both people attend, at their next date, if the viewer can see the person in the attendee list. */
export const selectSharedEvents = (db: Db, reader: EventReader, { viewer, person, limit }: Pair) =>
  many(
    db,
    sql<{ id: string; title: string; starts_at: Date; original: string }>`
    with ${withReader(reader)} select * from (
      select distinct on (e.id) e.id::text, coalesce(x.title, e.title) as title, x.starts_at, x.original
      from event_registrations mine
        join event_registrations r on r.school_id = mine.school_id and r.event_id = mine.event_id and r.user_id = ${person}
          and r.status in ('registered', 'attended') and not r.is_hidden
        join events e on e.school_id = mine.school_id and e.id = mine.event_id and not e.is_template and e.attendees_for = 'everyone'
        cross join lateral (select t.starts_at, t.original, d.title from event_starts t
          left join event_dates d on d.school_id = t.school_id and d.event_id = t.event_id and d.original = t.original
          where t.school_id = e.school_id and t.event_id = e.id and t.ends_at > ${reader.now} and d.canceled_at is null
            and mine.original in ('', t.original) and r.original in ('', t.original) order by t.starts_at limit 1) x
      where mine.user_id = ${viewer} and mine.status in ('registered', 'attended') and ${isSeenPublished(reader)}
      order by e.id, x.starts_at
    ) as shared order by starts_at, id limit ${limit}`,
  );

/** Selects the courses whose current section lists both. Members of a section see each other there. */
export const selectSharedCourses = (db: Db, { viewer, person, limit }: Pair, now: Date) =>
  many(
    db,
    sql<{ id: string; number: string; title: string }>`
    select s.id::text, c.number, c.title from section_members mine
      join section_members m on m.school_id = mine.school_id and m.section_id = mine.section_id and m.user_id = ${person} and m.is_active
      join course_sections s on s.school_id = mine.school_id and s.id = mine.section_id and s.is_active
      join courses c on c.school_id = s.school_id and c.id = s.course_id
      join terms t on t.school_id = s.school_id and t.id = s.term_id
    where mine.user_id = ${viewer} and mine.is_active and ${isCurrent(now)}
    order by c.number, s.code limit ${limit}`,
  );

/** Maximum clubs and courses of the viewer that are considered, and members of each, so that the cost stays constant. */
const reach = { groups: 20, members: 80 } as const;

/**
 * Selects the people that the viewer sees in the member lists of their clubs: `id`, and `n`, the number of shared clubs. For rankings; the
 * caller leaves out people whose profile the viewer can't open.
 */
export const clubCompanions = (viewer: number): RawBuilder<unknown> => sql`
  select m.user_id as id, count(*)::int as n
  from (select * from club_members where user_id = ${viewer} and status = 'member' order by since desc limit ${sql.lit(reach.groups)}) as mine
    join clubs c on c.school_id = mine.school_id and c.id = mine.club_id and c.deleted_at is null
    cross join lateral (select m.user_id from club_members m where m.school_id = c.school_id and m.club_id = c.id
      and m.status = 'member' and not m.is_disabled and m.user_id <> ${viewer} and ${isSeenMember}
      order by m.user_id limit ${sql.lit(reach.members)}) as m
  group by m.user_id`;

/** Selects the people in the viewer's current courses like clubCompanions(). */
export const courseCompanions = (viewer: number, now: Date): RawBuilder<unknown> => sql`
  select m.user_id as id, count(*)::int as n
  from (select mine.school_id, mine.section_id from section_members mine
      join course_sections s on s.school_id = mine.school_id and s.id = mine.section_id and s.is_active
      join terms t on t.school_id = s.school_id and t.id = s.term_id
      where mine.user_id = ${viewer} and mine.is_active and ${isCurrent(now)} limit ${sql.lit(reach.groups)}) as mine
    cross join lateral (select m.user_id from section_members m
      where m.school_id = mine.school_id and m.section_id = mine.section_id and m.is_active and m.user_id <> ${viewer}
      order by m.user_id limit ${sql.lit(reach.members)}) as m
  group by m.user_id`;

/** A club or current course that the viewer shares with `person`. `number` is the course number, or null for a club. */
export interface SharedName {
  person: number;
  number: string | null;
  name: string;
}

/** Clubs, and courses, that are named for each person of a list. */
const namedMax = 1;

/** Selects the shared clubs and current courses of a list's people by the rules of selectSharedClubs() and selectSharedCourses(). */
export const selectSharedNames = (
  db: Db,
  viewer: number,
  people: readonly number[],
  now: Date,
): Promise<SharedName[]> =>
  many(
    db,
    sql<SharedName>`
    select person, number, name from (
      select m.user_id as person, null as number, c.name,
        row_number() over (partition by m.user_id order by c.sort_name, c.id) as position
      from club_members mine
        join clubs c on c.school_id = mine.school_id and c.id = mine.club_id and c.deleted_at is null
        join club_members m on m.school_id = c.school_id and m.club_id = c.id and m.user_id = any(${people}::bigint[]) and m.status = 'member'
      where mine.user_id = ${viewer} and mine.status = 'member' and ${isSeenMember}
      union all
      select m.user_id, c.number, c.title, row_number() over (partition by m.user_id order by c.number, s.code)
      from section_members mine
        join section_members m on m.school_id = mine.school_id and m.section_id = mine.section_id and m.user_id = any(${people}::bigint[]) and m.is_active
        join course_sections s on s.school_id = mine.school_id and s.id = mine.section_id and s.is_active
        join courses c on c.school_id = s.school_id and c.id = s.course_id
        join terms t on t.school_id = s.school_id and t.id = s.term_id
      where mine.user_id = ${viewer} and mine.is_active and ${isCurrent(now)}
    ) as shared where position <= ${sql.lit(namedMax)} order by person, number nulls last, position`,
  );
