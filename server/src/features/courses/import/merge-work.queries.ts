import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AssignmentKind } from '#contract/courses/kinds.ts';
import { newsPath, workPath } from '../course-paths.ts';
import { isCopied } from '../lms/lms.queries.ts';
import { selectShowsGrades } from '../courses.queries.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { chunkPeople, insertEvent } from '../../../kernel/jobs/outbox.ts';
import { many } from '../../../kernel/sql.ts';
import { mergeRows, type MergeTarget } from '../../../kernel/database/merge-rows.ts';

const targets = {
  categories: {
    table: 'course_categories',
    keys: ['id'],
    columns: ['code', 'title', 'weight', 'drop_lowest', 'is_active'],
  },
  assignments: {
    table: 'course_assignments',
    keys: ['id'],
    columns: [
      'code',
      'section_id',
      'category_id',
      'kind',
      'title',
      'description',
      'assigned_at',
      'due_at',
      'points',
      'is_active',
    ],
  },
  results: {
    table: 'course_results',
    keys: ['user_id', 'assignment_id'],
    columns: ['state', 'score', 'label', 'is_late', 'comment', 'graded_at'],
    first: ['arrived_at'],
  },
} as const satisfies Record<string, MergeTarget>;

/** A date ends at midnight in the term's time zone. A time is an instant. */
const momentOf = (column: string, time: string) =>
  sql`case when length(${sql.ref(column)}) = 10 then (${sql.ref(column)} || ${` ${time}`})::timestamp at time zone t.time_zone
    else ${sql.ref(column)}::timestamptz end`;

/** Words that identify line items and categories as quizzes, because OneRoster has no types. */
const isQuiz = sql`(coalesce(g.title, '') || ' ' || coalesce(i.title, '')) ~* '\\m(quiz|quizzes|exam|exams|midterm|midterms|test|tests|final exam)\\M'`;

/**
 * Writes a roster's gradebook (`roster_…`) into the model, and notifies students of news in courses that had a gradebook before. Runs in
 * the import's transaction, which keeps its journal.
 */
export const mergeRosterWork = async (db: Db, school: SchoolId, now: Date): Promise<void> => {
  await mergeRows(
    db,
    school,
    targets.categories,
    sql`select row_number() over (order by g.sourced_id), t.id is null, coalesce(t.id, new_id()), g.sourced_id, left(coalesce(g.title, g.sourced_id), 300),
      case when g.weight >= 0 and g.weight < 100000 then round(g.weight::numeric, 4) end, coalesce(t.drop_lowest, 0), not g.is_ended
    from roster_categories g left join course_categories t on t.code = g.sourced_id where t.id is not null or not g.is_ended`,
  );
  await mergeRows(
    db,
    school,
    targets.assignments,
    sql`select row_number() over (order by i.sourced_id), x.id is null, coalesce(x.id, new_id()), i.sourced_id, n.id, k.id,
      case when ${isQuiz} then 'quiz' else 'assignment' end, left(coalesce(i.title, i.sourced_id), 500), i.description,
      ${momentOf('i.assign_date', '00:00:00')}, ${momentOf('i.due_date', '23:59:59')},
      case when i.result_value_max >= 0 and i.result_value_max < 1000000 then round(i.result_value_max::numeric, 2) end, not i.is_ended
    from roster_line_items i join course_sections n on n.code = i.class_sourced_id join terms t on t.id = n.term_id
      left join roster_categories g on g.sourced_id = i.category_sourced_id left join course_categories k on k.code = i.category_sourced_id
      left join course_assignments x on x.code = i.sourced_id
    where x.id is not null or not i.is_ended`,
  );
  // Of several results of a student, the latest. An ended one counts as none. Graded work isn't missing, even with a zero. The first
  // results of a class arrived when they were given, and later ones arrive now.
  await mergeRows(
    db,
    school,
    targets.results,
    sql`select row_number() over (), x.user_id is null, r.user_id, r.assignment_id, r.state, r.score, r.label, r.is_late, r.comment, r.graded_at,
      case when r.section_id in (select o.section_id from course_assignments o where exists (
        select from course_results p where p.school_id = o.school_id and p.assignment_id = o.id)) then ${now}::timestamptz end from (
      select distinct on (u.user_id, a.id) u.user_id, a.id as assignment_id, a.section_id, r.is_ended,
        case when r.is_ended then null when r.score_status = 'exempt' then 'excused'
          when r.score_status in ('fully graded', 'partially graded', 'earned_full', 'earned_partial') and r.score is not null then 'graded'
          when r.is_missing or r.score_status in ('not submitted', 'not_earned') then 'missing'
          when r.score_status = 'submitted' then 'submitted' else 'graded' end as state,
        case when not r.is_ended and abs(r.score) < 1000000 and r.score_status not in ('exempt', 'not submitted', 'submitted') then round(r.score::numeric, 2) end as score,
        case when not r.is_ended then r.text_score end as label, coalesce(r.is_late and not r.is_ended, false) as is_late,
        case when not r.is_ended then r.comment end as comment,
        case when not r.is_ended and r.score_status not in ('exempt', 'not submitted', 'submitted') then ${momentOf('r.score_date', '12:00:00')} end as graded_at
      from roster_results r join roster_users u on u.sourced_id = r.student_sourced_id and u.user_id is not null
        join course_assignments a on a.code = r.line_item_sourced_id
        join course_sections n on n.school_id = a.school_id and n.id = a.section_id join terms t on t.school_id = n.school_id and t.id = n.term_id
      order by u.user_id, a.id, r.is_ended, r.modified_at desc nulls last, r.sourced_id
    ) as r left join course_results x on x.user_id = r.user_id and x.assignment_id = r.assignment_id
    where x.user_id is not null or not r.is_ended`,
    sql`, arrived_at = case when (t.state, t.score, t.label) is distinct from (x.state, x.score, x.label) then ${now}::timestamptz else t.arrived_at end`,
  );
  await notifyOfImport(db, school, now);
};

/** Selects what the current import added to a table. */
const added = (table: string) => sql`(select unnest(a.keys) as key from import_additions a
  where a.import_id = nullif(current_setting('commons.import_id', true), '')::bigint and a.table_name = ${table})`;
/** Selects what the current import changed. */
const altered = (table: string) => sql`(select l.key, l.before, l.after from import_journal l
  where l.import_id = nullif(current_setting('commons.import_id', true), '')::bigint and l.table_name = ${table} and l.before is not null)`;

/** Maximum items per page of an import's changes. */
const pageSize = 2_000;

/** Returns all rows of a query that pages by id. */
const allPages = async <R extends { id: string }>(
  read: (after: number) => Promise<R[]>,
  each: (row: R) => Promise<void>,
): Promise<void> => {
  for (let after = 0; ;) {
    const rows = await read(after);
    for (const row of rows) await each(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = Number(last.id);
  }
};

interface WorkChangeRow {
  readonly is_new: boolean;
  readonly id: string;
  readonly kind: AssignmentKind;
  readonly title: string;
  readonly number: string;
  readonly section: string;
  readonly due: number;
  readonly people: number[];
}

const selectWorkChanges = (db: Db, now: Date, after: number): Promise<WorkChangeRow[]> =>
  many(
    db,
    sql<WorkChangeRow>`
    with fresh as materialized (select key::bigint as id from ${added('course_assignments')} as f),
    moved as materialized (select key::bigint as id from ${altered('course_assignments')} as m where jsonb_exists(m.after, 'due_at'))
    select a.id in (select id from fresh) as is_new, a.id::text as id, a.kind, a.title, c.number, a.section_id::text as section,
      (extract(epoch from a.due_at) / 60)::float8 as due,
      array(select m.user_id from section_members m where m.section_id = a.section_id and m.role = 'student' and m.is_active
        and not ${isCopied(sql`m.user_id`, sql`m.section_id`, { isRead: true })} order by 1) as people
    from course_assignments a join course_sections s on s.school_id = a.school_id and s.id = a.section_id
      join courses c on c.school_id = s.school_id and c.id = s.course_id
    where a.id > ${after} and a.is_active and s.is_active and a.due_at > ${now} and (a.id in (select id from moved) or (a.id in (select id from fresh)
      and exists (select from course_assignments o where o.section_id = a.section_id and o.id not in (select id from fresh))))
    order by a.id limit ${pageSize}`,
  );

interface GradeChangeRow {
  readonly id: string;
  readonly title: string;
  readonly number: string;
  readonly section: string;
  readonly grades: Record<number, string>;
}

const selectGradeChanges = (db: Db, after: number): Promise<GradeChangeRow[]> =>
  many(
    db,
    sql<GradeChangeRow>`
    with fresh as materialized (select key::bigint as id from ${added('course_assignments')} as f),
    told as (select split_part(key, E'\\x1f', 1)::bigint as user_id, split_part(key, E'\\x1f', 2)::bigint as assignment_id from (
      select key from ${added('course_results')} as f
      union all select key from ${altered('course_results')} as m where jsonb_exists_any(m.after, array['score', 'label', 'state'])) as k)
    select a.id::text as id, a.title, c.number, a.section_id::text as section,
      jsonb_object_agg(r.user_id, coalesce(r.label, r.score::float8::text || coalesce(' / ' || a.points::float8::text, ''))) as grades
    from told join course_results r on r.user_id = told.user_id and r.assignment_id = told.assignment_id
      join course_assignments a on a.school_id = r.school_id and a.id = r.assignment_id and a.is_active
      join course_sections s on s.school_id = a.school_id and s.id = a.section_id join courses c on c.school_id = s.school_id and c.id = s.course_id
    where a.id > ${after} and r.state = 'graded' and coalesce(r.label, r.score::text) is not null and a.id not in (select id from fresh)
      and not ${isCopied(sql`r.user_id`, sql`a.section_id`, { isRead: true })}
    group by a.id, a.title, c.number, a.section_id order by a.id limit ${pageSize}`,
  );

/** Notifies students of an import's changes, in its transaction, so that each change is notified once. */
const notifyOfImport = async (db: Db, school: SchoolId, now: Date): Promise<void> => {
  await allPages(
    (after) => selectWorkChanges(db, now, after),
    async (work) => {
      for (const people of chunkPeople(work.people))
        await insertEvent(db, school, null, 'course_news', {
          kind: work.is_new ? 'course_work_added' : 'course_work_moved',
          key: work.kind === 'quiz' ? 'academic.quizDates' : 'academic.assignmentDueDates',
          people,
          item: work.id,
          mark: work.is_new ? '' : Math.floor(work.due).toString(36),
          title: work.title,
          course: work.number,
          path: workPath(work.section, work.kind),
          grades: null,
        });
    },
  );
  await allPages(
    (after) => selectGradeChanges(db, after),
    async ({ id, title, number, section, grades: theirs }) => {
      const people = Object.keys(theirs).map(Number);
      // Events are stored for days, so they contain a grade only for people who want it in the text.
      const shows = await selectShowsGrades(db, people);
      const mark = createHash('sha256')
        .update(JSON.stringify([id, theirs]))
        .digest('base64url')
        .slice(0, 10);
      for (const some of chunkPeople(people))
        await insertEvent(db, school, null, 'course_news', {
          kind: 'course_graded',
          key: 'academic.grades',
          people: some,
          item: id,
          mark,
          title,
          course: number,
          path: newsPath(section, { kind: 'course_graded', key: 'academic.grades' }),
          grades: Object.fromEntries(
            some.filter((user) => shows.has(user)).map((user) => [user, theirs[user] ?? '']),
          ),
        });
    },
  );
};
