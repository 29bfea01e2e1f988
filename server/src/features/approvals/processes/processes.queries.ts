import { sql } from 'kysely';
import type { ReviewerKind } from '#contract/approvals/kinds.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first, many } from '../../../kernel/sql.ts';
import { personSummary, type PersonSummaryRow } from '../../people/summary/summary.queries.ts';

/** The steps of a kind with their reviewers. */
export interface ProcessRow {
  kind: string;
  reminder_days: number | null;
  version: number;
  steps: {
    name: string;
    reviewers: ReviewerKind;
    role: { id: number; name: string } | null;
    people: PersonSummaryRow[];
  }[];
}

/** Selects the processes that the school has changed. */
export const selectProcesses = (db: Db, kinds: readonly string[]): Promise<ProcessRow[]> =>
  many(
    db,
    sql<ProcessRow>`
    select p.kind, p.reminder_days, p.version, coalesce((
      select jsonb_agg(jsonb_build_object('name', t.name, 'reviewers', t.reviewers,
        'role', case when r.id is not null then jsonb_build_object('id', r.id, 'name', r.name) end,
        'people', (
          select coalesce(jsonb_agg(${personSummary('u')}
            order by u.sort_name, u.id), '[]')
          from approval_step_people m join users u on u.school_id = m.school_id and u.id = m.user_id
          where m.kind = t.kind and m.position = t.position)) order by t.position)
      from approval_steps t left join roles r on r.school_id = t.school_id and r.id = t.role_id
      where t.kind = p.kind), '[]') as steps
    from approval_processes p where p.kind = any(${kinds as string[]}::text[])`,
  );

/** Selects roles of the school and positions in clubs, which can review a step. */
export const selectReviewerRoles = (db: Db) =>
  many(
    db,
    sql<{ id: number; name: string; scope: 'school' | 'club' }>`
    select id, name, scope from roles where scope in ('school', 'club') order by position, lower(name), id`,
  );

/** Increments the version of a process that is still at `version`, and locks it. Returns false if someone else has changed it since. */
export const upsertProcess = async (
  db: Db,
  school: SchoolId,
  kind: string,
  version: number,
  reminderDays: number | null,
): Promise<boolean> =>
  (await first(
    db,
    version === 0
      ? sql`insert into approval_processes (school_id, kind, reminder_days) values (${school}, ${kind}, ${reminderDays}::int)
          on conflict do nothing returning version`
      : sql`update approval_processes set version = version + 1, reminder_days = ${reminderDays}::int
          where kind = ${kind} and version = ${version} returning version`,
  )) !== undefined;

/** A stored step. */
export interface NewStep {
  readonly name: string;
  readonly reviewers: ReviewerKind;
  readonly role: number | null;
  readonly people: readonly number[];
}

/** Replaces the steps of a locked process. Omits roles of another scope and unknown people. */
export const replaceSteps = async (
  db: Db,
  school: SchoolId,
  kind: string,
  steps: readonly NewStep[],
): Promise<void> => {
  await sql`delete from approval_steps where kind = ${kind}`.execute(db);
  await sql`
    with given as (
      select (row_number() over () - 1)::int as position, g.* from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
        as g (name text, reviewers text, role bigint, people jsonb)
    ), made as (
      insert into approval_steps (school_id, kind, position, name, reviewers, role_id)
      select ${school}, ${kind}, g.position, g.name, g.reviewers, r.id
      from given g left join roles r on r.id = g.role and r.scope = case g.reviewers when 'role' then 'school' when 'position' then 'club' end
      returning position
    )
    insert into approval_step_people (school_id, kind, position, user_id)
    select distinct ${school}::int, ${kind}, g.position, u.id from given g cross join lateral jsonb_array_elements_text(g.people) as p
      join users u on u.id = p::bigint and not u.is_disabled
    where g.reviewers = 'people' and g.position in (select position from made)`.execute(db);
};
