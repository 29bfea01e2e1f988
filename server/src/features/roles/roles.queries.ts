import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../kernel/sql.ts';

/** A role of the school, with the number of people who have it. */
export interface RoleRow {
  id: number;
  name: string;
  permissions: string[];
  people: number;
}

const roles = sql`
    select r.id, r.name, r.permissions,
      (select count(*)::int from current_grants g join users u on u.school_id = g.school_id and u.id = g.user_id
        where g.role_id = r.id and g.scope_id = 0 and not u.is_disabled) as people
    from roles r where r.scope = 'school'`;

/** Returns the school's roles by name. */
export const selectRoles = (db: Db) =>
  many(db, sql<RoleRow>`${roles} order by lower(r.name), r.id`);

export const selectRole = (db: Db, id: number) =>
  first(db, sql<RoleRow>`${roles} and r.id = ${id}`);

/** Stores a role. Returns its id, or undefined if the name is taken. */
export const insertRole = async (
  db: Db,
  school: SchoolId,
  { name, permissions }: { name: string; permissions: readonly string[] },
  now: Date,
): Promise<number | undefined> =>
  (
    await first(
      db,
      sql<{ id: number }>`insert into roles (school_id, scope, name, permissions, created_at)
      values (${school}, 'school', ${name}, ${permissions as string[]}::text[], ${now})
      on conflict (school_id, scope, lower(name)) do nothing returning id`,
    )
  )?.id;

export const isNameTaken = async (db: Db, id: number, name: string): Promise<boolean> =>
  (await first(
    db,
    sql`select from roles where scope = 'school' and lower(name) = lower(${name}) and id <> ${id}`,
  )) !== undefined;

/** Changes the given fields of a role of any scope. */
export const updateRole = async (
  db: Db,
  id: number,
  change: { name?: string; permissions?: string[] },
): Promise<void> => {
  if (Object.keys(change).length > 0)
    await db.updateTable('roles').set(change).where('id', '=', id).execute();
};

/** Deletes a role, and removes it from everyone who has it. */
export const deleteRole = (db: Db, id: number) =>
  db.deleteFrom('roles').where('id', '=', id).execute();

/** A person who has a role. */
export interface RoleMemberRow {
  id: number;
  first_name: string;
  last_name: string;
  photo: string | null;
  sort_name: string;
}

/** Returns up to `limit` people who have a role, by name, starting after `after`. */
export const selectMembers = (
  db: Db,
  role: number,
  after: readonly [string, number] | null,
  limit: number,
) =>
  many(
    db,
    sql<RoleMemberRow>`
    select u.id, u.first_name, u.last_name, u.photo, u.sort_name
    from current_grants g join users u on u.school_id = g.school_id and u.id = g.user_id
    where g.role_id = ${role} and g.scope_id = 0 and not u.is_disabled
      and (${after === null} or (u.sort_name, u.id) > (${after?.[0] ?? ''}, ${after?.[1] ?? 0}::bigint))
    order by u.sort_name, u.id limit ${limit}`,
  );

/** Assigns a role to someone, even if an earlier grant has ended. Returns false if they already have the role. */
export const insertGrant = (
  db: Db,
  grant: { school: SchoolId; role: number; person: number; by: number; now: Date },
) =>
  hasChangedRows(
    db,
    sql`insert into role_grants (school_id, role_id, user_id, granted_at, granted_by)
    values (${grant.school}, ${grant.role}, ${grant.person}, ${grant.now}, ${grant.by})
    on conflict (school_id, user_id, scope_id, role_id) do update set granted_at = excluded.granted_at, granted_by = excluded.granted_by, ends_at = null
      where role_grants.ends_at <= now()`,
  );

/** Removes a role from someone. Returns false if they don't have it. */
export const deleteGrant = (db: Db, role: number, person: number) =>
  hasChangedRows(
    db,
    sql`delete from role_grants where role_id = ${role} and user_id = ${person} and scope_id = 0`,
  );

/** Removes all roles from a person whose account is deleted, and their name from grants and roles. */
export const deleteGrantsOf = async (db: Db, person: number): Promise<void> => {
  await sql`delete from role_grants where user_id = ${person}`.execute(db);
  await sql`update role_grants set granted_by = null where granted_by = ${person}`.execute(db);
  await sql`update roles set created_by = null where created_by = ${person}`.execute(db);
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  roles: sql`(select jsonb_agg(jsonb_build_object('name', r.name, 'since', g.granted_at, 'until', g.ends_at) order by r.name)
        from role_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id where g.user_id = ${me})`,
});
