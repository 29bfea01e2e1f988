import { sql, type RawBuilder } from 'kysely';
import type { SsoMatch } from '#contract/sso/errors-shown.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { PersonalData } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';
import { hasChangedRows, first, many } from '../../kernel/sql.ts';
import type { Enrollment } from '../courses/enrolling/enrolling.queries.ts';
import { retentionDays } from './keys/tool-keys.queries.ts';
import type { Candidate } from './lti.rules.ts';

/** An LMS as stored. */
export interface PlatformRow {
  school_id: number;
  id: number;
  name: string;
  issuer: string;
  client_id: string;
  authorization_url: string;
  token_url: string;
  token_audience: string | null;
  keys_url: string;
  deployments: string[];
  match_by: string | null;
  trusts_emails: boolean;
  is_on: boolean;
  is_dynamic: boolean;
  configuration_host: string | null;
  refused_deployment: string | null;
  keys: unknown;
  keys_attempted_at: Date | null;
  keys_leased_until: Date | null;
  created_at: Date;
  version: number;
}

/** A course in an LMS as stored. */
export interface ContextRow {
  school_id: number;
  id: number;
  platform_id: number;
  deployment: string;
  context: string;
  label: string;
  title: string;
  section_id: number | null;
  memberships_url: string | null;
  seen_at: Date;
  read_at: Date | null;
  attempted_at: Date | null;
  problem: string | null;
  failures: number;
  listed: number;
  unknown: number;
  lease: string | null;
  leased_until: Date | null;
  queued_at: Date | null;
}

/** Returns an LMS of the school. */
export const selectPlatform = (db: Db, id: number): Promise<PlatformRow | undefined> =>
  db.selectFrom('lti_platforms').selectAll().where('id', '=', id).executeTakeFirst();

/** The data that identifies a user of an LMS. */
export interface LmsIdentity {
  readonly subject: string;
  readonly sourcedId: string | null;
  readonly email: string | null;
}

const fits: Record<SsoMatch, string> = {
  // The username is ambiguous if another person had it in different case and no operator has settled it.
  username: `(u.username_key = lower(n.sourced_id) or u.id in (
      select d.user_id from duplicate_usernames d where d.username_key = lower(n.sourced_id)))`,
  sourced_id: 'r.sourced_id = n.sourced_id',
  identifier: 'r.identifier = n.sourced_id',
  master_identifier: 'r.user_master_identifier = n.sourced_id',
};

export interface FoundRow extends Omit<Candidate, 'is_staff'> {
  readonly subject: string;
  readonly way: 'link' | 'match';
}

/**
 * Returns the people that users of an LMS may be: by their links, and by the attributes that the school trusts. One statement finds all of
 * them, and each way uses an index. A user with more than one match is ambiguous.
 */
export const selectCandidates = (
  db: Db,
  platform: Pick<PlatformRow, 'id' | 'match_by' | 'trusts_emails'>,
  users: readonly LmsIdentity[],
): Promise<FoundRow[]> => {
  const person = sql`u.id, u.is_disabled`;
  const linked = sql`exists (select from lti_links k where k.school_id = u.school_id and k.platform_id = ${platform.id} and k.user_id = u.id)`;
  const bySourcedId =
    platform.match_by === null
      ? sql``
      : sql`union select n.subject, 'match', ${person}, ${linked}, false from n join ${
          platform.match_by === 'username'
            ? sql`users u`
            : sql`roster_users r join users u on u.school_id = r.school_id and u.id = r.user_id`
        } on ${sql.raw(fits[platform.match_by as SsoMatch])}`;
  const byEmail = platform.trusts_emails
    ? sql`union select n.subject, 'match', ${person}, ${linked}, false from n join users u on u.email_key = lower(n.email)`
    : sql``;
  return many(
    db,
    sql<FoundRow>`with n as (select * from unnest(${users.map(({ subject }) => subject)}::text[],
        ${users.map(({ sourcedId }) => sourcedId)}::text[], ${users.map(({ email }) => email)}::text[]) as n (subject, sourced_id, email))
    select n.subject, 'link' as way, ${person}, true as has_link, l.is_own from n
      join lti_links l on l.platform_id = ${platform.id} and l.subject = n.subject
      join users u on u.school_id = l.school_id and u.id = l.user_id
    ${bySourcedId} ${byEmail}`,
  );
};

/** Returns those of the given people who are staff: admins, advisors, and people with a current role at the school. */
export const selectStaff = async (
  db: Db,
  people: readonly number[],
): Promise<ReadonlySet<number>> => {
  const rows = await many(
    db,
    sql<{ id: number }>`select u.id from users u where u.id = any(${people as number[]}::bigint[])
    and (u.is_admin or u.is_advisor or exists (select from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
      where g.school_id = u.school_id and g.user_id = u.id and r.scope = 'school'))`,
  );
  return new Set(rows.map(({ id }) => id));
};

/** Links a user of an LMS to a person. Returns false if the person is already linked to another user there. */
export const insertLink = async (
  db: Db,
  school: SchoolId,
  link: { platform: number; subject: string; user: number; isOwn: boolean },
  now: Date,
): Promise<boolean> => {
  // If two links for one person are created at the same time, the second waits and then sees the first.
  await sql`select from users where id = ${link.user} for no key update`.execute(db);
  return hasChangedRows(
    db,
    sql`insert into lti_links (school_id, platform_id, subject, user_id, is_own, created_at, used_at)
    select ${school}, ${link.platform}, ${link.subject}, ${link.user}, ${link.isOwn}, ${now}, ${now}
    where not exists (select from lti_links o where o.platform_id = ${link.platform} and o.user_id = ${link.user} and o.subject <> ${link.subject})
    on conflict (school_id, platform_id, subject) do update set user_id = excluded.user_id, is_own = excluded.is_own or
      (lti_links.is_own and lti_links.user_id = excluded.user_id), used_at = excluded.used_at`,
  );
};

/** Returns the LMSs that a person is linked to, in the order in which they were connected. */
export const selectLinksOf = (
  db: Db,
  user: number,
): Promise<{ platform_id: number; name: string; created_at: Date; used_at: Date }[]> =>
  many(
    db,
    sql<{
      platform_id: number;
      name: string;
      created_at: Date;
      used_at: Date;
    }>`select l.platform_id, p.name, l.created_at, l.used_at from lti_links l
    join lti_platforms p on p.school_id = l.school_id and p.id = l.platform_id
    where l.user_id = ${user} order by l.created_at, l.platform_id`,
  );

/** Removes a person's link to an LMS. Returns its name. */
export const deleteLink = async (
  db: Db,
  platform: number,
  user: number,
): Promise<string | undefined> =>
  (
    await first(
      db,
      sql<{
        name: string;
      }>`with gone as (delete from lti_links where platform_id = ${platform} and user_id = ${user}
      returning school_id, platform_id)
      select p.name from gone g join lti_platforms p on p.school_id = g.school_id and p.id = g.platform_id`,
    )
  )?.name;

export const updateLinkUsed = async (
  db: Db,
  platform: number,
  subject: string,
  now: Date,
): Promise<void> => {
  await sql`update lti_links set used_at = ${now} where platform_id = ${platform} and subject = ${subject}`.execute(
    db,
  );
};

/** Stores the course of a launch, and returns it as stored. */
export const upsertContext = async (
  db: Db,
  school: SchoolId,
  given: {
    platform: number;
    deployment: string;
    context: string;
    label: string;
    title: string;
    membershipsUrl: string | null;
  },
  now: Date,
): Promise<ContextRow> => {
  const row = await first(
    db,
    sql<ContextRow>`insert into lti_contexts (school_id, platform_id, deployment, context, label, title, memberships_url, seen_at)
    values (${school}, ${given.platform}, ${given.deployment}, ${given.context}, ${given.label}, ${given.title}, ${given.membershipsUrl}, ${now})
    on conflict (school_id, platform_id, deployment, context) do update set label = excluded.label, title = excluded.title,
      memberships_url = coalesce(excluded.memberships_url, lti_contexts.memberships_url), seen_at = excluded.seen_at
    returning *`,
  );
  if (row === undefined) throw new Error('no row');
  return row;
};

export const selectContext = (db: Db, id: number): Promise<ContextRow | undefined> =>
  first(db, sql<ContextRow>`select * from lti_contexts where id = ${id}`);

/** Returns LMS courses `c` that belong to the section and list the person. */
export const listedElsewhere = (
  user: RawBuilder<unknown>,
  section: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`select from lti_members o join lti_contexts c on c.school_id = o.school_id and c.id = o.context_id
    where o.user_id = ${user} and o.is_listed and c.section_id = ${section}`;

/** Sets the section of a course in an LMS. Returns false if another course of that LMS already has it. */
export const updateSection = async (
  db: Db,
  context: ContextRow,
  section: number | null,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update lti_contexts set section_id = ${section}, read_at = null, attempted_at = null, queued_at = null, problem = null, failures = 0, listed = 0, unknown = 0
    where id = ${context.id} and (${section}::bigint is null or not exists (select from lti_contexts o
      where o.section_id = ${section} and o.platform_id = ${context.platform_id} and o.id <> ${context.id}))`,
  );

/** Stores whether a person teaches a course in an LMS. */
export const setTeacher = async (
  db: Db,
  school: SchoolId,
  context: number,
  user: number,
  isTeacher: boolean,
): Promise<void> => {
  if (isTeacher)
    await sql`insert into lti_teachers (school_id, context_id, user_id) values (${school}, ${context}, ${user})
      on conflict do nothing`.execute(db);
  else
    await sql`delete from lti_teachers where context_id = ${context} and user_id = ${user}`.execute(
      db,
    );
};

export const isTeacher = (db: Db, context: number, user: number): Promise<boolean> =>
  first(
    db,
    sql<{
      user_id: number;
    }>`select user_id from lti_teachers where context_id = ${context} and user_id = ${user}`,
  ).then((row) => row !== undefined);

/** Returns the people that an LMS course added to a section, except those that another course of the same section lists. */
export const selectAdded = async (db: Db, context: number, section: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{ id: number }>`select m.user_id as id from lti_members m
      where m.context_id = ${context} and not exists (${listedElsewhere(sql`m.user_id`, sql`${section}::bigint`)} and c.id <> ${context})`,
    )
  ).map(({ id }) => id);

/** A person that an LMS lists in a section: their user there and their account here. */
export interface AddedMember extends Enrollment {
  readonly subject: string;
}

/** Stores which people are in the section because an LMS lists them. */
export const upsertAdded = async (
  db: Db,
  school: SchoolId,
  context: number,
  section: number,
  people: readonly AddedMember[],
): Promise<void> => {
  await sql`insert into lti_members (school_id, context_id, user_id, subject)
    select ${school}, ${context}::bigint, p.id, p.subject
    from unnest(${people.map(({ user }) => user)}::bigint[], ${people.map(({ subject }) => subject)}::text[]) as p (id, subject)
      join section_members t on t.section_id = ${section} and t.user_id = p.id and t.is_from_lti
    on conflict (school_id, context_id, user_id) do update set subject = excluded.subject, is_listed = true
      where lti_members.subject is distinct from excluded.subject or not lti_members.is_listed`.execute(
    db,
  );
};

export const deleteBrought = async (db: Db, context: number): Promise<void> => {
  await sql`delete from lti_members where context_id = ${context}`.execute(db);
};

/** Deletes the LMS data of a person whose account is deleted. */
export const deleteTracesOf = async (db: Db, user: number): Promise<void> => {
  await sql`delete from lti_links where user_id = ${user}`.execute(db);
  await sql`delete from lti_teachers where user_id = ${user}`.execute(db);
  await sql`delete from lti_members where user_id = ${user}`.execute(db);
  await sql`delete from lti_launches where user_id = ${user}`.execute(db);
};

/** Deletes expired logins, launches, answers and invitations, and keys that are no longer needed. */
export const deleteExpired: MaintenanceTask = async (db, now) => {
  const results = await Promise.all([
    sql`delete from lti_logins where expires_at < ${now}`.execute(db),
    sql`delete from lti_launches where expires_at < ${now}`.execute(db),
    sql`delete from lti_answers where expires_at < ${now}`.execute(db),
    sql`delete from lti_invitations where expires_at < ${now}`.execute(db),
    sql`delete from lti_keys where retired_at < ${now}::timestamptz - ${retentionDays} * interval '1 day'`.execute(
      db,
    ),
  ]);
  return results.reduce((sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows), 0);
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  learningPlatforms: sql`(select jsonb_agg(jsonb_build_object('platform', p.name, 'user', l.subject, 'since', l.created_at, 'lastUsedAt', l.used_at))
    from lti_links l join lti_platforms p on p.school_id = l.school_id and p.id = l.platform_id where l.user_id = ${me})`,
  learningPlatformCourses: sql`(select jsonb_agg(jsonb_build_object('course', c.title, 'teaches', x.teaches, 'user', x.subject) order by c.title) from (
      select context_id, bool_or(teaches) as teaches, max(subject) as subject from (
        select t.context_id, true as teaches, null as subject from lti_teachers t where t.user_id = ${me}
        union all select m.context_id, false, m.subject from lti_members m where m.user_id = ${me}) as y group by context_id) as x
    join lti_contexts c on c.id = x.context_id)`,
  learningPlatformLaunches: sql`(select jsonb_agg(jsonb_build_object('until', h.expires_at)) from lti_launches h where h.user_id = ${me})`,
});
