import { sql, type RawBuilder } from 'kysely';
import type { AssignmentKind } from '#contract/courses/kinds.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { chunkPeople, insertEvent } from '../../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { first, many } from '../../../kernel/sql.ts';
import { isCopied } from '../lms/lms.queries.ts';

/** Hours between a reminder and the due date. */
const hoursBefore = 24;

/** Reminds people of unsubmitted work that is due within a day: once for each due date, even with several servers. */
export const remindOfDue: MaintenanceTask = async (db, now, school) => {
  const until = new Date(now.getTime() + hoursBefore * 3_600_000);
  const ofSchool = await many(
    db,
    sql<{ item: string; people: number[] }>`with told as (
      insert into course_reminders (school_id, user_id, item, due_at)
      select m.school_id, m.user_id, a.id::text, a.due_at from course_assignments a
        join course_sections s on s.school_id = a.school_id and s.id = a.section_id and s.is_active
        join section_members m on m.school_id = a.school_id and m.section_id = a.section_id and m.role = 'student' and m.is_active
        join users u on u.school_id = m.school_id and u.id = m.user_id and not u.is_disabled
      where a.is_active and a.due_at > ${now} and a.due_at <= ${until}
        and not exists (select from course_results r where r.school_id = a.school_id and r.user_id = m.user_id and r.assignment_id = a.id
          and r.state in ('submitted', 'graded', 'excused'))
        and not ${isCopied(sql`m.user_id`, sql`m.section_id`, { isRead: true })}
      on conflict do nothing returning user_id, item)
    select item, array_agg(user_id order by user_id) as people from told group by item`,
  );
  for (const { item, people } of ofSchool)
    for (const group of chunkPeople(people))
      await insertEvent(db, school, null, 'course_work_due', { item, people: group });
  const ofSystem = await many(
    db,
    sql<{ user: number; items: string[] }>`with told as (
      insert into course_reminders (school_id, user_id, item, due_at)
      select d.school_id, d.user_id, 'lms-' || d.course || '-' || d.item, d.due_at from lms_due d
        join lms_grants g on g.school_id = d.school_id and g.user_id = d.user_id and g.ended_at is null
        join users u on u.school_id = d.school_id and u.id = d.user_id and not u.is_disabled
        join lms_systems y on y.school_id = d.school_id and y.is_on
      where not d.is_done and d.due_at > ${now} and d.due_at <= ${until}
      on conflict do nothing returning user_id, item)
    select user_id as "user", array_agg(item order by item) as items from told group by user_id`,
  );
  for (const { user, items } of ofSystem)
    await insertEvent(db, school, null, 'lms_work_due', { user, items });
  const removed =
    await sql`delete from course_reminders where due_at < ${now}::timestamptz - interval '30 days'`.execute(
      db,
    );
  return Number(removed.numAffectedRows ?? 0);
};

export interface NearRow {
  readonly kind: AssignmentKind;
  readonly title: string;
  readonly number: string;
  readonly section: string;
  /** The people to remind. */
  readonly people: readonly number[];
}

/** Returns whether work is still due at the time of the reminder about `item`, because it may have been moved. */
const isStillDue = (
  user: RawBuilder<unknown>,
  item: RawBuilder<unknown>,
  dueAt: RawBuilder<unknown>,
) =>
  sql`exists (select from course_reminders e where e.user_id = ${user} and e.item = ${item} and e.due_at = ${dueAt})`;

/**
 * Selects the content and recipients of a reminder about the school's assignment, without people who have submitted it since. Undefined if
 * it was deleted, moved or is over.
 */
export const selectNear = (
  db: Db,
  assignment: number,
  people: readonly number[],
  now: Date,
): Promise<NearRow | undefined> =>
  first(
    db,
    sql<NearRow>`select a.kind, a.title, c.number, a.section_id::text as section, array(
        select m.user_id from section_members m where m.section_id = a.section_id and m.user_id = any(${people as number[]}::bigint[])
          and m.role = 'student' and m.is_active and ${isStillDue(sql`m.user_id`, sql`a.id::text`, sql`a.due_at`)}
          and not exists (select from course_results r where r.school_id = a.school_id and r.user_id = m.user_id and r.assignment_id = a.id
            and r.state in ('submitted', 'graded', 'excused'))
        order by 1) as people
      from course_assignments a
      join course_sections s on s.school_id = a.school_id and s.id = a.section_id join courses c on c.school_id = s.school_id and c.id = s.course_id
    where a.id = ${assignment} and a.is_active and s.is_active and a.due_at > ${now}`,
  );

export interface NearCopyRow {
  readonly kind: AssignmentKind;
  readonly course: string;
  readonly item: string;
  readonly title: string;
}

/** Selects the same from a person's copies. Titles are encrypted. */
export const selectNearCopies = (
  db: Db,
  user: number,
  items: readonly string[],
  now: Date,
): Promise<NearCopyRow[]> =>
  many(
    db,
    sql<NearCopyRow>`select d.kind, d.course, d.item, d.title from lms_due d
    where d.user_id = ${user} and not d.is_done and d.due_at > ${now} and 'lms-' || d.course || '-' || d.item = any(${items as string[]}::text[])
      and ${isStillDue(sql`d.user_id`, sql`'lms-' || d.course || '-' || d.item`, sql`d.due_at`)}`,
  );
