import { sql, type RawBuilder } from 'kysely';
import {
  grantablePermissions,
  permissionsOf,
  type GrantableOf,
  type PermissionOf,
  type PermissionScope,
} from '#contract/permissions.ts';
import { memberOf, type Context } from './context.ts';

/*
 * Permissions beyond those that everyone has. A role is a name for some permissions of one scope. People have a role at the school or in a
 * club, for example. Endpoints that need a permission at the school name it, and the kernel checks it before it reads the body. Handlers
 * check permissions in other places in their first line. There is no second permission function.
 */

type AccessContext = Pick<Context, 'db' | 'actor'>;

/** Returns someone's permissions at a place of a scope: a club's id, for example, or 0 for the school. */
export type PermissionLookup = <S extends PermissionScope>(
  scope: S,
  place: number,
) => ReadonlySet<PermissionOf<S>>;

/** The permissions that someone's role grants at a place. */
export interface Grant {
  readonly scope: PermissionScope;
  readonly place: number;
  readonly permissions: readonly string[];
}

/** Returns the caller's permissions from these grants. */
export const permissionLookup = (
  { actor }: Pick<AccessContext, 'actor'>,
  grants: readonly Grant[],
): PermissionLookup => {
  const { sessionId, isAdmin } = memberOf({ actor });
  if (isAdmin) return (scope) => new Set(permissionsOf(scope));
  if (sessionId === null) return () => new Set();
  const granted = Map.groupBy(grants, ({ scope, place }) => `${scope}:${place}`);
  return <S extends PermissionScope>(scope: S, place: number) => {
    // Ignore permissions that no longer exist or that only admins have.
    const known = new Set<string>(grantablePermissions(scope));
    const here = (granted.get(`${scope}:${place}`) ?? []).flatMap(({ permissions }) => permissions);
    return new Set(here.filter((one): one is PermissionOf<S> => known.has(one)));
  };
};

const selectPermissions = async (
  { db, actor }: AccessContext,
  which: RawBuilder<unknown>,
): Promise<PermissionLookup> => {
  const { userId, sessionId, isAdmin } = memberOf({ actor });
  if (isAdmin || sessionId === null) return permissionLookup({ actor }, []);
  const { rows } = await sql<Grant>`
    select r.scope, g.scope_id as place, array_agg(distinct p) as permissions
    from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
      cross join unnest(r.permissions) as p
    where g.user_id = ${userId} and ${which}
    group by r.scope, g.scope_id`.execute(db);
  return permissionLookup({ actor }, rows);
};

/**
 * Returns the caller's permissions at each of these places of a scope, in one query. Admins have all permissions everywhere. Other people
 * have those of their roles there. Personal API keys have none.
 */
export const permissionsIn = async <S extends PermissionScope>(
  context: AccessContext,
  scope: S,
  places: readonly number[],
): Promise<(position: number) => ReadonlySet<PermissionOf<S>>> => {
  if (places.length === 0) return () => new Set();
  const held = await selectPermissions(
    context,
    sql`r.scope = ${scope} and g.scope_id = any(${places as number[]}::bigint[])`,
  );
  return (place) => held(scope, place);
};

/** Returns the end of a `select … from` with the grants `g` that currently give a person the permission. */
const grantsOf = (
  user: RawBuilder<unknown>,
  scope: PermissionScope,
  permission: string,
): RawBuilder<unknown> =>
  sql`current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
    where g.user_id = ${user} and r.scope = ${scope} and ${permission} = any(r.permissions)`;

/**
 * Starts a statement that uses `isPermitted` and `permittedScopeIds`, and reads the caller's grants once. Use it for lists whose rows are in
 * many places, and to save a separate round trip.
 */
export const withGrants = (context: Pick<Context, 'actor'>): RawBuilder<unknown> => {
  const { userId } = memberOf(context);
  return sql`held as materialized (select r.scope, g.scope_id as place, r.permissions
    from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
    where g.user_id = ${userId})`;
};

/** All grants of `withGrants` as a column for `permissionLookup`. Use it for lists whose places aren't known beforehand. */
export const grantsColumn: RawBuilder<Grant[]> =
  sql`(select coalesce(jsonb_agg(held), '[]') from held)`;

/** Returns whether the caller has a permission at a place, in a statement that starts with `withGrants`. */
export const isPermitted = <S extends PermissionScope>(
  context: Pick<Context, 'actor'>,
  scope: S,
  place: number,
  permission: GrantableOf<S>,
): RawBuilder<boolean> => {
  const { sessionId, isAdmin } = memberOf(context);
  if (isAdmin) return sql`true`;
  if (sessionId === null) return sql`false`;
  return sql`exists (select from held where scope = ${scope} and place = ${place} and ${permission} = any(permissions))`;
};

/**
 * Returns the ids of the places where the caller has a permission, as an array, in a statement that starts with `withGrants`. Null if they
 * have it everywhere. Use it to check many rows at once.
 */
export const permittedScopeIds = <S extends PermissionScope>(
  context: Pick<Context, 'actor'>,
  scope: S,
  permission: GrantableOf<S>,
): RawBuilder<number[]> | null => {
  const { sessionId, isAdmin } = memberOf(context);
  if (isAdmin) return null;
  if (sessionId === null) return sql`'{}'::bigint[]`;
  return sql`array(select place from held where scope = ${scope} and ${permission} = any(permissions))`;
};

/** Returns whether the person with the id `user` has a permission at a place, inside a statement. False if their account is disabled. */
export const isPersonPermitted = <S extends PermissionScope>(
  user: RawBuilder<unknown>,
  scope: S,
  place: RawBuilder<unknown>,
  permission: GrantableOf<S>,
): RawBuilder<boolean> =>
  sql`exists (select from users permitted where permitted.id = ${user} and not permitted.is_disabled and (permitted.is_admin
    or exists (select from ${grantsOf(sql`permitted.id`, scope, permission)} and g.scope_id = ${place})))`;

/** Returns whether someone other than the caller has a permission at a place. Use it for background work on their behalf. */
export const hasPermission = async <S extends PermissionScope>(
  { db }: Pick<Context, 'db'>,
  user: number,
  scope: S,
  place: number,
  permission: GrantableOf<S>,
): Promise<boolean> => {
  const isPermittedNow = isPersonPermitted(sql`${user}::bigint`, scope, sql`${place}`, permission);
  const { rows } = await sql`select where ${isPermittedNow}`.execute(db);
  return rows.length > 0;
};
