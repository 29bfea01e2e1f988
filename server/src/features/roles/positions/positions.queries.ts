import { sql } from 'kysely';
import type { PermissionOf } from '#contract/permissions.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';

/*
 * Officer positions are roles of the scope `club`: a school has a list of positions, and people hold them in a club. The clubs feature
 * decides who gets a position, and writes it through these functions.
 */

/** A position that club officers can have. */
export interface PositionRow {
  id: number;
  name: string;
}

/** Permissions to publish and manage a club's content. */
const edits = [
  'clubs.edit',
  'posts.publish',
  'posts.moderate',
  'surveys.manage',
  'events.manage',
  'files.manage',
  'emails.send',
  'points.manage',
] as const;

/** Permissions to manage a club's people, and what only its leaders start. */
const leads = [
  'clubs.manage_members',
  'clubs.manage_officers',
  'elections.manage',
  'jobs.manage',
] as const;

/** Permissions for a club's money. */
const handlesMoney = ['budgets.request', 'money.read', 'store.manage', 'dues.manage'] as const;

/** The positions that a school starts with, in the order of officer lists. */
const initial: readonly [name: string, permissions: readonly PermissionOf<'club'>[]][] = [
  ['President', [...edits, ...handlesMoney, ...leads]],
  ['Vice president', [...edits, ...handlesMoney, ...leads]],
  ['Secretary', [...edits, 'clubs.manage_members']],
  ['Treasurer', [...handlesMoney, 'clubs.manage_members']],
  ['Officer', ['clubs.manage_members', 'posts.publish', 'posts.moderate']],
];

/** Returns the school's positions in the order of officer lists. */
export const selectPositions = (db: Db) =>
  many(
    db,
    sql<PositionRow>`select id, name from roles where scope = 'club' order by position, lower(name), id`,
  );

/** Creates the initial positions if the school has none. */
export const insertPositions = async (db: Db, school: SchoolId, now: Date): Promise<void> => {
  const rows = initial.map(([name, permissions], position) => ({ name, permissions, position }));
  await sql`insert into roles (school_id, scope, name, permissions, position, created_at)
    select ${school}::int, 'club', p.name, array(select jsonb_array_elements_text(p.permissions)), p.position, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (name text, permissions jsonb, position int)
    where not exists (select from roles where scope = 'club')
    on conflict (school_id, scope, lower(name)) do nothing`.execute(db);
};

/** A position with its permissions, and the number of officers who have it. */
export interface PositionSettingsRow extends PositionRow {
  permissions: string[];
  officers: number;
}

const settings = sql`select r.id, r.name, r.permissions,
    (select count(*)::int from current_grants g where g.school_id = r.school_id and g.role_id = r.id) as officers
  from roles r where r.scope = 'club'`;

/** Returns the school's positions with their permissions, in the order of officer lists. */
export const selectPositionSettings = (db: Db) =>
  many(db, sql<PositionSettingsRow>`${settings} order by r.position, lower(r.name), r.id`);

export const selectPosition = (db: Db, id: number) =>
  first(db, sql<PositionSettingsRow>`${settings} and r.id = ${id}`);

interface CreationKey {
  readonly by: number;
  readonly clientId: string;
}

/** Returns the position that a person created with this `clientId`. */
export const selectSentPosition = (db: Db, { by, clientId }: CreationKey) =>
  first(
    db,
    sql<PositionSettingsRow>`${settings} and r.created_by = ${by} and r.client_id = ${clientId}::uuid`,
  );

/** Creates a position at the end of the list. Returns false if the name is taken. */
export const insertPosition = (
  db: Db,
  school: SchoolId,
  position: CreationKey & { name: string; permissions: readonly string[]; now: Date },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`insert into roles (school_id, scope, name, permissions, position, created_at, created_by, client_id)
    select ${school}::int, 'club', ${position.name}, ${position.permissions as string[]}::text[],
      (select coalesce(max(position) + 1, 0) from roles where scope = 'club'), ${position.now}::timestamptz, ${position.by}::bigint, ${position.clientId}::uuid
    on conflict (school_id, scope, lower(name)) do nothing`,
  );

/** Returns true if another position has this name. */
export const isPositionTaken = async (db: Db, id: number, name: string): Promise<boolean> =>
  (await first(
    db,
    sql`select from roles where scope = 'club' and lower(name) = lower(${name}) and id <> ${id}`,
  )) !== undefined;

/** Deletes a position unless someone has it now; then it returns false. People who had it keep it as a past position. */
export const deletePosition = async (db: Db, id: number): Promise<boolean> => {
  await sql`select from roles where id = ${id} for update`.execute(db);
  if (await first(db, sql`select from current_grants where role_id = ${id} limit 1`)) return false;
  // A trigger reads the position's name from the role, so the grants are deleted first.
  await sql`delete from role_grants where role_id = ${id}`.execute(db);
  return hasChangedRows(db, sql`delete from roles where id = ${id}`);
};

interface Appointment {
  readonly school: SchoolId;
  readonly club: number;
  readonly position: number;
  readonly by: number | null;
  readonly now: Date;
}

/** Assigns people a position in a club, and removes their other positions there. People who already have it without an end date keep it. */
export const replacePositions = async (
  db: Db,
  people: readonly number[],
  { school, club, position, by, now }: Appointment,
): Promise<void> => {
  await sql`delete from role_grants
    where scope_id = ${club} and user_id = any(${people as number[]}::bigint[]) and (role_id <> ${position} or ends_at is not null)`.execute(
    db,
  );
  await sql`insert into role_grants (school_id, role_id, user_id, scope_id, granted_at, granted_by)
    select ${school}::int, r.id, p.id, ${club}::bigint, ${now}::timestamptz, ${by}::bigint
    from roles r cross join unnest(${people as number[]}::bigint[]) as p (id)
    where r.id = ${position} and r.scope = 'club' for key share of r
    on conflict do nothing`.execute(db);
};

/** Removes people's positions in a club. Returns the ids of those who had one until now. */
export const deletePositions = async (
  db: Db,
  club: number,
  people: readonly number[],
): Promise<number[]> => {
  const rows = await many(
    db,
    sql<{ id: number }>`with held as (
        delete from role_grants where scope_id = ${club} and user_id = any(${people as number[]}::bigint[]) returning user_id, ends_at)
      select user_id as id from held where ends_at is null or ends_at > now()`,
  );
  return [...new Set(rows.map(({ id }) => id))];
};

/** Deletes a person's positions in all clubs. */
export const deletePositionsOf = (db: Db, person: number) =>
  hasChangedRows(db, sql`delete from role_grants where user_id = ${person} and scope_id <> 0`);

/** Deletes all positions in permanently deleted clubs. */
export const deletePositionsIn = (db: Db, clubs: readonly number[]) =>
  hasChangedRows(
    db,
    sql`delete from role_grants where scope_id = any(${clubs as number[]}::bigint[])`,
  );

/** Returns the ids of a club's officers, without disabled accounts. */
export const selectOfficerIds = async (db: Db, club: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select distinct u.id from current_grants g join users u on u.school_id = g.school_id and u.id = g.user_id
      where g.scope_id = ${club} and not u.is_disabled`,
    )
  ).map(({ id }) => id);

/** Returns the officers of several clubs, without disabled accounts. */
export const selectOfficersOf = (db: Db, clubs: readonly number[]) =>
  many(
    db,
    sql<{ club: number; person: number }>`select distinct g.scope_id as club, u.id as person
    from current_grants g join users u on u.school_id = g.school_id and u.id = g.user_id
    where g.scope_id = any(${clubs as number[]}::bigint[]) and not u.is_disabled`,
  );
