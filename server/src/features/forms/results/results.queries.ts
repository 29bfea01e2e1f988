import { sql, type RawBuilder } from 'kysely';
import type { FormAnswers } from '#contract/forms/definition.ts';
import { formLimits } from '#contract/forms/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { isNamed } from '../../people/privacy/privacy.queries.ts';
import type { WholeUploadRow } from '../../uploads/uploads.views.ts';
import { personSummary } from '../../people/summary/summary.queries.ts';

/** Keeps only the answers that chose this option of a question. */
export interface ResultFilter {
  readonly question: string;
  readonly option: string;
}

/** Selects the answers to a form as rows `entry`, anonymous or not. */
const entriesOf = (form: number, filter: ResultFilter | null): RawBuilder<unknown> => sql`
  select entry.answers from (
    select a.answers from form_responses a where a.form_id = ${form}
    union all select e -> 'answers' from form_pools p cross join jsonb_array_elements(p.answers) as e where p.form_id = ${form}
  ) as entry ${filter === null ? sql`` : sql`where entry.answers -> ${filter.question}::text -> 'options' @> to_jsonb(${filter.option}::text)`}`;

/** Returns the number of answers to a form, and the number that match a filter. */
export const countEntries = async (
  db: Db,
  form: number,
  filter: ResultFilter | null,
): Promise<{ all: number; shown: number }> =>
  (await first(
    db,
    sql<{ all: number; shown: number }>`
    select (select count(*)::int from (${entriesOf(form, null)}) as a) as all, (select count(*)::int from (${entriesOf(form, filter)}) as a) as shown`,
  )) ?? { all: 0, shown: 0 };

/** One distinct answer to a question, and its number. */
export interface CountedRow {
  question: string;
  part: 'option' | 'other' | 'person' | 'file' | 'text' | 'number';
  value: string;
  n: number;
  /** The number of distinct answers of this part. */
  different: number;
}

/** Selects the answers to each question, most frequent first, limited to the displayed number. */
export const selectCounted = (
  db: Db,
  form: number,
  filter: ResultFilter | null,
): Promise<CountedRow[]> =>
  many(
    db,
    sql<CountedRow>`
    with given as materialized (
      select e.key as question, e.value as answer, jsonb_typeof(e.value) as kind
      from (${entriesOf(form, filter)}) as entry cross join jsonb_each(entry.answers) as e
    ), parts as (
      select question, 'option' as part, o as value from given cross join jsonb_array_elements_text(answer -> 'options') as o
        where kind = 'object' and answer ? 'options'
      union all select question, 'other', answer ->> 'other' from given where kind = 'object' and answer ->> 'other' is not null
      union all select question, 'person', answer ->> 'person' from given where kind = 'object' and answer ? 'person'
      union all select question, 'file', f from given cross join jsonb_array_elements_text(answer -> 'files') as f
        where kind = 'object' and answer ? 'files'
      union all select question, case kind when 'number' then 'number' else 'text' end, answer #>> '{}' from given where kind <> 'object'
    ), counted as (
      select question, part, value, count(*)::int as n, (count(*) over (partition by question, part))::int as different,
        row_number() over (partition by question, part order by count(*) desc, value) as nth
      from parts group by question, part, value
    )
    select question, part, value, n, different from counted where nth <= ${formLimits.values} order by question, part, nth`,
  );

/** Selects how many people answered each question, and the average of numbers. */
export const selectAnswered = (
  db: Db,
  form: number,
  filter: ResultFilter | null,
): Promise<{ question: string; n: number; average: number | null }[]> =>
  many(
    db,
    sql<{ question: string; n: number; average: number | null }>`
    select e.key as question, count(*)::int as n,
      avg(case when jsonb_typeof(e.value) = 'number' then (e.value #>> '{}')::float8 end) as average
    from (${entriesOf(form, filter)}) as entry cross join jsonb_each(entry.answers) as e group by e.key`,
  );

/** Selects the names of people in answers, as far as the viewer can see them. */
export const selectNames = async (
  db: Db,
  viewer: number,
  people: readonly number[],
): Promise<ReadonlyMap<string, string>> => {
  if (people.length === 0) return new Map();
  const rows = await many(
    db,
    sql<{ id: number; name: string }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name from users u where u.id = any(${people as number[]}::bigint[]) and ${isNamed(viewer, sql`u`)}`,
  );
  return new Map(rows.map(({ id, name }) => [String(id), name]));
};

/** Selects the files in answers to a form. */
export const selectFormFiles = async (
  db: Db,
  form: number,
  uploads: readonly number[],
): Promise<WholeUploadRow[]> => {
  if (uploads.length === 0) return [];
  return many(
    db,
    sql<WholeUploadRow>`select u.id, u.name, u.size, u.type, u.width, u.height
    from uploads u where u.id = any(${uploads as number[]}::bigint[])
      and exists (select from form_files n where n.upload_id = u.id and n.form_id = ${form}) order by u.id`,
  );
};

/** A person's answers. */
export interface AnswerRow {
  id: number;
  revision: number;
  answers: FormAnswers;
  responded_at: Date;
  person: { id: number; first_name: string; last_name: string; photo: string | null } | null;
}
/** The end of the previous page: the time and the id of its last answers. */
export type AnswerCursor = readonly [Date, number];

/** Selects answers with their people, newest first. */
export const selectAnswers = (
  db: Db,
  form: number,
  after: AnswerCursor | null,
  size: number,
): Promise<AnswerRow[]> =>
  many(
    db,
    sql<AnswerRow>`select a.id, a.revision, a.answers, a.responded_at,
      case when u.id is not null then ${personSummary('u')} end as person
    from form_responses a left join users u on u.school_id = a.school_id and u.id = a.user_id and not u.is_disabled
    where a.form_id = ${form} ${after === null ? sql`` : sql`and (a.responded_at, a.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`}
    order by a.responded_at desc, a.id desc limit ${sql.lit(size)}`,
  );

/** Selects some people's answers. */
export const selectAnswersOf = (
  db: Db,
  form: number,
  people: readonly number[],
): Promise<(Pick<AnswerRow, 'revision' | 'answers'> & { id: number; user_id: number })[]> =>
  many(
    db,
    sql<Pick<AnswerRow, 'revision' | 'answers'> & { id: number; user_id: number }>`
    select id, user_id, revision, answers from form_responses where form_id = ${form} and user_id = any(${people as number[]}::bigint[])`,
  );

/** Selects the anonymous answers to a form, in the random order in which they are stored. */
export const selectPool = async (db: Db, form: number): Promise<FormAnswers[]> => {
  const rows = await many(
    db,
    sql<{ answers: FormAnswers }>`select e -> 'answers' as answers
    from form_pools p cross join jsonb_array_elements(p.answers) with ordinality as x (e, position) where p.form_id = ${form} order by x.position`,
  );
  return rows.map(({ answers }) => answers);
};
