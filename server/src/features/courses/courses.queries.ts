import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { CalendarRow, PersonalData } from '../../kernel/feature.ts';
import { first, many } from '../../kernel/sql.ts';
import { pointInTime, workTab } from './work/work.queries.ts';

/** Deletes the sections and studies data of an erased person. */
export const deleteStudiesOf = async (db: Db, user: number): Promise<void> => {
  await sql`delete from section_members where user_id = ${user}`.execute(db);
  await sql`delete from course_results where user_id = ${user}`.execute(db);
  await sql`update course_announcements set author_id = null where author_id = ${user}`.execute(db);
  await sql`delete from course_visits where user_id = ${user}`.execute(db);
  await sql`delete from course_preferences where user_id = ${user}`.execute(db);
  await sql`delete from course_reminders where user_id = ${user}`.execute(db);
  await sql`delete from lms_returns where user_id = ${user}`.execute(db);
  await sql`delete from lms_grants where user_id = ${user}`.execute(db);
};

/** Selects the people who want grades in notification texts. */
export const selectShowsGrades = async (
  db: Db,
  people: readonly number[],
): Promise<ReadonlySet<number>> =>
  new Set(
    (
      await many(
        db,
        sql<{
          id: number;
        }>`select user_id as id from course_preferences where shows_grades and user_id = any(${people as number[]}::bigint[])`,
      )
    ).map(({ id }) => id),
  );

/** The school's time zone: that of its newest term if admins haven't set one. */
export const schoolZone: RawBuilder<string> = sql<string>`coalesce((select s.time_zone from schools s where s.school_id = current_school()), (select t.time_zone from terms t order by t.starts_on desc, t.id limit 1), 'UTC')`;

/** Returns the school's time zone. */
export const selectSchoolZone = async (db: Db): Promise<string> =>
  (await first(db, sql<{ zone: string }>`select ${schoolZone} as zone`))?.zone ?? 'UTC';

/** Prefix of the ids of calendar items from LMS copies. */
export const copiedPrefix = 'lms-';

/** Selects the due work in a person's copies, for calendars. Titles are encrypted. */
export const selectCopiedDueRows = (
  me: number,
  { from, to }: { readonly from: Date; readonly to: Date },
): RawBuilder<CalendarRow> => sql`
  select 'deadline' as kind, ${copiedPrefix} || d.course || '-' || d.item as id, d.title, null::text as location,
    '/edu/lms-' || d.course || '?tab=' || ${workTab(sql`d.kind`)} as url, ${pointInTime(sql`d.due_at`)} as series, null::text[] as only, false as is_tentative, false as is_canceled, null::jsonb as more,
    (extract(epoch from d.updated_at) - 1577836800)::int as revision, d.updated_at
  from lms_due d where d.user_id = ${me}::bigint and not d.is_done and d.due_at >= ${from} and d.due_at <= ${to}
    and exists (select from lms_systems y where y.is_on)`;

/** The person's studies data, for their data export. */
export const personalData: PersonalData = (me) => ({
  sections: sql`(select jsonb_agg(jsonb_build_object('term', t.name, 'course', c.number, 'title', c.title, 'section', s.name,
      'role', m.role, 'dropped', not m.is_active) order by t.starts_on, c.number, s.code)
    from section_members m join course_sections s on s.school_id = m.school_id and s.id = m.section_id
      join courses c on c.school_id = s.school_id and c.id = s.course_id join terms t on t.school_id = s.school_id and t.id = s.term_id
    where m.user_id = ${me})`,
  courseResults: sql`(select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('course', c.number, 'title', a.title, 'dueAt', a.due_at, 'points', a.points,
      'state', r.state, 'score', r.score, 'label', r.label, 'late', r.is_late, 'comment', r.comment, 'submittedAt', r.submitted_at,
      'gradedAt', r.graded_at)) order by a.due_at, a.id)
    from course_results r join course_assignments a on a.school_id = r.school_id and a.id = r.assignment_id
      join course_sections s on s.school_id = a.school_id and s.id = a.section_id join courses c on c.school_id = s.school_id and c.id = s.course_id
    where r.user_id = ${me})`,
  courseAnnouncements: sql`(select jsonb_agg(jsonb_build_object('title', n.title, 'text', n.body, 'postedAt', n.posted_at) order by n.posted_at)
    from course_announcements n where n.author_id = ${me})`,
  courseChoices: sql`(select jsonb_agg(jsonb_build_object('notificationsNameGrades', h.shows_grades)) from course_preferences h where h.user_id = ${me})`,
  courseVisits: sql`(select jsonb_agg(jsonb_build_object('course', v.course, 'at', v.seen_at) order by v.seen_at) from course_visits v where v.user_id = ${me})`,
  courseReminders: sql`(select jsonb_agg(jsonb_build_object('item', e.item, 'dueAt', e.due_at) order by e.due_at) from course_reminders e where e.user_id = ${me})`,
  // The LMS replies are copies of data that the person has there.
  learningSystem: sql`(select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('connectedAt', g.connected_at, 'endedAt', g.ended_at, 'readAt', g.read_at,
      'copies', (select jsonb_agg(jsonb_build_object('of', p.resource, 'readAt', p.read_at) order by p.resource) from lms_copies p where p.user_id = g.user_id),
      'due', (select jsonb_agg(jsonb_build_object('course', d.course, 'dueAt', d.due_at) order by d.due_at) from lms_due d where d.user_id = g.user_id),
      'matched', (select jsonb_agg(jsonb_build_object('course', j.course, 'section', s.code, 'byHand', j.is_manual) order by j.course) from lms_joins j
        left join course_sections s on s.school_id = j.school_id and s.id = j.section_id where j.user_id = g.user_id),
      'waiting', (select count(*) from lms_returns w where w.user_id = g.user_id)))) from lms_grants g where g.user_id = ${me})`,
});
