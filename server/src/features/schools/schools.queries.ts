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

/** The properties of a new school. `color`: six hex digits. */
export interface NewSchool {
  readonly code: string;
  readonly name: string;
  readonly color?: string;
  readonly connect?: boolean;
  /** Whether Message also opens the chat outside of a host's frame. The default is off (product text §5). */
  readonly messageStandalone?: boolean;
  readonly isDefault?: boolean;
}

/**
 * Creates a school and its host label in the owner's open transaction. It leaves the new school set, so that row-level security accepts its
 * first rows.
 */
export const insertSchoolIn = async (db: Db, school: NewSchool): Promise<SchoolId> => {
  if (school.code === playgroundLabel)
    throw new Error(`${playgroundLabel} is the label of the embed playground; choose another code`);
  const { rows } = await sql<{
    id: number;
  }>`select nextval(pg_get_serial_sequence('schools', 'school_id'))::int as id`.execute(db);
  const id = schoolId(rows[0]?.id ?? 0);
  await sql`select set_config('commons.school_id', ${String(id)}, true)`.execute(db);
  await sql`insert into schools (school_id, code, name, color, connect, message_standalone) overriding system value
    values (${id}, ${school.code}, ${school.name}, ${school.color ?? '005fbf'}, ${school.connect ?? true},
      ${school.messageStandalone ?? false})`.execute(db);
  await sql`insert into school_hosts (host, school_id, is_default) values (${school.code}, ${id}, ${school.isDefault ?? false})`.execute(
    db,
  );
  return id;
};

/** Creates a school. Only for operators: runs as the owner. */
export const insertSchool = (pool: Pool, school: NewSchool): Promise<SchoolId> =>
  pool.kysely.transaction().execute((db) => insertSchoolIn(db, school));

/** Returns the number of a school by its code, or null. */
export const selectSchoolId = async (pool: Pool, code: string): Promise<SchoolId | null> => {
  const { rows } = await sql<{
    school_id: number;
  }>`select school_id from school_hosts where host = ${code}`.execute(pool.kysely);
  return rows[0] === undefined ? null : schoolId(rows[0].school_id);
};

/** Returns the number of schools in the installation. */
export const countSchools = async (pool: Pool): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(distinct school_id)::int as n from school_hosts`.execute(pool.kysely);
  return rows[0]?.n ?? 0;
};

/** Selects a school's row by number, for work that no request started. */
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
  // Only the contract's schema can write it.
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

/** The properties of a school that an operator can change. */
export interface SchoolChange {
  readonly name?: string;
  readonly color?: string;
  readonly connect?: boolean;
  readonly locale?: string;
  readonly message_standalone?: boolean;
}

/** Changes the given properties of a school. */
export const updateSchool = (pool: Pool, id: SchoolId, change: SchoolChange): Promise<void> =>
  pool.kysely.transaction().execute(async (db) => {
    if (Object.keys(change).length === 0) return;
    await sql`select set_config('commons.school_id', ${String(id)}, true)`.execute(db);
    await db.updateTable('schools').set(change).where('school_id', '=', id).execute();
  });

/** Makes a school the default for requests that name no school. */
export const updateDefaultSchool = (pool: Pool, id: SchoolId, code: string): Promise<void> =>
  pool.kysely.transaction().execute(async (db) => {
    await sql`update school_hosts set is_default = false where is_default`.execute(db);
    await sql`update school_hosts set is_default = true where school_id = ${id} and host = ${code}`.execute(
      db,
    );
  });

/** Adds a school's own domain. */
export const insertHost = async (pool: Pool, id: SchoolId, host: string): Promise<void> => {
  await sql`insert into school_hosts (host, school_id) values (${host}, ${id})`.execute(
    pool.kysely,
  );
};

/** Returns every school with its hosts. The first host is its code. */
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

/** Allows or forbids public pages of a school's people, clubs and events. */
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

/** Sets or removes the analytics script of a school. */
export const updateAnalytics = async (
  db: Db,
  id: SchoolId,
  settings: AnalyticsSettings | null,
): Promise<void> => {
  await sql`update schools set analytics = ${settings === null ? null : JSON.stringify(settings)}::jsonb where school_id = ${id}`.execute(
    db,
  );
};

/** Sets how long sessions of a school can be idle and can last. */
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

/** Selects and locks a school's origins until the transaction ends, so that concurrent changes lose nothing. */
export const selectEmbedOrigins = async (db: Db, id: SchoolId): Promise<readonly string[]> => {
  const { rows } = await sql<{
    embed_origins: string[];
  }>`select embed_origins from schools where school_id = ${id} for no key update`.execute(db);
  return rows[0]?.embed_origins ?? [];
};

/** Sets which parts of the page layout the school has. */
export const updateLayout = async (db: Db, id: SchoolId, layout: SchoolLayout): Promise<void> => {
  await db
    .updateTable('schools')
    .set({ layout: JSON.stringify(layout) })
    .where('school_id', '=', id)
    .execute();
};

/** Sets the paper size of the school's documents. Null is the default. */
export const updatePaper = async (db: Db, id: SchoolId, paper: Paper | null): Promise<void> => {
  await db.updateTable('schools').set({ paper }).where('school_id', '=', id).execute();
};

/** Sets whether profiles show a person's clubs. */
export const updateProfileGroups = async (db: Db, id: SchoolId, isOn: boolean): Promise<void> => {
  await db
    .updateTable('schools')
    .set({ profile_groups: isOn })
    .where('school_id', '=', id)
    .execute();
};

/** Sets whether Message also opens the chat outside of a host's frame. */
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

/** Selects and locks a school's picture until the transaction ends, so that concurrent changes leave no file behind. */
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

/** Sets a school's picture by the name of its file, or removes it. */
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

/** The school's own pictures. */
export const selectSchoolFiles: FileReferences = async (db, names) => {
  const { rows } = await sql<{
    name: string;
  }>`select logo as name from schools where logo = any(${names})
    union all select favicon from schools where favicon = any(${names})`.execute(db);
  return rows.map(({ name }) => name);
};
