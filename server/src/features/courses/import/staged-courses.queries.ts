import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { selectStagedProblems } from '../../../kernel/database/staged-problems.ts';

/*
 * Terms, courses, sections, meetings and section members are streamed into these tables, checked as a whole, and then written
 * (merge-courses.queries.ts). All tables exist until the transaction ends. `line`: the first line of a row in its file.
 */

/** Columns of each file besides its key, with their types. */
export const stagedCourses = {
  terms: {
    name: 'text',
    starts_on: 'date',
    ends_on: 'date',
    time_zone: 'text',
    holidays: 'date[]',
  },
  courses: { number: 'text', title: 'text', description: 'text' },
  sections: { course: 'text', term: 'text', name: 'text', is_active: 'boolean' },
  meetings: {
    kind: 'text',
    weekdays: 'smallint[]',
    date: 'date',
    begins: 'time',
    ends: 'time',
    first_on: 'date',
    last_on: 'date',
    every: 'smallint',
    exceptions: 'date[]',
    room: 'text',
  },
  members: { role: 'text', is_active: 'boolean' },
} as const;
type Staged = typeof stagedCourses;
export type CourseList = keyof Staged;
export type ColumnOf<L extends CourseList> = keyof Staged[L] & string;

/** Keys of the files, and their staging tables. */
export const stagedKeys = {
  terms: ['code'],
  courses: ['code'],
  sections: ['code'],
  meetings: ['section', 'code'],
  members: ['section', 'username'],
} as const;
export const stagedTable = (list: CourseList): string => `staged_course_${list}`;

/** Creates the tables. People were staged before (people/import). */
export const createStagedCourses = async (db: Db): Promise<void> => {
  for (const list of Object.keys(stagedCourses) as CourseList[]) {
    const keys = stagedKeys[list].map((name) => `${name} text not null`);
    const columns = Object.entries(stagedCourses[list]).map(([name, type]) => `${name} ${type}`);
    await sql
      .raw(
        `drop table if exists pg_temp.${stagedTable(list)};
        create temp table ${stagedTable(list)} (line int not null, ${[...keys, ...columns].join(', ')}) on commit drop`,
      )
      .execute(db);
  }
};

/** Updates the planner's statistics of the tables. */
export const analyzeStagedCourses = async (db: Db): Promise<void> => {
  for (const list of Object.keys(stagedCourses) as CourseList[]) {
    await sql`create index on ${sql.table(stagedTable(list))} (${sql.raw(stagedKeys[list].join(', '))})`.execute(
      db,
    );
    await sql`analyze ${sql.table(stagedTable(list))}`.execute(db);
  }
};

const twice = (list: CourseList, column: string): RawBuilder<unknown> => sql`
  select line, ${column}::text, 'is already in line ' || first from (
    select line, min(line) over (partition by ${sql.raw(stagedKeys[list].join(', '))}) as first from ${sql.table(stagedTable(list))}
  ) s where line <> first`;

/** Selects rows with references to neither the files nor the school. */
const unknown = (
  list: CourseList,
  column: string,
  what: string,
  { staged, stored }: { staged: RawBuilder<unknown>; stored: RawBuilder<unknown> },
): RawBuilder<unknown> => sql`
  select s.line, ${column}::text, ${what}::text || quote_literal(s.${sql.ref(column)}) from ${sql.table(stagedTable(list))} s
  where s.${sql.ref(column)} is not null and not exists (${staged}) and not exists (${stored})`;

const names = (list: 'terms' | 'courses' | 'sections', column: string) => ({
  staged: sql`select from ${sql.table(stagedTable(list))} x where x.code = s.${sql.ref(column)}`,
  stored: sql`select from ${sql.table(list === 'sections' ? 'course_sections' : list)} x where x.code = s.${sql.ref(column)}`,
});

const parts: Readonly<Record<CourseList, () => RawBuilder<unknown>[]>> = {
  terms: () => [
    twice('terms', 'code'),
    sql`select s.line, 'start', 'a new term needs a start and an end' from staged_course_terms s
      where (s.starts_on is null or s.ends_on is null) and not exists (select from terms t where t.code = s.code)`,
    sql`select s.line, 'end', 'lies before the start' from staged_course_terms s left join terms t on t.code = s.code
      where coalesce(s.ends_on, t.ends_on) < coalesce(s.starts_on, t.starts_on)`,
    sql`select s.line, 'end', 'a term lasts up to 400 days' from staged_course_terms s left join terms t on t.code = s.code
      where coalesce(s.ends_on, t.ends_on) - coalesce(s.starts_on, t.starts_on) > 400`,
    sql`select s.line, 'timeZone', 'the first term of a school needs a time zone' from staged_course_terms s
      where s.time_zone is null and not exists (select from terms) and not exists (select from staged_course_terms z where z.time_zone is not null)`,
  ],
  courses: () => [twice('courses', 'code')],
  sections: () => [
    twice('sections', 'code'),
    unknown('sections', 'course', 'no course has the code ', names('courses', 'course')),
    unknown('sections', 'term', 'no term has the code ', names('terms', 'term')),
    sql`select s.line, 'course', 'a new section needs a course and a term' from staged_course_sections s
      where (s.course is null or s.term is null) and not exists (select from course_sections c where c.code = s.code)`,
  ],
  meetings: () => [
    twice('meetings', 'meeting'),
    unknown('meetings', 'section', 'no section has the code ', names('sections', 'section')),
    sql`select s.line, 'start', 'a meeting needs a start and an end' from staged_course_meetings s where s.begins is null or s.ends is null`,
    sql`select s.line, 'end', 'is not after the start' from staged_course_meetings s where s.ends <= s.begins`,
    sql`select s.line, 'days', 'a meeting has days of the week, or a date; not both' from staged_course_meetings s
      where cardinality(s.weekdays) > 0 and s.date is not null`,
    sql`select s.line, 'days', 'a new meeting needs days of the week or a date' from staged_course_meetings s
      where coalesce(cardinality(s.weekdays), 0) = 0 and s.date is null and not exists (select from section_meetings m
        join course_sections c on c.id = m.section_id where c.code = s.section and m.code = s.code)`,
    sql`select s.line, 'until', 'lies before the beginning' from staged_course_meetings s where s.last_on < s.first_on`,
  ],
  members: () => [
    twice('members', 'username'),
    unknown('members', 'section', 'no section has the code ', names('sections', 'section')),
    sql`select s.line, 'username', 'no one has the username ' || quote_literal(s.username) from staged_course_members s
      where not exists (select from users u where u.username = s.username) and not exists (select from staged_people p where p.username = s.username)`,
  ],
};

/** Selects rows of a file that can't be imported, in file order, at most `limit`, and their total number. */
export const selectCourseProblems = (db: Db, list: CourseList, limit: number) =>
  selectStagedProblems(db, parts[list](), limit);
