import { sql, type RawBuilder } from 'kysely';
import type { MeetingKind, SectionRole } from '#contract/courses/kinds.ts';
import type { FreeHoursAudience, ScheduleFilter } from '#contract/schedule/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { CalendarRow, PersonalData } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { first, exists, many } from '../../kernel/sql.ts';
import type { Series } from '../../kernel/time/series.ts';
import type { ClubViewer } from '../clubs/club-viewer.ts';
import { fromVisibleMembers, joinOwnMembership } from '../clubs/membership/club-people.queries.ts';
import { isPresent, type VisibilityScope } from '../people/privacy/privacy.queries.ts';

export type Filters = Readonly<Partial<Record<ScheduleFilter, readonly string[]>>>;
interface Window {
  readonly from: Date;
  readonly to: Date;
}

/** The value that each filter compares. */
const values: Readonly<Record<ScheduleFilter, RawBuilder<string>>> = {
  terms: sql`t.code`,
  courses: sql`c.code`,
  kinds: sql`m.kind`,
};

/**
 * Returns a condition that is true if a filter includes a class: the filter of the call, or else of the person. A
 * filter without items includes everything.
 */
const isShown = (name: ScheduleFilter, asked: readonly string[] | undefined): RawBuilder<boolean> =>
  asked === undefined
    ? sql`(coalesce(jsonb_array_length(g.filters -> ${sql.lit(name)}), 0) = 0 or jsonb_exists(g.filters -> ${sql.lit(name)}, ${values[name]}))`
    : sql`(${asked.length === 0} or ${values[name]} = any(${asked as string[]}::text[]))`;

/**
 * Returns the classes of someone's sections in terms that overlap a period (`m`, with `p` for their role in the section
 * `s` of the course `c` in the term `t`).
 */
const meetingsOf = (me: number, { from, to }: Window, asked: Filters): RawBuilder<unknown> => sql`
  section_members p join course_sections s on s.school_id = p.school_id and s.id = p.section_id
    join terms t on t.school_id = s.school_id and t.id = s.term_id join courses c on c.school_id = s.school_id and c.id = s.course_id
    join section_meetings m on m.school_id = s.school_id and m.section_id = s.id
    left join schedule_settings g on g.school_id = p.school_id and g.user_id = p.user_id
  where p.user_id = ${me}::bigint and p.is_active and s.is_active
    and case when cardinality(m.weekdays) > 0 then coalesce(m.last_on, t.ends_on) else m.first_on end >= (${from}::timestamptz at time zone 'utc')::date - 1
    and coalesce(m.first_on, t.starts_on) <= (${to}::timestamptz at time zone 'utc')::date + 1
    and ${isShown('terms', asked.terms)} and ${isShown('courses', asked.courses)} and ${isShown('kinds', asked.kinds)}`;

/** Returns classes as calendar rows. Calls `server/database/functions/meeting_series.sql`. */
export const selectClassRows = (me: number, window: Window): RawBuilder<CalendarRow> => sql`
  select 'class' as kind, s.id || '-' || m.code as id, c.title, m.room as location, null::text as url, meeting_series(m, t) as series,
    null::text[] as only, false as is_tentative, false as is_canceled, null::jsonb as more,
    (extract(epoch from greatest(m.updated_at, s.updated_at, c.updated_at, t.updated_at)) - 1577836800)::int as revision,
    greatest(m.updated_at, s.updated_at, c.updated_at, t.updated_at) as updated_at
  from ${meetingsOf(me, window, {})}`;

/** The names of a term's days in calendars, in the person's language, or else the school’s. */
const termWords = {
  en: { start: '%s starts', end: '%s ends', holiday: 'No classes: %s' },
  de: { start: '%s beginnt', end: '%s endet', holiday: 'Unterrichtsfrei: %s' },
  ar: { start: 'بداية %s', end: 'نهاية %s', holiday: 'لا دروس: %s' },
} as const;

const termTitle = (what: keyof (typeof termWords)['en']): RawBuilder<string> => sql`format(
  case split_part(lower(coalesce(u.locale, o.locale)), '-', 1) when 'de' then ${sql.lit(termWords.de[what])}
    when 'ar' then ${sql.lit(termWords.ar[what])} else ${sql.lit(termWords.en[what])} end, t.name)`;

/**
 * Returns the first and last days and the holidays of the terms in which someone has classes, as all-day items.
 * Consecutive holidays are one item, so a two-week break isn't fourteen.
 */
export const selectTermRows = (me: number, { from, to }: Window): RawBuilder<CalendarRow> => sql`
  select 'academic' as kind, d.id, d.title, null::text as location, null::text as url,
    jsonb_build_object('start', d.day, 'zone', t.time_zone, 'length', d.length, 'rule', null, 'exceptions', '[]'::jsonb, 'overrides', '{}'::jsonb) as series,
    null::text[] as only, false as is_tentative, false as is_canceled, null::jsonb as more,
    (extract(epoch from t.updated_at) - 1577836800)::int as revision, t.updated_at
  from terms t join schools o on o.school_id = t.school_id join users u on u.school_id = t.school_id and u.id = ${me}::bigint
    cross join lateral (
      select 'start-' || t.id as id, ${termTitle('start')} as title, t.starts_on as day, 1 as length
      union all select 'end-' || t.id, ${termTitle('end')}, t.ends_on, 1
      union all select 'holiday-' || t.id || '-' || min(h.day), ${termTitle('holiday')}, min(h.day), count(*)::int from (
        select x as day, x - (row_number() over (order by x))::int as run from (select distinct x from unnest(t.holidays) as x) as y) as h group by h.run
    ) as d
  where t.id in (select s.term_id from section_members p join course_sections s on s.school_id = p.school_id and s.id = p.section_id
      where p.user_id = ${me}::bigint and p.is_active and s.is_active)
    and d.day + d.length >= (${from}::timestamptz at time zone 'utc')::date - 1 and d.day <= (${to}::timestamptz at time zone 'utc')::date + 1`;

/** A class of one of someone's sections. */
export interface MeetingRow {
  readonly id: string;
  readonly kind: MeetingKind;
  readonly room: string | null;
  readonly series: Series;
  readonly role: SectionRole;
  readonly course: { readonly code: string; readonly number: string; readonly title: string };
  readonly section: { readonly code: string; readonly name: string | null };
  readonly term: { readonly code: string; readonly name: string };
}

/**
 * Returns classes that can take place in a period, filtered by the person's filters, unless the call has its own. Calls
 * `server/database/functions/meeting_series.sql`.
 */
export const selectMeetings = (
  db: Db,
  me: number,
  window: Window,
  asked: Filters,
): Promise<MeetingRow[]> =>
  many(
    db,
    sql<MeetingRow>`
    select s.id || '-' || m.code as id, m.kind, m.room, meeting_series(m, t) as series, p.role,
      jsonb_build_object('code', c.code, 'number', c.number, 'title', c.title) as course,
      jsonb_build_object('code', s.code, 'name', s.name) as section, jsonb_build_object('code', t.code, 'name', t.name) as term
    from ${meetingsOf(me, window, asked)}`,
  );

/** Properties of someone's own classes, as options for the filters. */
export interface OptionRow {
  readonly term: string;
  readonly term_name: string;
  readonly is_now: boolean;
  readonly course: string;
  readonly number: string;
  readonly title: string;
  readonly kinds: MeetingKind[];
}

export const selectOptions = (db: Db, me: number, now: Date): Promise<OptionRow[]> =>
  many(
    db,
    sql<OptionRow>`
    select t.code as term, t.name as term_name, (${now}::timestamptz at time zone t.time_zone)::date between t.starts_on and t.ends_on as is_now,
      c.code as course, c.number, c.title, array(select distinct m.kind from section_meetings m where m.section_id = s.id order by 1) as kinds
    from section_members p join course_sections s on s.school_id = p.school_id and s.id = p.section_id
      join terms t on t.school_id = s.school_id and t.id = s.term_id join courses c on c.school_id = s.school_id and c.id = s.course_id
    where p.user_id = ${me} and p.is_active and s.is_active order by t.starts_on desc, c.number, s.code`,
  );

export interface SettingsRow {
  readonly filters: Filters;
  readonly shares_with: FreeHoursAudience;
}

export const selectSettings = async (db: Db, me: number): Promise<SettingsRow> =>
  (await first(
    db,
    sql<SettingsRow>`select filters, shares_with from schedule_settings where user_id = ${me}`,
  )) ?? { filters: {}, shares_with: 'nobody' };

export const upsertFilters = async (
  db: Db,
  school: SchoolId,
  me: number,
  filters: Filters,
): Promise<void> => {
  await sql`insert into schedule_settings (school_id, user_id, filters) values (${school}, ${me}, ${JSON.stringify(filters)}::jsonb)
    on conflict (school_id, user_id) do update set filters = excluded.filters`.execute(db);
};

export const upsertSharing = async (
  db: Db,
  school: SchoolId,
  me: number,
  audience: FreeHoursAudience,
): Promise<void> => {
  await sql`insert into schedule_settings (school_id, user_id, shares_with) values (${school}, ${me}, ${audience})
    on conflict (school_id, user_id) do update set shares_with = excluded.shares_with`.execute(db);
};

/** A person whose availability is requested, and whether they share it with the caller. */
export interface SharerRow {
  id: number;
  first_name: string;
  last_name: string;
  photo: string | null;
  is_shared: boolean;
  total: number;
}

const sharers = (me: number, who: RawBuilder<unknown>, size: number): RawBuilder<SharerRow> => sql`
  select u.id, u.first_name, u.last_name, u.photo, coalesce(g.shares_with = 'school' or (g.shares_with = 'connections'
      and exists (select from connected c where c.user_id = ${me} and c.other_id = u.id)), false) as is_shared, count(*) over ()::int as total
  from users u left join schedule_settings g on g.school_id = u.school_id and g.user_id = u.id
  where not u.is_disabled and u.id <> ${me} and ${who} order by is_shared desc, fold(u.last_name), u.id limit ${size}`;

/** Returns those of these people that the caller can see. */
export const selectSharers = (
  db: Db,
  visibility: VisibilityScope,
  people: readonly number[],
): Promise<SharerRow[]> =>
  many(
    db,
    sharers(
      visibility.viewer,
      sql`u.id = any(${people as number[]}::bigint[]) and ${isPresent(visibility)}`,
      people.length,
    ),
  );

/** Returns a club's members that are visible to the caller, people who share their availability first. */
export const selectClubSharers = (
  db: Db,
  { visibility, isStaff }: Pick<ClubViewer, 'visibility' | 'isStaff'>,
  club: number,
  size: number,
): Promise<SharerRow[]> =>
  many(
    db,
    sharers(
      visibility.viewer,
      sql`u.id in (select seen.user_id from clubs c ${joinOwnMembership(visibility.viewer)}
        cross join lateral (select m.user_id from ${fromVisibleMembers(visibility, isStaff)}) as seen where c.id = ${club})`,
      size,
    ),
  );

/** Returns whether someone is a member of an existing club. */
export const isClubMember = (db: Db, club: number, me: number): Promise<boolean> =>
  exists(
    db,
    sql`select from club_members m join clubs c on c.school_id = m.school_id and c.id = m.club_id
    where m.club_id = ${club} and m.user_id = ${me} and m.status = 'member' and c.deleted_at is null`,
  );

export const deleteSettingsOf = async (db: Db, user: number): Promise<void> => {
  await sql`delete from schedule_settings where user_id = ${user}`.execute(db);
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  schedule: sql`(select jsonb_agg(jsonb_build_object('filters', g.filters, 'sharesFreeHoursWith', g.shares_with)) from schedule_settings g where g.user_id = ${me})`,
});
