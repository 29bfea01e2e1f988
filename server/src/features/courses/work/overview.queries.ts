import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first } from '../../../kernel/sql.ts';
import type { LmsKindOfContent } from '../lms/connector.ts';
import { ownOf, ownOfJson, type OwnRow } from '../lms/lms.queries.ts';
import {
  chosen,
  fullName,
  isSoon,
  namedId,
  none,
  ofCurrentTerms,
  ownSections,
  partsOf,
  sectionsOf,
  workOf,
  type DueRange,
  type SectionRow,
  type SectionScope,
  type WorkRow,
} from './work.queries.ts';

/*
 * Selects a page about several courses in one statement, which finds the person's sections only once. Nested rows come as JSON, in which
 * instants are text.
 */

type AsJson<T> = { [K in keyof T]: Date extends T[K] ? Exclude<T[K], Date> | string : T[K] };

const instantOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
const textOf = (id: number | null | undefined): string | null =>
  id === null || id === undefined ? null : String(id);

const sectionsOfJson = (rows: readonly AsJson<SectionRow>[]): SectionRow[] =>
  rows.map((row) => ({
    ...row,
    seen_at: instantOf(row.seen_at),
    imported_at: instantOf(row.imported_at),
  }));

/** The fields of a result that the overview needs. */
export type ResultRow = Pick<
  WorkRow,
  'section' | 'part' | 'due_at' | 'points' | 'state' | 'score' | 'graded_at' | 'arrived_at'
>;

/** Data besides courses and results: the person's terms, news, classmates among connections, and preferences. */
export interface AroundRow {
  readonly terms: readonly {
    readonly code: string;
    readonly name: string;
    readonly isNow: boolean;
  }[];
  /** Announcements since the last visit, by section. */
  readonly news: Readonly<Record<string, number>>;
  readonly classmates: readonly {
    readonly id: number;
    readonly first_name: string;
    readonly last_name: string;
    readonly photo: string | null;
  }[];
  readonly classmate_total: number;
  readonly shows_grades: boolean;
}

interface Overview extends AroundRow {
  readonly sections: readonly SectionRow[];
  readonly results: readonly ResultRow[];
  readonly own: OwnRow | undefined;
}

/** The statement's row, whose parts of sections are combined here. */
interface OverviewRow extends AroundRow {
  readonly sections: readonly (Omit<
    AsJson<SectionRow>,
    'term' | 'teachers' | 'meetings' | 'parts' | 'imported_at'
  > & { readonly term_code: string; readonly term_name: string })[];
  readonly teachers: readonly (SectionRow['teachers'][number] & { readonly section: number })[];
  readonly meetings: readonly (SectionRow['meetings'][number] & { readonly section: number })[];
  readonly parts: readonly (SectionRow['parts'][number] & {
    readonly sections: readonly number[];
  })[];
  readonly imported_at: Date | null;
  /** Columns of the results, because there are many. */
  readonly results: readonly [
    section: readonly number[] | null,
    part: readonly (number | null)[] | null,
    dueAt: readonly (string | null)[] | null,
    points: readonly (number | null)[] | null,
    state: readonly ResultRow['state'][] | null,
    score: readonly (number | null)[] | null,
    gradedAt: readonly (string | null)[] | null,
    arrivedAt: readonly (string | null)[] | null,
  ];
  readonly own: Parameters<typeof ownOfJson>[0];
}

const sectionsOfOverview = (row: OverviewRow): SectionRow[] =>
  row.sections.map(({ term_code: code, term_name: name, ...section }) => {
    const id = Number(section.id);
    return {
      ...section,
      term: { code, name },
      teachers: row.teachers.filter((one) => one.section === id),
      meetings: row.meetings.filter((one) => one.section === id),
      parts: row.parts.filter(({ sections }) => sections.includes(id)),
      seen_at: instantOf(section.seen_at),
      imported_at: row.imported_at,
    };
  });

const resultsOfColumns = ([
  sections,
  parts,
  dueAt,
  points,
  states,
  scores,
  gradedAt,
  arrivedAt,
]: OverviewRow['results']): ResultRow[] =>
  (sections ?? []).map((section, at) => ({
    section: String(section),
    part: textOf(parts?.[at]),
    due_at: instantOf(dueAt?.[at] ?? null),
    points: points?.[at] ?? null,
    state: states?.[at] ?? null,
    score: scores?.[at] ?? null,
    graded_at: instantOf(gradedAt?.[at] ?? null),
    arrived_at: instantOf(arrivedAt?.[at] ?? null),
  }));

/** Returns a person's courses in a term, with results and related data. Calls `server/database/functions/meeting_series.sql`. */
export const selectOverview = async (
  db: Db,
  which: SectionScope,
  kinds: readonly LmsKindOfContent[],
): Promise<Overview> => {
  const { me, now, term } = which;
  const row = await first(
    db,
    sql<OverviewRow>`
    with p as materialized (${ownSections(me, now)}),
    o as materialized (select q.*, c.code as course_code, c.number, c.title, c.description, v.seen_at, j.course as lms_course
      from (${term === undefined ? ofCurrentTerms(sql`p`, now) : sql`select * from p where term_code = ${term}`}) as q
      join courses c on c.school_id = q.school_id and c.id = q.course_id
      left join course_visits v on v.school_id = q.school_id and v.user_id = ${me}::bigint and v.course = q.section_id::text
      left join lms_joins j on j.school_id = q.school_id and j.user_id = ${me}::bigint and j.section_id = q.section_id),
    asked as materialized (select a.id, a.section_id, a.category_id, a.due_at, a.points, o.role from o
      join course_assignments a on a.school_id = o.school_id and a.section_id = o.section_id and a.is_active),
    known as materialized (select u.id, u.first_name, u.last_name, u.photo from connected k join users u on u.id = k.other_id and not u.is_disabled
      where k.user_id = ${me}::bigint and exists (select from o join section_members g on g.school_id = o.school_id and g.section_id = o.section_id
        where g.user_id = k.other_id and g.is_active and g.role = 'student' and o.role = 'student'))
    select coalesce((select json_agg(x) from (select section_id::text as id, code, role, section, course_code, number, title, description, zone,
        term_code, term_name, seen_at, lms_course from o order by role <> 'student', number, code) as x), '[]') as sections,
      coalesce((select json_agg(json_build_object('section', o.section_id, 'uid', ${namedId(me)}, 'name', ${fullName}) order by fold(u.last_name), u.id)
        from o join section_members g on g.school_id = o.school_id and g.section_id = o.section_id and g.role = 'teacher' and g.is_active
          join users u on u.school_id = g.school_id and u.id = g.user_id and not u.is_disabled), '[]') as teachers,
      coalesce((select json_agg(json_build_object('section', o.section_id, 'series', meeting_series(m, t), 'room', m.room, 'kind', m.kind))
        from o join terms t on t.school_id = o.school_id and t.id = o.term_id
          join section_meetings m on m.school_id = o.school_id and m.section_id = o.section_id where ${isSoon(now)}), '[]') as meetings,
      coalesce((select json_agg(json_build_object('id', g.id::text, 'title', g.title, 'weight', g.weight, 'dropLowest', g.drop_lowest, 'sections', k.sections)
          order by g.weight desc nulls last, g.title, g.id)
        from (select d.category_id, array_agg(d.section_id) as sections from (select distinct category_id, section_id from asked) as d group by d.category_id) as k
          join course_categories g on g.id = k.category_id and g.is_active), '[]') as parts,
      (select imported_at from course_feeds) as imported_at,
      (select json_build_array(array_agg(a.section_id), array_agg(a.category_id), array_agg(a.due_at), array_agg(a.points), array_agg(r.state),
          array_agg(r.score), array_agg(r.graded_at), array_agg(r.arrived_at))
        from asked a join course_results r on r.user_id = ${me}::bigint and r.assignment_id = a.id where a.role = 'student') as results,
      coalesce((select json_agg(json_build_object('code', x.term_code, 'name', x.term_name, 'isNow', x.is_now) order by x.starts_on desc, x.term_code)
        from (select distinct term_id, term_code, term_name, is_now, starts_on from p) as x), '[]') as terms,
      coalesce((select json_object_agg(x.section_id, x.n) from (select n.section_id, count(*)::int as n
        from o join course_announcements n on n.school_id = o.school_id and n.section_id = o.section_id and n.is_active
        where n.posted_at <= ${now}::timestamptz and n.posted_at > coalesce(o.seen_at, ${now}::timestamptz - interval '14 days') and n.author_id is distinct from ${me}::bigint
        group by n.section_id) as x), '{}') as news,
      coalesce((select json_agg(k) from (select * from known order by fold(last_name), id limit 4) as k), '[]') as classmates,
      (select count(*)::int from known) as classmate_total,
      coalesce((select c.shows_grades from course_preferences c where c.user_id = ${me}::bigint), false) as shows_grades,
      (select row_to_json(x) from (${ownOf(me, kinds)}) as x) as own`,
  );
  // Without a table, the statement returns one row.
  if (row === undefined) throw new Error('no row');
  return {
    ...row,
    sections: sectionsOfOverview(row),
    results: resultsOfColumns(row.results),
    own: ownOfJson(row.own),
  };
};

/** Selects the due work in a person's courses of the current terms, with the courses, without teachers and meetings. */
export const selectDueList = async (
  db: Db,
  which: SectionScope,
  due: DueRange,
  kinds: readonly LmsKindOfContent[],
): Promise<{ sections: SectionRow[]; work: WorkRow[]; own: OwnRow | undefined }> => {
  const row = await first(
    db,
    sql<{
      readonly sections: readonly AsJson<SectionRow>[];
      readonly work: readonly AsJson<WorkRow>[];
      readonly own: Parameters<typeof ownOfJson>[0];
    }>`
    with o as materialized (${chosen(which)}),
    work as materialized (${workOf(which, sql`o`, due)})
    select coalesce((select json_agg(x) from (${sectionsOf(which, sql`o`, {
      teachers: none,
      meetings: none,
      parts: partsOf(sql`select w.part::bigint from work w where w.section = o.section_id::text`),
    })}) as x), '[]') as sections,
      coalesce((select json_agg(w) from work w), '[]') as work,
      (select row_to_json(x) from (${ownOf(which.me, kinds)}) as x) as own`,
  );
  if (row === undefined) throw new Error('no row');
  return {
    sections: sectionsOfJson(row.sections),
    work: row.work.map((one) => ({
      ...one,
      due_at: instantOf(one.due_at),
      submitted_at: instantOf(one.submitted_at),
      graded_at: instantOf(one.graded_at),
      arrived_at: instantOf(one.arrived_at),
    })),
    own: ownOfJson(row.own),
  };
};
