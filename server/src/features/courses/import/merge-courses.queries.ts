import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import {
  mergeRows as merge,
  type MergeTarget,
  type MergeCounts,
} from '../../../kernel/database/merge-rows.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import type { ColumnOf, CourseList } from './staged-courses.queries.ts';

/** The tables of the model, in the order of their references. */
const targets = {
  terms: {
    table: 'terms',
    keys: ['id'],
    columns: ['code', 'name', 'starts_on', 'ends_on', 'time_zone', 'holidays'],
  },
  courses: {
    table: 'courses',
    keys: ['id'],
    columns: ['code', 'number', 'title', 'description'],
  },
  sections: {
    table: 'course_sections',
    keys: ['id'],
    columns: ['code', 'course_id', 'term_id', 'name', 'is_active'],
  },
  meetings: {
    table: 'section_meetings',
    keys: ['section_id', 'code'],
    columns: [
      'kind',
      'weekdays',
      'begins',
      'minutes',
      'first_on',
      'last_on',
      'every',
      'exceptions',
      'room',
    ],
  },
  members: {
    table: 'section_members',
    keys: ['section_id', 'user_id'],
    // People in a file belong to the school from then on, and no platform can remove them.
    columns: ['role', 'is_active', 'is_from_lti'],
  },
} as const satisfies Record<CourseList, MergeTarget>;

/** Writes the rows of a query: `line`, `is_new`, then the key and all columns of the target. */
const mergeRows = (
  db: Db,
  school: SchoolId,
  list: CourseList,
  rows: RawBuilder<unknown>,
): Promise<MergeCounts> => merge(db, school, targets[list], rows);

/** Returns the value of a column: the file's, or the current one if the file lacks the column. */
const valuesOf =
  <L extends CourseList>(columns: readonly ColumnOf<L>[]) =>
  (column: ColumnOf<L>, isKept = false): RawBuilder<unknown> => {
    const own = sql.ref(`s.${column}`);
    const stored = sql.ref(`t.${column}`);
    if (!columns.includes(column)) return stored;
    // If a column can't be empty, an empty cell keeps the value.
    return isKept ? sql`coalesce(${own}, ${stored})` : own;
  };

/** The time zone of the newest term, for terms without one. */
const knownZone = sql`coalesce((select s.time_zone from schools s where s.school_id = current_school()), (select z.time_zone from terms z order by z.starts_on desc, z.id limit 1))`;

export const mergeTerms = (db: Db, school: SchoolId, columns: readonly ColumnOf<'terms'>[]) => {
  const value = valuesOf<'terms'>(columns);
  return mergeRows(
    db,
    school,
    'terms',
    sql`select s.line, t.id is null, coalesce(t.id, new_id()), s.code, coalesce(${value('name', true)}, s.code),
      ${value('starts_on', true)}, ${value('ends_on', true)},
      coalesce(${value('time_zone', true)}, ${knownZone}, (select z.time_zone from staged_course_terms z where z.time_zone is not null order by z.line limit 1)),
      coalesce(${value('holidays')}, '{}')
    from staged_course_terms s left join terms t on t.code = s.code`,
  );
};

export const mergeCourses = (db: Db, school: SchoolId, columns: readonly ColumnOf<'courses'>[]) => {
  const value = valuesOf<'courses'>(columns);
  return mergeRows(
    db,
    school,
    'courses',
    sql`select s.line, t.id is null, coalesce(t.id, new_id()), s.code, coalesce(${value('number', true)}, s.code),
      coalesce(${value('title', true)}, ${value('number', true)}, s.code), ${value('description')}
    from staged_course_courses s left join courses t on t.code = s.code`,
  );
};

export const mergeSections = (
  db: Db,
  school: SchoolId,
  columns: readonly ColumnOf<'sections'>[],
) => {
  const has = (column: ColumnOf<'sections'>) => columns.includes(column);
  const value = valuesOf<'sections'>(columns);
  return mergeRows(
    db,
    school,
    'sections',
    sql`select s.line, t.id is null, coalesce(t.id, new_id()), s.code,
      ${has('course') ? sql`coalesce(c.id, t.course_id)` : sql`t.course_id`}, ${has('term') ? sql`coalesce(r.id, t.term_id)` : sql`t.term_id`},
      ${value('name')}, coalesce(${value('is_active', true)}, true)
    from staged_course_sections s left join course_sections t on t.code = s.code
      left join courses c on c.code = s.course left join terms r on r.code = s.term`,
  );
};

export const mergeMeetings = (
  db: Db,
  school: SchoolId,
  columns: readonly ColumnOf<'meetings'>[],
) => {
  const has = (column: ColumnOf<'meetings'>) => columns.includes(column);
  const value = valuesOf<'meetings'>(columns);
  // A file with dates has single meetings, one with days has weekly ones, and one with neither leaves it open.
  const saysDays = sql`(${has('weekdays') ? sql`coalesce(cardinality(s.weekdays), 0) > 0` : sql`false`} or ${has('date') ? sql`s.date is not null` : sql`false`})`;
  return mergeRows(
    db,
    school,
    'meetings',
    sql`select s.line, t.section_id is null, n.id, s.code, coalesce(${value('kind', true)}, 'lecture'),
      case when ${saysDays} then coalesce(s.weekdays, '{}') else t.weekdays end, s.begins, (extract(epoch from s.ends - s.begins) / 60)::int,
      case when s.date is not null then s.date when ${saysDays} or coalesce(cardinality(t.weekdays), 0) > 0 then ${value('first_on')} else t.first_on end,
      ${value('last_on')}, coalesce(${value('every', true)}, 1), coalesce(${value('exceptions')}, '{}'), ${value('room')}
    from staged_course_meetings s join course_sections n on n.code = s.section
      left join section_meetings t on t.section_id = n.id and t.code = s.code`,
  );
};

export const mergeMembers = (db: Db, school: SchoolId, columns: readonly ColumnOf<'members'>[]) => {
  const value = valuesOf<'members'>(columns);
  return mergeRows(
    db,
    school,
    'members',
    sql`select s.line, t.user_id is null, n.id, u.id, coalesce(${value('role', true)}, 'student'), coalesce(${value('is_active', true)}, true), false
    from staged_course_members s join course_sections n on n.code = s.section join users u on u.username = s.username
      left join section_members t on t.section_id = n.id and t.user_id = u.id`,
  );
};

/** Courses of a roster. A course that occurs only in classes is named after the first of them. */
const rosterCourses = sql`select sourced_id, course_code, title, is_ended from roster_courses
  union all (select distinct on (c.course_sourced_id) c.course_sourced_id, c.title, c.title, c.is_ended from roster_classes c
    where c.course_sourced_id is not null and not exists (select from roster_courses k where k.sourced_id = c.course_sourced_id)
    order by c.course_sourced_id, c.is_ended, c.sourced_id)`;

/** If a class has several sessions, the longest. A school year only if there is no other. */
const sessionOf = sql`(select a.sourced_id from roster_academic_sessions a where a.sourced_id = any(c.term_sourced_ids)
  order by a.type = 'schoolYear', a.end_date - a.start_date desc, a.sourced_id limit 1)`;

/**
 * Writes a roster's terms, courses, classes and enrollments (`roster_…`) into the model. Its classes have no times; those come from
 * meetings.csv, which refers to them by their sourcedId.
 */
export const mergeRoster = async (db: Db, school: SchoolId): Promise<void> => {
  await mergeRows(
    db,
    school,
    'terms',
    sql`select row_number() over (order by a.sourced_id), t.id is null, coalesce(t.id, new_id()), a.sourced_id, left(coalesce(a.title, a.sourced_id), 120),
      a.start_date, a.end_date, coalesce(t.time_zone, ${knownZone}, 'UTC'), coalesce(t.holidays, '{}')
    from roster_academic_sessions a left join terms t on t.code = a.sourced_id
    where a.end_date >= a.start_date and length(a.sourced_id) <= 120 and (t.id is not null or (not a.is_ended
      and exists (select from roster_classes c where not c.is_ended and a.sourced_id = any(c.term_sourced_ids))))`,
  );
  await mergeRows(
    db,
    school,
    'courses',
    sql`select row_number() over (order by c.sourced_id), t.id is null, coalesce(t.id, new_id()), c.sourced_id,
      left(coalesce(nullif(c.course_code, ''), c.sourced_id), 120), left(coalesce(nullif(c.title, ''), nullif(c.course_code, ''), c.sourced_id), 300), t.description
    from (${rosterCourses}) as c left join courses t on t.code = c.sourced_id
    where length(c.sourced_id) <= 120 and (t.id is not null or not c.is_ended)`,
  );
  await mergeRows(
    db,
    school,
    'sections',
    sql`select row_number() over (order by c.sourced_id), t.id is null, coalesce(t.id, new_id()), c.sourced_id, k.id, r.id,
      coalesce(nullif(c.class_code, ''), c.title), not c.is_ended
    from (select c.*, ${sessionOf} as session from roster_classes c) as c
      join courses k on k.code = c.course_sourced_id join terms r on r.code = c.session
      left join course_sections t on t.code = c.sourced_id
    where length(c.sourced_id) <= 120 and (t.id is not null or not c.is_ended)`,
  );
  // A person can be enrolled in a class twice, as a student and as an aide, or again after a break.
  await mergeRows(
    db,
    school,
    'members',
    sql`select row_number() over (), t.user_id is null, e.section_id, e.user_id, e.role, e.is_active, false from (
      select distinct on (n.id, u.user_id) n.id as section_id, u.user_id, not e.is_ended as is_active,
        case e.role when 'teacher' then 'teacher' when 'student' then 'student' else 'assistant' end as role
      from roster_enrollments e join roster_users u on u.sourced_id = e.user_sourced_id and u.user_id is not null
        join course_sections n on n.code = e.class_sourced_id
      where e.role in ('teacher', 'student', 'aide', 'proctor')
      order by n.id, u.user_id, e.is_ended, array_position(array['teacher', 'aide', 'proctor', 'student'], e.role)
    ) as e left join section_members t on t.section_id = e.section_id and t.user_id = e.user_id
    where t.user_id is not null or e.is_active`,
  );
};

/** Stores that the school's files have provided course data now. */
export const upsertFed = async (db: Db, school: SchoolId, now: Date): Promise<void> => {
  await sql`insert into course_feeds (school_id, imported_at) values (${school}, ${now})
    on conflict (school_id) do update set imported_at = excluded.imported_at`.execute(db);
};
