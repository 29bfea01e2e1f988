import { sql } from 'kysely';
import type { RosterProblem } from '#contract/lti/kinds.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { eventOfRows } from '../../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { first, many } from '../../../kernel/sql.ts';
import { listedElsewhere, type ContextRow } from '../lti.queries.ts';

/** A course of a platform, with the platform's name. */
export interface NamedContextRow extends ContextRow {
  readonly platform: string;
}

/** Selects the courses of platforms that are connected to a section, by the name of the platform. */
export const selectOfSection = (db: Db, section: number): Promise<NamedContextRow[]> =>
  many(
    db,
    sql<NamedContextRow>`select c.*, p.name as platform from lti_contexts c
      join lti_platforms p on p.school_id = c.school_id and p.id = c.platform_id and p.is_on
    where c.section_id = ${section} order by p.name, c.id limit 20`,
  );

/** Claims the reading of a roster, unless it is being read or was tried since `triedBefore`. */
export const takeLease = (
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

/** Locks the course and returns it if this reading still holds the claim and the section is the same. */
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

/** Marks the people that a roster no longer lists. Those who match a listed person, or a listed person without a match, stay. */
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

/** Selects people that a course added and no longer lists, except those that another course of the same section lists. */
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

/** Maximum number of rosters that are queued for a school in an hour. */
const eachRound = 5_000;

/** Hours after which a course that was queued but not read is queued again. */
const queuedHours = 6;

/**
 * Queues the rosters that were read an hour ago. After failures the interval grows up to a day. Courses that no one opened for a month are
 * skipped, and waiting courses for some hours. One statement queues all of them.
 */
export const takeUpRosters: MaintenanceTask = async (db, now, school) => {
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
