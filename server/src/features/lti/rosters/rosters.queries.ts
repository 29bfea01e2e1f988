import { sql } from 'kysely';
import type { RosterProblem } from '#contract/lti/kinds.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { eventOfRows } from '../../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { first, many } from '../../../kernel/sql.ts';
import { listedElsewhere, type ContextRow } from '../lti.queries.ts';

/** An LMS course with the name of its LMS. */
export interface NamedContextRow extends ContextRow {
  readonly platform: string;
}

/** Returns the LMS courses that are connected to a section, by the LMS's name. */
export const selectOfSection = (db: Db, section: number): Promise<NamedContextRow[]> =>
  many(
    db,
    sql<NamedContextRow>`select c.*, p.name as platform from lti_contexts c
      join lti_platforms p on p.school_id = c.school_id and p.id = c.platform_id and p.is_on
    where c.section_id = ${section} order by p.name, c.id limit 20`,
  );

/**
 * Claims the right to read a roster now. Returns nothing if another reading is running or was started since
 * `triedBefore`.
 */
export const acquireLease = (
  db: Db,
  id: number,
  { lease, until, now, triedBefore }: { lease: string; until: Date; now: Date; triedBefore: Date },
): Promise<ContextRow | undefined> =>
  first(
    db,
    sql<ContextRow>`update lti_contexts set lease = ${lease}, leased_until = ${until}, attempted_at = ${now}, queued_at = null
    where id = ${id} and section_id is not null and (leased_until is null or leased_until <= ${now})
      and (attempted_at is null or attempted_at <= ${triedBefore}) returning *`,
  );

/** Returns the course if this reading still has its claim and the section is the same. Locks it. */
export const holdLease = (db: Db, row: ContextRow): Promise<ContextRow | undefined> =>
  first(
    db,
    sql<ContextRow>`select * from lti_contexts where id = ${row.id} and lease = ${row.lease} and section_id = ${row.section_id} for update`,
  );

export const updateRead = async (
  db: Db,
  id: number,
  lease: string,
  outcome:
    | { readonly at: Date; readonly listed: number; readonly unknown: number }
    | { readonly problem: RosterProblem },
): Promise<void> => {
  const set =
    'problem' in outcome
      ? sql`problem = ${outcome.problem}, failures = failures + 1`
      : sql`read_at = ${outcome.at}, listed = ${outcome.listed}, unknown = ${outcome.unknown}, problem = null, failures = 0`;
  await sql`update lti_contexts set ${set}, lease = null, leased_until = null where id = ${id} and lease = ${lease}`.execute(
    db,
  );
};

/**
 * Marks people who are missing from a roster as not listed: they match none of its users, and their own LMS users are
 * missing too.
 */
export const markUnlisted = async (
  db: Db,
  context: number,
  people: readonly number[],
  unknown: readonly string[],
): Promise<void> => {
  await sql`update lti_members m set is_listed = false where m.context_id = ${context} and m.is_listed
    and not exists (select from unnest(${people as number[]}::bigint[]) as p (id) where p.id = m.user_id)
    and not exists (select from unnest(${unknown as string[]}::text[]) as u (subject) where u.subject = m.subject)`.execute(
    db,
  );
};

/**
 * Returns the people that an LMS course added and no longer lists, except those that another course of the same section
 * lists.
 */
export const selectUnlisted = async (db: Db, context: number, section: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select m.user_id as id from lti_members m where m.context_id = ${context} and not m.is_listed
      and not exists (${listedElsewhere(sql`m.user_id`, sql`${section}::bigint`)})`,
    )
  ).map(({ id }) => id);

/** Maximum number of a school's rosters in one hourly round. */
const eachRound = 5_000;

/** Hours after which a queued course that wasn't read is queued again. */
const queuedHours = 6;

/**
 * Queues rosters that were last read an hour ago. After failures, the delay grows up to a day. Courses that no one has
 * opened for a month are skipped, and so are courses that are already in the queue, for some hours. One statement
 * queues all of them.
 */
export const queueRosters: MaintenanceTask = async (db, now, school) => {
  await sql`with due as (
    select c.id from lti_contexts c join lti_platforms p on p.school_id = c.school_id and p.id = c.platform_id and p.is_on
    where c.section_id is not null and c.memberships_url is not null and c.seen_at > ${now}::timestamptz - interval '30 days'
      and (c.queued_at is null or c.queued_at < ${now}::timestamptz - ${queuedHours} * interval '1 hour')
      and (c.attempted_at is null or c.attempted_at < ${now}::timestamptz - least(1440, 50 * power(2, least(c.failures, 8))) * interval '1 minute')
    order by c.attempted_at nulls first limit ${eachRound}
    ),
    queued as (update lti_contexts c set queued_at = ${now} from due where c.id = due.id returning c.id)
    ${eventOfRows({ school: { school_id: school }, actor: { kind: 'job' } }, 'lti_roster_due', { course: sql`id` }, sql`queued`)}`.execute(
    db,
  );
  return 0;
};
