import { sql } from 'kysely';
import { courseLimits, type AssignmentKind, type LmsKind } from '#contract/courses/kinds.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { insertEvent } from '../../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { changed, first, many } from '../../../kernel/sql.ts';
import type { LmsKindOfContent } from './connector.ts';

export interface SystemRow {
  readonly kind: LmsKind;
  readonly name: string;
  readonly base_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly is_on: boolean;
  readonly generation: number;
}

export const selectSystem = (db: Db): Promise<SystemRow | undefined> =>
  first(
    db,
    sql<SystemRow>`select kind, name, base_url, client_id, client_secret, is_on, generation from lms_systems`,
  );

/** A copy as it is stored. */
export interface CopyRow {
  readonly resource: string;
  readonly etags: string[];
  readonly content: string;
}

/** The school's system and how somebody stands with it. */
export interface OwnRow extends SystemRow {
  readonly connected_at: Date | null;
  readonly ended_at: Date | null;
  readonly end_reason: 'revoked' | 'replaced' | null;
  readonly read_at: Date | null;
  readonly tried_at: Date | null;
  readonly problem: string | null;
  readonly retry_at: Date | null;
  readonly copies: readonly CopyRow[];
  /** When courses were looked at, by their ids. */
  readonly visits: Readonly<Record<string, string>>;
}

/** The system with one's own copies of the kinds that are asked for; undefined where the school has none that is on. */
export const selectOwn = (
  db: Db,
  me: number,
  kinds: readonly LmsKindOfContent[],
): Promise<OwnRow | undefined> =>
  first(
    db,
    sql<OwnRow>`select s.kind, s.name, s.base_url, s.client_id, s.client_secret, s.is_on, s.generation, g.connected_at, g.ended_at, g.end_reason,
      g.read_at, g.tried_at, g.problem, g.retry_at,
      coalesce((select jsonb_agg(jsonb_build_object('resource', c.resource, 'etags', c.etags, 'content', c.content)) from lms_copies c
        where c.user_id = ${me}::bigint and split_part(c.resource, ':', 1) = any(${kinds as string[]}::text[])), '[]') as copies,
      coalesce((select jsonb_object_agg(v.course, v.seen_at) from course_visits v where v.user_id = ${me}::bigint and v.course like 'lms-%'), '{}') as visits
    from lms_systems s left join lms_grants g on g.school_id = s.school_id and g.user_id = ${me}::bigint
    where s.is_on`,
  );

export interface GrantRow {
  readonly tokens: string;
  readonly expires_at: Date | null;
  readonly generation: number;
}

/**
 * Takes the reading for somebody in hand until `until`; undefined where somebody else has it, the system asked us to wait, it was
 * tried since `triedBefore`, or there is no grant.
 */
export const takeLease = (
  db: Db,
  user: number,
  { lease, until, now, triedBefore }: { lease: string; until: Date; now: Date; triedBefore: Date },
): Promise<GrantRow | undefined> =>
  first(
    db,
    sql<GrantRow>`update lms_grants set lease = ${lease}, leased_until = ${until}, tried_at = ${now}
    where user_id = ${user} and ended_at is null and (leased_until is null or leased_until <= ${now})
      and (retry_at is null or retry_at <= ${now}) and (tried_at is null or tried_at <= ${triedBefore})
    returning tokens, expires_at, generation`,
  );

/** Holds the grant of somebody until the transaction ends, when the reading is still one's own, and keeps it in hand longer. */
export const holdLease = (db: Db, user: number, lease: string, until: Date): Promise<boolean> =>
  changed(
    db,
    sql`update lms_grants set leased_until = ${until} where user_id = ${user} and lease = ${lease} and ended_at is null`,
  );

export const updateTokens = (
  db: Db,
  user: number,
  lease: string,
  { tokens, expiresAt }: { tokens: string; expiresAt: Date | null },
): Promise<boolean> =>
  changed(
    db,
    sql`update lms_grants set tokens = ${tokens}, expires_at = ${expiresAt} where user_id = ${user} and lease = ${lease} and ended_at is null`,
  );

/** Lets go of a reading: with when all was read, or why it was not. */
export const releaseLease = async (
  db: Db,
  user: number,
  lease: string,
  outcome: { readAt: Date | null; problem: string | null; retryAt: Date | null },
): Promise<void> => {
  await sql`update lms_grants set lease = null, leased_until = null, read_at = coalesce(${outcome.readAt}, read_at), problem = ${outcome.problem},
      failures = case when ${outcome.readAt}::timestamptz is null then failures + 1 else 0 end, retry_at = ${outcome.retryAt}
    where user_id = ${user} and lease = ${lease}`.execute(db);
};

/** The grant no longer holds. Its copies stay for a while. */
export const updateEnded = (
  db: Db,
  user: number,
  reason: NonNullable<OwnRow['end_reason']>,
  now: Date,
  lease?: string,
): Promise<boolean> =>
  changed(
    db,
    sql`update lms_grants set tokens = null, expires_at = null, ended_at = ${now}, end_reason = ${reason}, lease = null, leased_until = null
    where user_id = ${user} and ended_at is null and ${lease === undefined ? sql`true` : sql`lease = ${lease}`}`,
  );

export const deleteGrant = (db: Db, user: number): Promise<{ tokens: string | null } | undefined> =>
  first(
    db,
    sql<{ tokens: string | null }>`delete from lms_grants where user_id = ${user} returning tokens`,
  );

export const upsertGrant = async (
  db: Db,
  school: SchoolId,
  user: number,
  grant: { generation: number; tokens: string; expiresAt: Date | null; now: Date },
): Promise<void> => {
  await sql`insert into lms_grants (school_id, user_id, generation, tokens, expires_at, connected_at)
    values (${school}, ${user}, ${grant.generation}, ${grant.tokens}, ${grant.expiresAt}, ${grant.now})
    on conflict (school_id, user_id) do update set generation = excluded.generation, tokens = excluded.tokens, expires_at = excluded.expires_at,
      connected_at = excluded.connected_at, ended_at = null, end_reason = null, tried_at = null, problem = null, failures = 0, retry_at = null,
      lease = null, leased_until = null`.execute(db);
};

/** All copies of somebody, while the reading is held. */
export const selectCopies = (db: Db, user: number): Promise<CopyRow[]> =>
  many(db, sql<CopyRow>`select resource, etags, content from lms_copies where user_id = ${user}`);

export const upsertCopy = async (
  db: Db,
  school: SchoolId,
  user: number,
  copy: CopyRow,
  now: Date,
): Promise<void> => {
  await sql`insert into lms_copies (school_id, user_id, resource, etags, content, read_at)
    values (${school}, ${user}, ${copy.resource}, ${copy.etags}::text[], ${copy.content}, ${now})
    on conflict (school_id, user_id, resource) do update set etags = excluded.etags, content = excluded.content, read_at = excluded.read_at`.execute(
    db,
  );
};

/** Copies of courses that are not among these any more. */
export const deleteOtherCopies = async (
  db: Db,
  user: number,
  courses: readonly string[],
): Promise<void> => {
  const ids = courses as string[];
  await sql`delete from lms_copies where user_id = ${user} and resource like '%:%' and split_part(resource, ':', 2) <> all(${ids}::text[])`.execute(
    db,
  );
  await sql`delete from lms_due where user_id = ${user} and course <> all(${ids}::text[])`.execute(
    db,
  );
};

export const deleteCopy = async (db: Db, user: number, resource: string): Promise<void> => {
  await sql`delete from lms_copies where user_id = ${user} and resource = ${resource}`.execute(db);
};

export interface DueItem {
  readonly item: string;
  readonly kind: AssignmentKind;
  /** Encrypted. */
  readonly title: string;
  readonly dueAt: string;
  readonly isDone: boolean;
}

/** Puts what is due in a course in the place of what was. */
export const replaceDue = async (
  db: Db,
  school: SchoolId,
  user: number,
  course: string,
  items: readonly DueItem[],
  now: Date,
): Promise<void> => {
  await sql`delete from lms_due where user_id = ${user} and course = ${course}`.execute(db);
  await sql`insert into lms_due (school_id, user_id, course, item, kind, title, due_at, is_done, updated_at)
    select ${school}::int, ${user}::bigint, ${course}, i.item, i.kind, i.title, i."dueAt", i."isDone", ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (item text, kind text, title text, "dueAt" timestamptz, "isDone" boolean)`.execute(
    db,
  );
};

/** People who are read in one round of an hour. */
const eachRound = 20_000;

/** Has people read again whom nobody has read for some hours; after a failure within the hour, and then less and less often. Others do it, since they wait. */
export const takeUpReadings: MaintenanceTask = async (db, now, school) => {
  const rows = await many(
    db,
    sql<{
      user: number;
    }>`select g.user_id as "user" from lms_grants g join users u on u.school_id = g.school_id and u.id = g.user_id
      join lms_systems s on s.school_id = g.school_id and s.is_on and s.generation = g.generation
    where g.ended_at is null and not u.is_disabled and (g.retry_at is null or g.retry_at <= ${now})
      and (g.tried_at is null or g.tried_at < ${now}::timestamptz
        - case when g.failures = 0 then ${courseLimits.pollHours} * 55 else least(${courseLimits.pollHours} * 55, 50 * power(2, least(g.failures, 8) - 1)) end * interval '1 minute')
    order by g.tried_at nulls first limit ${eachRound}`,
  );
  for (const { user } of rows) await insertEvent(db, school, null, 'lms_due', { user });
  return 0;
};

/** Removes copies some time after their grant has ended, and sign-ons that nobody took up. */
export const deleteEndedCopies: MaintenanceTask = async (db, now) => {
  const results = await Promise.all([
    sql`delete from lms_grants where ended_at < ${now}::timestamptz - ${courseLimits.keptDays} * interval '1 day'`.execute(
      db,
    ),
    sql`delete from lms_returns where expires_at < ${now}`.execute(db),
    sql`delete from lms_used_states where expires_at < ${now}`.execute(db),
  ]);
  return results.reduce((sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows), 0);
};
