import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { many } from '../../../kernel/sql.ts';

/** Maximum number of people to notify. Hundreds of notifications don't help an office with hundreds of people. */
const notifiedMax = 200;

const idsOf = async (rows: Promise<{ id: number }[]>): Promise<number[]> =>
  (await rows).map(({ id }) => id);

/**
 * Returns the people who can decide a submission's step now, except its submitter: chosen people, people in its role or position, and
 * approval managers if they were asked too.
 */
export const selectReviewers = (db: Db, submission: number, position: number) =>
  idsOf(
    many(
      db,
      sql<{ id: number }>`
      with assignees as (select * from approval_assignees where submission_id = ${submission} and position = ${position})
      select u.id from (
        select a.user_id as id from assignees a
        union select g.user_id from assignees a join current_grants g on g.role_id = a.role_id and g.scope_id = a.scope_id
        union select m.id from ${managers} as m where exists (select from assignees a where a.user_id is null and a.role_id is null)
      ) as r join users u on u.id = r.id and not u.is_disabled
      where u.id is distinct from (select submitter_id from approval_submissions where id = ${submission})
      order by u.id limit ${notifiedMax}`,
    ),
  );

/** People who manage approvals: admins, and people with a role that has this permission. */
const managers = sql`(
    select id from users where is_admin
    union select g.user_id from roles r join current_grants g on g.school_id = r.school_id and g.role_id = r.id and g.scope_id = 0
    where r.scope = 'school' and 'approvals.manage' = any(r.permissions))`;

/** Adds approval managers to a step that no one else can decide. */
export const insertManagers = async (
  db: Db,
  school: SchoolId,
  { submission, position, now }: { submission: number; position: number; now: Date },
): Promise<void> => {
  await sql`insert into approval_assignees (school_id, submission_id, position, number, waiting_since)
    select ${school}, ${submission}, ${position}, coalesce(max(number), 0) + 1, ${now}::timestamptz
    from approval_assignees where submission_id = ${submission} and position = ${position}
    having not coalesce(bool_or(user_id is null and role_id is null), false)`.execute(db);
};

/** Allows the submitter to decide, because no one else can. */
export const updateMayDecideOwn = async (db: Db, submission: number): Promise<void> => {
  await sql`update approval_submissions set may_decide_own = true where id = ${submission}`.execute(
    db,
  );
};

/** A submission whose reviewers need a reminder. */
export interface DueRow {
  id: number;
  step: number;
  title: string;
  version: number;
  submitter_id: number | null;
}

/** Returns up to `limit` submissions with a due reminder, and schedules the next reminder of each. */
export const updateReminded = (db: Db, now: Date, limit: number): Promise<DueRow[]> =>
  many(
    db,
    sql<DueRow>`update approval_submissions s set remind_at = ${now}::timestamptz + s.reminder_days * interval '1 day'
    where s.id in (select id from approval_submissions where remind_at <= ${now} order by remind_at limit ${limit} for update skip locked)
    returning s.id, s.step, s.title, s.version, s.submitter_id`,
  );
