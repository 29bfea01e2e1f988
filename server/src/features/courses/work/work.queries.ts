import { sql, type RawBuilder } from 'kysely';
import type { AcademicWork } from '#contract/courses/endpoints.ts';
import type {
  AssignmentKind,
  MeetingKind,
  SectionRole,
  WorkState,
} from '#contract/courses/kinds.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { CalendarRow } from '../../../kernel/feature.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';
import type { Series } from '../../../kernel/time/series.ts';
import { isCopied } from '../lms/lms.queries.ts';
import { isNamed } from '../../people/privacy/privacy.queries.ts';

/** Selects a person's sections: one, those of a term, or those of the current terms. */
export interface SectionScope {
  readonly me: number;
  readonly now: Date;
  readonly section?: number | undefined;
  readonly term?: string | undefined;
  /** All sections in the term of this one. */
  readonly sameTermAs?: number | undefined;
}

/** Selects all sections of a person with their terms. `is_now`: true for a current term. */
export const ownSections = (me: number, now: Date): RawBuilder<unknown> =>
  sql`select m.school_id, m.section_id, m.role, s.course_id, s.term_id, s.name as section, s.code, t.code as term_code, t.name as term_name,
      t.starts_on, t.time_zone as zone, (${now}::timestamptz at time zone t.time_zone)::date between t.starts_on and t.ends_on as is_now
    from section_members m join course_sections s on s.school_id = m.school_id and s.id = m.section_id
      join terms t on t.school_id = s.school_id and t.id = s.term_id
    where m.user_id = ${me}::bigint and m.is_active and s.is_active`;

/** Of the rows `own`, those of the current terms. If there is none, those of the last one that has started, or else of the next one. */
export const ofCurrentTerms = (own: RawBuilder<unknown>, now: Date): RawBuilder<unknown> =>
  sql`select o.* from ${own} as o where case when exists (select from ${own} as n where n.is_now) then o.is_now else o.term_id = (select p.term_id
    from ${own} as p order by p.starts_on > ${now}::timestamptz::date, abs(p.starts_on - ${now}::timestamptz::date), p.term_id limit 1) end`;

/** Returns a person's sections as a query to join. */
export const chosen = ({
  me,
  now,
  section,
  term,
  sameTermAs,
}: SectionScope): RawBuilder<unknown> => {
  const own = ownSections(me, now);
  if (section !== undefined) return sql`${own} and m.section_id = ${section}::bigint`;
  if (sameTermAs !== undefined)
    return sql`${own} and s.term_id = (select b.term_id from course_sections b where b.id = ${sameTermAs}::bigint)`;
  if (term !== undefined) return sql`${own} and t.code = ${term}`;
  return sql`with own as materialized (${own}) ${ofCurrentTerms(sql`own`, now)}`;
};

export interface SectionRow {
  readonly id: string;
  readonly code: string;
  readonly role: SectionRole;
  readonly section: string | null;
  readonly course_code: string;
  readonly number: string;
  readonly title: string;
  readonly description: string | null;
  readonly term: { readonly code: string; readonly name: string };
  readonly zone: string;
  readonly teachers: readonly { readonly uid: string | null; readonly name: string }[];
  readonly meetings: readonly {
    readonly series: Series;
    readonly room: string | null;
    readonly kind: MeetingKind;
  }[];
  /** Parts of the grade: the categories of its assignments. */
  readonly parts: readonly {
    readonly id: string;
    readonly title: string;
    readonly weight: number | null;
    readonly dropLowest: number;
  }[];
  readonly seen_at: Date | null;
  /** Time of the last file with course data. */
  readonly imported_at: Date | null;
  /** The matching course of the caller’s LMS. */
  readonly lms_course: string | null;
}

/** Selects the id of the person `u` if the viewer can see their name. */
export const namedId = (me: number): RawBuilder<unknown> =>
  sql`case when ${isNamed(me, sql`u`)} then u.id::text end`;

/** The name of a teacher `u`. */
export const fullName = sql`trim(u.first_name || ' ' || u.last_name)`;

/** Selects the teachers of a section `o`, with names that the viewer can see. */
const teachersOf = (me: number) =>
  sql`coalesce((select json_agg(json_build_object('uid', ${namedId(me)}, 'name', ${fullName}) order by fold(u.last_name), u.id)
    from section_members g join users u on u.school_id = g.school_id and u.id = g.user_id
    where g.section_id = o.section_id and g.role = 'teacher' and g.is_active and not u.is_disabled), '[]')`;

/** Returns whether the meeting `m` in the term `t` can take place within two weeks. */
export const isSoon = (now: Date): RawBuilder<boolean> =>
  sql`(case when cardinality(m.weekdays) > 0 then coalesce(m.last_on, t.ends_on) else m.first_on end >= ${now}::timestamptz::date - 1
      and coalesce(m.first_on, t.starts_on) <= ${now}::timestamptz::date + 15)`;

/**
 * Returns meetings of the section `o` in its term `t` that may take place within two weeks. Calls
 * `server/database/functions/meeting_series.sql`.
 */
const meetingsOf = (now: Date) =>
  sql`coalesce((select json_agg(json_build_object('series', meeting_series(m, t), 'room', m.room, 'kind', m.kind))
    from section_meetings m where m.section_id = o.section_id and ${isSoon(now)}), '[]')`;

/** Selects the work categories of a section `o`. `categories`: their ids. */
export const partsOf = (categories: RawBuilder<unknown>) =>
  sql`coalesce((select json_agg(json_build_object('id', g.id::text, 'title', g.title, 'weight', g.weight, 'dropLowest', g.drop_lowest)
      order by g.weight desc nulls last, g.title, g.id)
    from course_categories g where g.is_active and g.id in (${categories})), '[]')`;

export const none = sql`'[]'::json`;

/** Selects sections `o` as `SectionRow`, in the order of the list. */
export const sectionsOf = (
  { me }: SectionScope,
  chosenOnes: RawBuilder<unknown>,
  { teachers, meetings, parts }: Record<'teachers' | 'meetings' | 'parts', RawBuilder<unknown>>,
): RawBuilder<SectionRow> => sql<SectionRow>`
    select o.section_id::text as id, s.code, o.role, o.section, c.code as course_code, c.number, c.title, c.description, t.time_zone as zone,
      json_build_object('code', o.term_code, 'name', o.term_name) as term,
      ${teachers} as teachers, ${meetings} as meetings, ${parts} as parts, v.seen_at, j.course as lms_course,
      (select imported_at from course_feeds) as imported_at
    from ${chosenOnes} as o join course_sections s on s.school_id = o.school_id and s.id = o.section_id
      join courses c on c.school_id = o.school_id and c.id = o.course_id join terms t on t.school_id = o.school_id and t.id = o.term_id
      left join course_visits v on v.school_id = o.school_id and v.user_id = ${me}::bigint and v.course = o.section_id::text
      left join lms_joins j on j.school_id = o.school_id and j.user_id = ${me}::bigint and j.section_id = o.section_id
    order by o.role <> 'student', c.number, s.code`;

/** Selects a person's sections with their teachers, and with meetings that can take place within two weeks. */
export const selectSections = (db: Db, which: SectionScope): Promise<SectionRow[]> =>
  many(
    db,
    sectionsOf(which, sql`(${chosen(which)})`, {
      teachers: teachersOf(which.me),
      meetings: meetingsOf(which.now),
      parts: partsOf(sql`select a.category_id from course_assignments a
          where a.section_id = o.section_id and a.is_active`),
    }),
  );

export interface WorkRow {
  readonly id: string;
  readonly section: string;
  readonly kind: AssignmentKind;
  readonly title: string;
  readonly part: string | null;
  readonly due_at: Date | null;
  readonly points: number | null;
  readonly minutes: number | null;
  readonly attempts: number | null;
  readonly url: string | null;
  readonly state: Exclude<WorkState, 'todo' | 'ungraded'> | null;
  readonly score: number | null;
  readonly label: string | null;
  readonly is_late: boolean | null;
  readonly comment: string | null;
  readonly submitted_at: Date | null;
  readonly graded_at: Date | null;
  /** Time when it arrived or changed. Null if only the date of its score is known. */
  readonly arrived_at: Date | null;
  /** Progress of the class, for teachers and assistants. */
  readonly progress: AcademicWork['progress'];
}

/** A time range of due dates. */
export interface DueRange {
  readonly from: Date;
  readonly to: Date;
}

/** The progress of the class on the assignment `a`. Results of students who dropped the class don't count. */
const classProgress = sql`(
        select jsonb_build_object('students', count(*), 'submitted', count(x.state) filter (where x.state in ('submitted', 'graded')),
          'graded', count(x.state) filter (where x.state = 'graded'))
        from section_members m left join course_results x on x.school_id = m.school_id and x.assignment_id = a.id and x.user_id = m.user_id
        where m.school_id = a.school_id and m.section_id = a.section_id and m.role = 'student' and m.is_active)`;

/**
 * Selects the assignments of sections `o` with a person's results. Teachers and assistants have none. `due`: only those due in this range.
 */
export const workOf = (
  { me }: SectionScope,
  chosenOnes: RawBuilder<unknown>,
  due?: DueRange,
): RawBuilder<WorkRow> => sql<WorkRow>`
    select a.id::text as id, a.section_id::text as section, a.kind, a.title, a.category_id::text as part, a.due_at, a.points::float8 as points,
      a.minutes, a.attempts, a.url, r.state, r.score::float8 as score, r.label, r.is_late, r.comment, r.submitted_at, r.graded_at, r.arrived_at,
      case when o.role <> 'student' then ${classProgress} end as progress
    from ${chosenOnes} as o join course_assignments a on a.school_id = o.school_id and a.section_id = o.section_id and a.is_active
      left join course_results r on r.school_id = a.school_id and r.user_id = ${me}::bigint and r.assignment_id = a.id
        and o.role = 'student'
    where ${due === undefined ? sql`true` : sql`a.due_at >= ${due.from} and a.due_at < ${due.to}`}`;

/** Selects the assignments of a person's sections with their results. */
export const selectWork = (db: Db, which: SectionScope): Promise<WorkRow[]> =>
  many(db, workOf(which, sql`(${chosen(which)})`));

export interface AnnouncementRow {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly body: string;
  readonly author: string | null;
  readonly posted_at: Date;
  readonly url: string | null;
  /** True if the caller is the author. */
  readonly is_own: boolean;
}

/** Selects the latest announcements of a person's sections. */
export const selectAnnouncements = (
  db: Db,
  which: SectionScope,
  most: number,
): Promise<AnnouncementRow[]> =>
  many(
    db,
    sql<AnnouncementRow>`
    select n.id::text as id, n.section_id::text as section, n.title, n.body, trim(u.first_name || ' ' || u.last_name) as author, n.posted_at, n.url,
      coalesce(n.author_id = ${which.me}::bigint, false) as is_own
    from (${chosen(which)}) as o join course_announcements n on n.school_id = o.school_id and n.section_id = o.section_id and n.is_active
      left join users u on u.school_id = n.school_id and u.id = n.author_id and not u.is_disabled
    where n.posted_at <= ${which.now} order by n.posted_at desc, n.id desc limit ${most}`,
  );

export interface LinkRow {
  readonly id: string;
  readonly module: string;
  readonly title: string;
  readonly url: string;
}

/** Selects files and pages of a person's section, as links. */
export const selectLinks = (db: Db, which: SectionScope): Promise<LinkRow[]> =>
  many(
    db,
    sql<LinkRow>`select l.id::text as id, l.module, l.title, l.url
    from (${chosen(which)}) as o join course_links l on l.school_id = o.school_id and l.section_id = o.section_id and l.is_active
    order by l.position, l.id limit 1000`,
  );

/** Returns whether a section has a group chat: the school has turned them on, or had when someone opened it. */
export const selectHasChat = async (db: Db, section: number): Promise<boolean> =>
  (
    await first(
      db,
      sql<{ has: boolean }>`select exists (select from chat_policies y where y.course_chats)
        or exists (select from course_chats h where h.section_id = ${section}::bigint) as has`,
    )
  )?.has ?? false;

export const upsertVisit = async (
  db: Db,
  school: SchoolId,
  me: number,
  course: string,
  now: Date,
): Promise<void> => {
  await sql`insert into course_visits (school_id, user_id, course, seen_at) values (${school}, ${me}, ${course}, ${now})
    on conflict (school_id, user_id, course) do update set seen_at = greatest(course_visits.seen_at, excluded.seen_at)`.execute(
    db,
  );
};

export const upsertChoices = async (
  db: Db,
  school: SchoolId,
  me: number,
  showsGrades: boolean,
): Promise<void> => {
  await sql`insert into course_preferences (school_id, user_id, shows_grades) values (${school}, ${me}, ${showsGrades})
    on conflict (school_id, user_id) do update set shows_grades = excluded.shows_grades`.execute(
    db,
  );
};

/** Returns an instant as a series with one occurrence in UTC, without a duration. */
export const pointInTime = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`jsonb_build_object('start', to_char(${at} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS'), 'zone', 'UTC', 'length', 0, 'rule', null,
    'exceptions', '[]'::jsonb, 'overrides', '{}'::jsonb)`;

/** Returns the tab of an assignment or a quiz, like `workPath`. */
export const workTab = (kind: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case ${kind} when 'quiz' then 'quizzes' else 'assignments' end`;

/** Selects due work in a person's sections for calendars, without submitted work. */
export const selectDueRows = (
  me: number,
  { from, to }: { readonly from: Date; readonly to: Date },
): RawBuilder<CalendarRow> => sql`
  select 'deadline' as kind, a.id::text as id, a.title || ' (' || c.number || ')' as title, null::text as location,
    '/edu/' || a.section_id || '?tab=' || ${workTab(sql`a.kind`)} as url, ${pointInTime(sql`a.due_at`)} as series, null::text[] as only, false as is_tentative, false as is_canceled, null::jsonb as more,
    (extract(epoch from greatest(a.updated_at, c.updated_at)) - 1577836800)::int as revision, greatest(a.updated_at, c.updated_at) as updated_at
  from section_members m join course_sections s on s.school_id = m.school_id and s.id = m.section_id
    join courses c on c.school_id = s.school_id and c.id = s.course_id
    join course_assignments a on a.school_id = s.school_id and a.section_id = s.id and a.is_active
  where m.user_id = ${me}::bigint and m.is_active and m.role = 'student' and s.is_active and a.due_at >= ${from} and a.due_at <= ${to}
    and not exists (select from course_results r where r.school_id = a.school_id and r.user_id = m.user_id and r.assignment_id = a.id
      and r.state in ('submitted', 'graded', 'excused'))
    and not ${isCopied(sql`m.user_id`, sql`m.section_id`, { isRead: false })}`;

/** Counts ungraded submissions in current classes that a person teaches. Returns null if there are no such classes. */
export const selectTeachingTasks = async (
  db: Db,
  which: SectionScope,
): Promise<{ toGrade: number } | null> => {
  const row = await first(
    db,
    sql<{ classes: number; to_grade: number }>`with taught as materialized (
        select o.school_id, o.section_id from (${chosen(which)}) o where o.role <> 'student')
      select (select count(*)::int from taught) as classes, (
        select count(*)::int from taught c
          join course_assignments a on a.school_id = c.school_id and a.section_id = c.section_id and a.is_active
          join course_results x on x.school_id = a.school_id and x.assignment_id = a.id and x.state = 'submitted'
          join section_members m on m.school_id = c.school_id and m.section_id = c.section_id and m.user_id = x.user_id
            and m.role = 'student' and m.is_active) as to_grade`,
  );
  return row === undefined || row.classes === 0 ? null : { toGrade: row.to_grade };
};
