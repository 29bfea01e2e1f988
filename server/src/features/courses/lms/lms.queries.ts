import { sql, type RawBuilder } from 'kysely';
import { courseLimits, type AssignmentKind, type LmsKind } from '#contract/courses/kinds.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { eventOfRows } from '../../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../../kernel/jobs/maintenance.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';
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

/** A stored LMS response, encrypted with `encryptCopy`. */
export interface CopyRow {
  readonly resource: string;
  readonly etags: string[];
  readonly content: string;
}

/** The school's system with the person's connection. */
export interface OwnRow extends SystemRow {
  readonly connected_at: Date | null;
  readonly ended_at: Date | null;
  readonly end_reason: 'revoked' | 'replaced' | null;
  readonly read_at: Date | null;
  readonly attempted_at: Date | null;
  readonly problem: string | null;
  readonly retry_at: Date | null;
  readonly copies: readonly CopyRow[];
  /** Times of course visits by course id. */
  readonly visits: Readonly<Record<string, string>>;
}

/** Selects `selectOwn`'s row as a subquery. */
export const ownOf = (me: number, kinds: readonly LmsKindOfContent[]): RawBuilder<OwnRow> =>
  sql<OwnRow>`select s.kind, s.name, s.base_url, s.client_id, s.client_secret, s.is_on, s.generation, g.connected_at, g.ended_at, g.end_reason,
      g.read_at, g.attempted_at, g.problem, g.retry_at,
      coalesce((select jsonb_agg(jsonb_build_object('resource', c.resource, 'etags', c.etags, 'content', c.content)) from lms_copies c
        where c.user_id = ${me}::bigint and split_part(c.resource, ':', 1) = any(${kinds as string[]}::text[])), '[]') as copies,
      coalesce((select jsonb_object_agg(v.course, v.seen_at) from course_visits v where v.user_id = ${me}::bigint and v.course like 'lms-%'), '{}') as visits
    from lms_systems s left join lms_grants g on g.school_id = s.school_id and g.user_id = ${me}::bigint
    where s.is_on`;

/** Selects the system with the person's copies of these kinds. Undefined if the school has no active one. */
export const selectOwn = (
  db: Db,
  me: number,
  kinds: readonly LmsKindOfContent[],
): Promise<OwnRow | undefined> => first(db, ownOf(me, kinds));

const ownTimes = ['connected_at', 'ended_at', 'read_at', 'attempted_at', 'retry_at'] as const;

/** Converts the row from JSON, in which instants are text. */
export const ownOfJson = (
  row:
    | (Omit<OwnRow, (typeof ownTimes)[number]> & Record<(typeof ownTimes)[number], string | null>)
    | null,
): OwnRow | undefined =>
  row === null
    ? undefined
    : {
        ...row,
        ...(Object.fromEntries(
          ownTimes.map((name) => [name, row[name] === null ? null : new Date(row[name])]),
        ) as Pick<OwnRow, (typeof ownTimes)[number]>),
      };

export interface GrantRow {
  readonly tokens: string;
  readonly expires_at: Date | null;
  readonly generation: number;
}

/**
 * Takes a person's lease until `until`. Undefined if another server has it, the system asked us to wait, the last attempt was after
 * `triedBefore`, or there is no grant.
 */
export const acquireLease = (
  db: Db,
  user: number,
  { lease, until, now, triedBefore }: { lease: string; until: Date; now: Date; triedBefore: Date },
): Promise<GrantRow | undefined> =>
  first(
    db,
    sql<GrantRow>`update lms_grants set lease = ${lease}, leased_until = ${until}, attempted_at = ${now}, queued_at = null
    where user_id = ${user} and ended_at is null and (leased_until is null or leased_until <= ${now})
      and (retry_at is null or retry_at <= ${now}) and (attempted_at is null or attempted_at <= ${triedBefore})
    returning tokens, expires_at, generation`,
  );

/** Locks a person's grant until the transaction ends if the lease is still held, and extends the lease. */
export const holdLease = (db: Db, user: number, lease: string, until: Date): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update lms_grants set leased_until = ${until} where user_id = ${user} and lease = ${lease} and ended_at is null`,
  );

export const updateTokens = (
  db: Db,
  user: number,
  lease: string,
  { tokens, expiresAt }: { tokens: string; expiresAt: Date | null },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update lms_grants set tokens = ${tokens}, expires_at = ${expiresAt} where user_id = ${user} and lease = ${lease} and ended_at is null`,
  );

/** Releases a lease, with the time of the complete sync or the reason of the failure. */
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

/** Stores that the grant is no longer valid. Its copies stay for a while. */
export const updateEnded = (
  db: Db,
  user: number,
  reason: NonNullable<OwnRow['end_reason']>,
  now: Date,
  lease?: string,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update lms_grants set tokens = null, expires_at = null, ended_at = ${now}, end_reason = ${reason}, lease = null, leased_until = null
    where user_id = ${user} and ended_at is null and ${lease === undefined ? sql`true` : sql`lease = ${lease}`}`,
  );

/** The encrypted data for revoking a grant at its system. */
export interface EndedGrant {
  readonly user: number;
  readonly kind: LmsKind;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokens: string;
}

/** Emits the revocation of grants in rows (`user_id`, `tokens`) at the school's system. Those without tokens are no longer valid there. */
const givenBack = (school: SchoolId, rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  eventOfRows(
    { school: { school_id: school }, actor: { kind: 'job' } },
    'lms_grant_left',
    {
      user: sql`g.user_id`,
      kind: sql`s.kind`,
      baseUrl: sql`s.base_url`,
      clientId: sql`s.client_id`,
      clientSecret: sql`s.client_secret`,
      tokens: sql`g.tokens`,
    },
    sql`${rows} as g, lms_systems as s where g.tokens is not null`,
  );

/** Emits the revocation of a person's current grant, before another one replaces it. */
export const endGrant = async (db: Db, school: SchoolId, user: number): Promise<void> => {
  await givenBack(
    school,
    sql`(select x.user_id, x.tokens from lms_grants x join lms_systems y on y.school_id = x.school_id and y.generation = x.generation
      where x.user_id = ${user}::bigint)`,
  ).execute(db);
};

/** Emits the revocation of all grants and pending sign-ons, before the system is replaced or removed. */
export const endAllGrants = async (db: Db, school: SchoolId): Promise<void> => {
  await givenBack(
    school,
    sql`(select user_id, tokens from lms_grants union all select user_id, tokens from lms_returns)`,
  ).execute(db);
};

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
      connected_at = excluded.connected_at, ended_at = null, end_reason = null, attempted_at = null, problem = null, failures = 0, retry_at = null,
      lease = null, leased_until = null`.execute(db);
};

/** Selects all copies of a person while the lease is held. */
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

/** Deletes copies of other courses. */
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

/** Replaces the due work of a course. */
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

/** A section of a person with the fields for matching LMS courses. */
export interface MatchableRow {
  readonly id: string;
  readonly code: string;
  readonly name: string | null;
  readonly course_code: string;
  readonly number: string;
  /** Dates of its term. */
  readonly starts_on: string;
  readonly ends_on: string;
}

/** Selects a person's sections of all terms. */
export const selectMatchable = (db: Db, user: number): Promise<MatchableRow[]> =>
  many(
    db,
    sql<MatchableRow>`select s.id::text as id, s.code, s.name, c.code as course_code, c.number, t.starts_on::text as starts_on, t.ends_on::text as ends_on
      from section_members m join course_sections s on s.school_id = m.school_id and s.id = m.section_id
        join courses c on c.school_id = s.school_id and c.id = s.course_id join terms t on t.school_id = s.school_id and t.id = s.term_id
      where m.user_id = ${user} and m.is_active and s.is_active order by t.starts_on desc, s.code, s.id`,
  );

export interface JoinRow {
  readonly course: string;
  readonly section: string | null;
  readonly is_manual: boolean;
}

/** Locks a person's grant until the transaction ends. */
export const lockGrant = (db: Db, user: number) =>
  sql`select from lms_grants where user_id = ${user} for update`.execute(db);

export const selectJoins = (db: Db, user: number): Promise<JoinRow[]> =>
  many(
    db,
    sql<JoinRow>`select course, section_id::text as section, is_manual from lms_joins where user_id = ${user}`,
  );

/** Replaces a person's matches, including their manual ones. */
export const replaceJoins = async (
  db: Db,
  school: SchoolId,
  user: number,
  joins: readonly JoinRow[],
): Promise<void> => {
  await sql`delete from lms_joins where user_id = ${user}`.execute(db);
  await sql`insert into lms_joins (school_id, user_id, course, section_id, is_manual)
    select ${school}::int, ${user}::bigint, j.course, j.section::bigint, j.is_manual
    from jsonb_to_recordset(${JSON.stringify(joins)}::jsonb) as j (course text, section text, is_manual boolean)`.execute(
    db,
  );
};

/**
 * Returns whether the LMS replaces the school's files for a section and a person. `isRead`: only while it is still syncing; copies remain
 * for a while longer.
 */
export const isCopied = (
  user: RawBuilder<unknown>,
  section: RawBuilder<unknown>,
  { isRead }: { isRead: boolean },
): RawBuilder<boolean> => sql<boolean>`exists (select from lms_joins j
    join lms_copies p on p.school_id = j.school_id and p.user_id = j.user_id and p.resource = 'work:' || j.course
    join lms_systems y on y.school_id = j.school_id and y.is_on
    join lms_grants g on g.school_id = j.school_id and g.user_id = j.user_id ${isRead ? sql`and g.ended_at is null` : sql``}
    where j.user_id = ${user} and j.section_id = ${section})`;

/** People per hourly round. */
const eachRound = 20_000;

/**
 * Schedules syncs of people who haven't synced for some hours; after a failure within the hour, and then less often. Event handlers run
 * them, because they wait. Skips people who are already scheduled, for one round. One statement schedules all.
 */
export const resumeReadings: MaintenanceTask = async (db, now, school) => {
  await sql`with due as (
      select g.user_id from lms_grants g join users u on u.school_id = g.school_id and u.id = g.user_id
        join lms_systems s on s.school_id = g.school_id and s.is_on and s.generation = g.generation
      where g.ended_at is null and not u.is_disabled and (g.retry_at is null or g.retry_at <= ${now})
        and (g.queued_at is null or g.queued_at < ${now}::timestamptz - ${courseLimits.pollHours} * interval '1 hour')
        and (g.attempted_at is null or g.attempted_at < ${now}::timestamptz
          - case when g.failures = 0 then ${courseLimits.pollHours} * 55 else least(${courseLimits.pollHours} * 55, 50 * power(2, least(g.failures, 8) - 1)) end * interval '1 minute')
      order by g.attempted_at nulls first limit ${eachRound}
    ),
    queued as (
      update lms_grants g set queued_at = ${now} from due where g.user_id = due.user_id returning g.user_id
    )
    ${eventOfRows({ school: { school_id: school }, actor: { kind: 'job' } }, 'lms_due', { user: sql`user_id` }, sql`queued`)}`.execute(
    db,
  );
  return 0;
};

/** Deletes copies some time after their grant has ended, and sign-ons that weren't completed. */
export const deleteEndedCopies: MaintenanceTask = async (db, now, school) => {
  await sql`with late as (delete from lms_returns where expires_at < ${now} returning user_id, tokens)
    ${givenBack(school, sql`late`)}`.execute(db);
  const results = await Promise.all([
    sql`delete from lms_grants where ended_at < ${now}::timestamptz - ${courseLimits.retentionDays} * interval '1 day'`.execute(
      db,
    ),
    sql`delete from lms_used_states where expires_at < ${now}`.execute(db),
  ]);
  return results.reduce((sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows), 0);
};
