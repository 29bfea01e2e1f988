import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { first } from '../../../kernel/sql.ts';
import type { LmsKindOfContent } from '../lms/connector.ts';
import { ownOf, ownOfJson, type OwnRow } from '../lms/lms.queries.ts';
import {
  chosen,
  meetingsOf,
  none,
  partsOf,
  sectionsOf,
  teachersOf,
  workOf,
  type Due,
  type SectionRow,
  type Which,
  type WorkRow,
} from './work.queries.ts';

/*
 * All that a page of several courses shows, in one statement: what they have in common, the sections of somebody, is found once. What
 * comes as rows elsewhere comes as JSON here, whose instants are text.
 */

type AsJson<T> = { [K in keyof T]: Date extends T[K] ? Exclude<T[K], Date> | string : T[K] };

const instantOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

const sectionsOfJson = (rows: readonly AsJson<SectionRow>[]): SectionRow[] =>
  rows.map((row) => ({
    ...row,
    seen_at: instantOf(row.seen_at),
    fed_at: instantOf(row.fed_at),
  }));

/** What became of something that counts: what the overview needs of it. */
export type ResultRow = Pick<
  WorkRow,
  'section' | 'part' | 'due_at' | 'points' | 'state' | 'score' | 'graded_at'
>;

/** Beside courses and results: terms of one's own, news, classmates one knows, choices. */
export interface AroundRow {
  readonly terms: readonly {
    readonly code: string;
    readonly name: string;
    readonly isNow: boolean;
  }[];
  /** Announcements since the course was looked at, by section. */
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

/** Somebody's courses of a term with their results and what stands around them. */
export const selectOverview = async (
  db: Db,
  which: Which,
  kinds: readonly LmsKindOfContent[],
): Promise<Overview> => {
  const { me, now } = which;
  const row = await first(
    db,
    sql<
      AroundRow & {
        readonly sections: readonly AsJson<SectionRow>[];
        readonly results: readonly AsJson<ResultRow>[];
        readonly own: Parameters<typeof ownOfJson>[0];
      }
    >`
    with o as materialized (${chosen(which)}),
    asked as materialized (select a.id, a.section_id, a.category_id, a.due_at, a.points, o.role from o
      join course_assignments a on a.school_id = o.school_id and a.section_id = o.section_id and a.is_active),
    categories as materialized (select distinct section_id, category_id from asked),
    own_terms as (select distinct s.term_id from section_members m join course_sections s on s.school_id = m.school_id and s.id = m.section_id
      where m.user_id = ${me}::bigint and m.is_active and s.is_active),
    known as materialized (select u.id, u.first_name, u.last_name, u.photo from connected k join users u on u.id = k.other_id and not u.is_disabled
      where k.user_id = ${me}::bigint and exists (select from o join section_members g on g.school_id = o.school_id and g.section_id = o.section_id
        where g.user_id = k.other_id and g.is_active and g.role = 'student' and o.role = 'student'))
    select coalesce((select json_agg(x) from (${sectionsOf(which, sql`o`, {
      teachers: teachersOf(me),
      meetings: meetingsOf(now),
      parts: partsOf(sql`select a.category_id from categories a where a.section_id = o.section_id`),
    })}) as x), '[]') as sections,
      coalesce((select json_agg(json_build_object('section', a.section_id::text, 'part', a.category_id::text, 'due_at', a.due_at, 'points', a.points,
          'state', r.state, 'score', r.score, 'graded_at', r.graded_at))
        from asked a join course_results r on r.user_id = ${me}::bigint and r.assignment_id = a.id where a.role = 'student'), '[]') as results,
      coalesce((select json_agg(json_build_object('code', t.code, 'name', t.name,
          'isNow', (${now}::timestamptz at time zone t.time_zone)::date between t.starts_on and t.ends_on) order by t.starts_on desc, t.code)
        from terms t where t.id in (select term_id from own_terms)), '[]') as terms,
      coalesce((select json_object_agg(x.section_id, x.n) from (select n.section_id, count(*)::int as n
        from o join course_announcements n on n.school_id = o.school_id and n.section_id = o.section_id and n.is_active
          left join course_visits v on v.school_id = o.school_id and v.user_id = ${me}::bigint and v.course = o.section_id::text
        where n.posted_at <= ${now}::timestamptz and n.posted_at > coalesce(v.seen_at, ${now}::timestamptz - interval '14 days') and n.author_id is distinct from ${me}::bigint
        group by n.section_id) as x), '{}') as news,
      coalesce((select json_agg(k) from (select * from known order by fold(last_name), id limit 4) as k), '[]') as classmates,
      (select count(*)::int from known) as classmate_total,
      coalesce((select c.shows_grades from course_choices c where c.user_id = ${me}::bigint), false) as shows_grades,
      (select row_to_json(x) from (${ownOf(me, kinds)}) as x) as own`,
  );
  // Without a table to come from, the statement answers one row.
  if (row === undefined) throw new Error('no row');
  return {
    ...row,
    sections: sectionsOfJson(row.sections),
    results: row.results.map((one) => ({
      ...one,
      due_at: instantOf(one.due_at),
      graded_at: instantOf(one.graded_at),
    })),
    own: ownOfJson(row.own),
  };
};

/** What is due in somebody's courses of the terms under way, with the courses it is of. Neither teachers nor meetings. */
export const selectDueList = async (
  db: Db,
  which: Which,
  due: Due,
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
    })),
    own: ownOfJson(row.own),
  };
};
