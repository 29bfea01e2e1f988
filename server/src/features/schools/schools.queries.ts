import type { Paper } from '#contract/schools/paper.ts';
import type { AnalyticsSettings } from '#contract/schools/analytics.endpoints.ts';
import type { FieldRules } from '#contract/people/audiences.ts';
import type { SchoolPictureKind } from '#contract/schools/pictures.ts';
import type { SchoolLayout, SessionLimits } from '#contract/schools/endpoints.ts';
import { sql } from 'kysely';
import { inTransaction, type Db, type Pool } from '../../kernel/database/database.ts';
import { playgroundLabel } from '../../kernel/http/playground.ts';
import type { FileReferences } from '../../kernel/files/file-references.ts';
import { schoolId, type SchoolId } from '../../kernel/ids.ts';
import type { SchoolRow } from '../../kernel/context.ts';

/** The properties of a new school. `color` has six hex digits. */
export interface NewSchool {
  /** The next free number by default. Cells give their schools numbers of their own ranges, so that schools can move between them. */
  readonly id?: number;
  readonly code: string;
  readonly name: string;
  readonly color?: string;
  readonly connect?: boolean;
  /** True if Message also opens the chat outside of a host's frame. False by default (product text §5). */
  readonly messageStandalone?: boolean;
  readonly isDefault?: boolean;
}

/** Returns a number that no school of this cell has, not even one that arrived from another cell. */
const nextSchoolId = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ id: number; isTaken: boolean }>`
    with next as (select nextval(pg_get_serial_sequence('schools', 'school_id'))::int as id)
    select id, exists (select from school_hosts h where h.school_id = id) or exists (select from school_states s where s.school = id) as "isTaken"
    from next`.execute(db);
  return rows[0] === undefined || rows[0].isTaken ? nextSchoolId(db) : rows[0].id;
};

/**
 * Creates a school and its host label in the owner's transaction. Sets the new school as the current one, so that
 * row-level security allows its first rows.
 */
export const insertSchoolIn = async (db: Db, school: NewSchool): Promise<SchoolId> => {
  if (school.code === playgroundLabel)
    throw new Error(`${playgroundLabel} is the label of the embed playground; choose another code`);
  const id = schoolId(school.id ?? (await nextSchoolId(db)));
  await sql`select set_config('commons.school_id', ${String(id)}, true)`.execute(db);
  await sql`insert into schools (school_id, code, name, color, connect, message_standalone) overriding system value
    values (${id}, ${school.code}, ${school.name}, ${school.color ?? '005fbf'}, ${school.connect ?? true},
      ${school.messageStandalone ?? false})`.execute(db);
  await sql`insert into school_hosts (host, school_id, is_default) values (${school.code}, ${id}, ${school.isDefault ?? false})`.execute(
    db,
  );
  return id;
};

/** Creates a school. Runs as the database owner, for operators. */
export const insertSchool = (pool: Pool, school: NewSchool): Promise<SchoolId> =>
  pool.kysely.transaction().execute((db) => insertSchoolIn(db, school));

/** Returns a school's id by its code. Null if there is none. */
export const selectSchoolId = async (pool: Pool, code: string): Promise<SchoolId | null> => {
  const { rows } = await sql<{
    school_id: number;
  }>`select school_id from school_hosts where host = ${code}`.execute(pool.kysely);
  return rows[0] === undefined ? null : schoolId(rows[0].school_id);
};

/** Returns the installation's number of schools. */
export const countSchools = async (pool: Pool): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(distinct school_id)::int as n from school_hosts`.execute(pool.kysely);
  return rows[0]?.n ?? 0;
};

/** Returns a school's row by id, for work outside of requests. */
export const selectSchool = async (pool: Pool, id: SchoolId): Promise<SchoolRow> => {
  const row = await inTransaction(pool, { school: id, readOnly: true }, (db) =>
    db
      .selectFrom('schools')
      .select([
        'code',
        'name',
        'color',
        'favicon',
        'logo',
        'connect',
        'message_standalone',
        'locale',
        'field_rules',
        'share_mode',
        'share_indexed',
        'embed_origins',
        'analytics',
        'layout',
        'paper',
        'profile_groups',
        'session_idle_minutes',
        'session_hours',
      ])
      .where('school_id', '=', id)
      .executeTakeFirstOrThrow(),
  );
  // The contract's schema validated these values.
  const { field_rules: rules, analytics, layout, paper } = row;
  return {
    ...row,
    field_rules: rules as FieldRules,
    analytics: analytics as AnalyticsSettings | null,
    layout: layout as SchoolLayout,
    paper: paper as Paper | null,
    school_id: id,
  };
};

/** The properties of a school that operators can change. */
export interface SchoolChange {
  readonly name?: string;
  readonly color?: string;
  readonly connect?: boolean;
  readonly locale?: string;
  readonly time_zone?: string;
  readonly message_standalone?: boolean;
}

/** Updates the given fields of a school. */
export const updateSchool = (pool: Pool, id: SchoolId, change: SchoolChange): Promise<void> =>
  pool.kysely.transaction().execute(async (db) => {
    if (Object.keys(change).length === 0) return;
    await sql`select set_config('commons.school_id', ${String(id)}, true)`.execute(db);
    await db.updateTable('schools').set(change).where('school_id', '=', id).execute();
  });

/** Makes a school the default for requests without a school. */
export const updateDefaultSchool = (pool: Pool, id: SchoolId, code: string): Promise<void> =>
  pool.kysely.transaction().execute(async (db) => {
    await sql`update school_hosts set is_default = false where is_default`.execute(db);
    await sql`update school_hosts set is_default = true where school_id = ${id} and host = ${code}`.execute(
      db,
    );
  });

/** Adds a custom domain to a school. */
export const insertHost = async (pool: Pool, id: SchoolId, host: string): Promise<void> => {
  await sql`insert into school_hosts (host, school_id) values (${host}, ${id})`.execute(
    pool.kysely,
  );
};

/** A host name of a school. */
export interface HostRow {
  readonly host: string;
  readonly isDefault: boolean;
}

/** Returns the host names of a school. */
export const selectSchoolHosts = async (pool: Pool, school: SchoolId): Promise<HostRow[]> => {
  const { rows } = await sql<HostRow>`select host, is_default as "isDefault" from school_hosts
    where school_id = ${school} order by host`.execute(pool.kysely);
  return rows;
};

/** Adds the hosts of a school that arrived from another cell. It becomes the default only if this cell has no default. */
export const insertArrivedHosts = async (
  db: Db,
  school: SchoolId,
  hosts: readonly HostRow[],
): Promise<void> => {
  await sql`insert into school_hosts (host, school_id, is_default)
    select h.host, ${school}, h.is_default and not exists (select from school_hosts where is_default)
    from unnest(${hosts.map(({ host }) => host)}::text[], ${hosts.map(({ isDefault }) => isDefault)}::boolean[]) as h (host, is_default)`.execute(
    db,
  );
};

/** Changes the version of a school's row in the owner's transaction, so that servers drop what they have cached about the school. */
export const touchSchool = async (db: Db, school: SchoolId): Promise<void> => {
  await sql`select set_config('commons.school_id', ${String(school)}, true)`.execute(db);
  await sql`update schools set name = name where school_id = ${school}`.execute(db);
};

/** Returns all schools with their hosts. The first host is the code. */
export const selectHosts = async (
  pool: Pool,
): Promise<{ id: SchoolId; hosts: string[]; isDefault: boolean }[]> => {
  const { rows } = await sql<{ school_id: number; hosts: string[]; is_default: boolean }>`
    select school_id, array_agg(host order by position('.' in host), host) as hosts, bool_or(is_default) as is_default
    from school_hosts group by school_id order by school_id`.execute(pool.kysely);
  return rows.map((row) => ({
    id: schoolId(row.school_id),
    hosts: row.hosts,
    isDefault: row.is_default,
  }));
};

/** Replaces a school's audiences of profile fields. */
export const updateFieldRules = async (db: Db, id: SchoolId, rules: FieldRules): Promise<void> => {
  await db
    .updateTable('schools')
    .set({ field_rules: JSON.stringify(rules) })
    .where('school_id', '=', id)
    .execute();
};

/**
 * Returns whether a school shares clubs and events publicly, and how many are public now. Calls
 * `server/database/functions/is_club_public.sql` and `is_event_public.sql`.
 */
export const selectPageSharing = (db: Db, id: SchoolId, now: Date) =>
  db
    .selectFrom('schools')
    .where('school_id', '=', id)
    .select([
      'share_clubs as areClubsOn',
      sql<number>`(select count(*)::int from clubs c where c.is_public and is_club_public(c))`.as(
        'clubs',
      ),
      'share_events as areEventsOn',
      sql<number>`(select count(*)::int from events e where e.audience = 'public' and e.ends_at > ${now} and is_event_public(e))`.as(
        'events',
      ),
    ])
    .executeTakeFirstOrThrow();

/** Turns public sharing of a school's people, clubs and events on or off. */
export const updateSharing = async (
  db: Db,
  id: SchoolId,
  {
    isOn,
    isIndexed,
    areClubsOn,
    areEventsOn,
  }: { isOn: boolean; isIndexed: boolean; areClubsOn: boolean; areEventsOn: boolean },
): Promise<void> => {
  await db
    .updateTable('schools')
    .set({
      share_mode: isOn,
      share_indexed: isIndexed,
      share_clubs: areClubsOn,
      share_events: areEventsOn,
    })
    .where('school_id', '=', id)
    .execute();
};

/** Sets or removes a school's analytics script. */
export const updateAnalytics = async (
  db: Db,
  id: SchoolId,
  settings: AnalyticsSettings | null,
): Promise<void> => {
  await sql`update schools set analytics = ${settings === null ? null : JSON.stringify(settings)}::jsonb where school_id = ${id}`.execute(
    db,
  );
};

/** Sets the maximum unused time and duration of a school's sessions. */
export const updateSessionLimits = async (
  db: Db,
  id: SchoolId,
  { idleMinutes, hours }: SessionLimits,
): Promise<void> => {
  await sql`update schools set session_idle_minutes = ${idleMinutes}::int, session_hours = ${hours}::int where school_id = ${id}`.execute(
    db,
  );
};

/** Replaces the origins that can embed a school. */
export const updateEmbedOrigins = async (
  db: Db,
  id: SchoolId,
  origins: readonly string[],
): Promise<void> => {
  await sql`update schools set embed_origins = ${[...origins]}::text[] where school_id = ${id}`.execute(
    db,
  );
};

/**
 * Returns a school's current origins. Locks them until the transaction ends, so that simultaneous changes lose nothing.
 */
export const selectEmbedOrigins = async (db: Db, id: SchoolId): Promise<readonly string[]> => {
  const { rows } = await sql<{
    embed_origins: string[];
  }>`select embed_origins from schools where school_id = ${id} for no key update`.execute(db);
  return rows[0]?.embed_origins ?? [];
};

/** Returns a school's time zone. Null if it is that of the newest term. */
export const selectTimeZone = async (db: Db, id: SchoolId): Promise<string | null> => {
  const row = await db
    .selectFrom('schools')
    .select('time_zone')
    .where('school_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.time_zone;
};

/** Updates some of a school's name, color, language and time zone. Returns all of them. */
export const updateIdentity = (
  db: Db,
  id: SchoolId,
  change: { name?: string; color?: string; locale?: string; time_zone?: string | null },
): Promise<{ name: string; color: string; locale: string; time_zone: string | null }> =>
  db
    .updateTable('schools')
    .set(change)
    .where('school_id', '=', id)
    .returning(['name', 'color', 'locale', 'time_zone'])
    .executeTakeFirstOrThrow();

/** Sets the parts of the app's layout that a school uses. */
export const updateLayout = async (db: Db, id: SchoolId, layout: SchoolLayout): Promise<void> => {
  await db
    .updateTable('schools')
    .set({ layout: JSON.stringify(layout) })
    .where('school_id', '=', id)
    .execute();
};

/** Sets the paper size of a school's documents. Null means the default. */
export const updatePaper = async (db: Db, id: SchoolId, paper: Paper | null): Promise<void> => {
  await db.updateTable('schools').set({ paper }).where('school_id', '=', id).execute();
};

/** Turns clubs on profiles on or off. */
export const updateProfileGroups = async (db: Db, id: SchoolId, isOn: boolean): Promise<void> => {
  await db
    .updateTable('schools')
    .set({ profile_groups: isOn })
    .where('school_id', '=', id)
    .execute();
};

/** Turns on or off that Message opens the chat outside of a host's frame. */
export const updateMessaging = async (
  db: Db,
  id: SchoolId,
  isStandalone: boolean,
): Promise<void> => {
  await db
    .updateTable('schools')
    .set({ message_standalone: isStandalone })
    .where('school_id', '=', id)
    .execute();
};

/**
 * Returns a school's current picture. Locks it until the transaction ends, so that simultaneous changes leave no unused
 * file.
 */
export const selectSchoolPicture = async (
  db: Db,
  id: SchoolId,
  kind: SchoolPictureKind,
): Promise<string | null> => {
  const row = await db
    .selectFrom('schools')
    .select(kind)
    .where('school_id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row[kind] ?? null;
};

/** Sets a school's picture to a file's name, or removes it. */
export const updateSchoolPicture = async (
  db: Db,
  id: SchoolId,
  kind: SchoolPictureKind,
  name: string | null,
): Promise<void> => {
  await db
    .updateTable('schools')
    .set(kind === 'logo' ? { logo: name } : { favicon: name })
    .where('school_id', '=', id)
    .execute();
};

/** Returns those of the given files that are pictures of schools. */
export const selectSchoolFiles: FileReferences = async (db, names) => {
  const { rows } = await sql<{
    name: string;
  }>`select logo as name from schools where logo = any(${names})
    union all select favicon from schools where favicon = any(${names})`.execute(db);
  return rows.map(({ name }) => name);
};
