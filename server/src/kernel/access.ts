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
 * Who may do what beyond what everybody may. A role is a name for some permissions of one scope and is held there: at the school, in
 * a club. Endpoints that need a permission at the school name it, and the kernel asks for it before the body is read; what is held
 * elsewhere is asked here, in the first line of the handler. There is no second permission function.
 */

type Who = Pick<Context, 'db' | 'actor'>;

/** What somebody may do at a place of a scope (the id of a club, for example; the school is 0). */
export type Held = <S extends PermissionScope>(
  scope: S,
  place: number,
) => ReadonlySet<PermissionOf<S>>;

/** What a role of somebody allows at a place. */
export interface Grant {
  readonly scope: PermissionScope;
  readonly place: number;
  readonly permissions: readonly string[];
}

/** What the caller holds by these grants of theirs. */
export const heldOf = ({ actor }: Pick<Who, 'actor'>, grants: readonly Grant[]): Held => {
  const { sessionId, isAdmin } = memberOf({ actor });
  if (isAdmin) return (scope) => new Set(permissionsOf(scope));
  if (sessionId === null) return () => new Set();
  const granted = Map.groupBy(grants, ({ scope, place }) => `${scope}:${place}`);
  return <S extends PermissionScope>(scope: S, place: number) => {
    // A permission that the product has no more, or that only admins have, allows nothing.
    const known = new Set<string>(grantablePermissions(scope));
    const here = (granted.get(`${scope}:${place}`) ?? []).flatMap(({ permissions }) => permissions);
    return new Set(here.filter((one): one is PermissionOf<S> => known.has(one)));
  };
};

const selectHeld = async ({ db, actor }: Who, which: RawBuilder<unknown>): Promise<Held> => {
  const { userId, sessionId, isAdmin } = memberOf({ actor });
  if (isAdmin || sessionId === null) return heldOf({ actor }, []);
  const { rows } = await sql<Grant>`
    select r.scope, g.scope_id as place, array_agg(distinct p) as permissions
    from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
      cross join unnest(r.permissions) as p
    where g.user_id = ${userId} and ${which}
    group by r.scope, g.scope_id`.execute(db);
  return heldOf({ actor }, rows);
};

/**
 * What the caller may do in each of these places of a scope, in one query. Admins may do everything everywhere, anybody else what their
 * roles there allow; their own API keys have no permissions.
 */
export const permissionsIn = async <S extends PermissionScope>(
  context: Who,
  scope: S,
  places: readonly number[],
): Promise<(position: number) => ReadonlySet<PermissionOf<S>>> => {
  if (places.length === 0) return () => new Set();
  const held = await selectHeld(
    context,
    sql`r.scope = ${scope} and g.scope_id = any(${places as number[]}::bigint[])`,
  );
  return (place) => held(scope, place);
};

/** The grants `g` of a person that allow something now, as the end of a `select … from`. */
const grantsOf = (
  user: RawBuilder<unknown>,
  scope: PermissionScope,
  permission: string,
): RawBuilder<unknown> =>
  sql`current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
    where g.user_id = ${user} and r.scope = ${scope} and ${permission} = any(r.permissions)`;

/**
 * Begins a statement that asks what the caller may do by `isPermitted` and `permittedPlaces`: their grants, which are so read once
 * however often it asks. For lists whose rows stand in many places, and where no round trip of its own is wanted for it.
 */
export const withHeld = (context: Pick<Context, 'actor'>): RawBuilder<unknown> => {
  const { userId } = memberOf(context);
  return sql`held as materialized (select r.scope, g.scope_id as place, r.permissions
    from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
    where g.user_id = ${userId})`;
};

/**
 * All these grants as a column, for `heldOf`: what the caller may do anywhere, in lists of which nobody knows the places beforehand.
 */
export const grantsColumn: RawBuilder<Grant[]> =
  sql`(select coalesce(jsonb_agg(held), '[]') from held)`;

/** Whether the caller may do something at a place of a scope, in a statement that begins with `withHeld`. */
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
 * The places of a scope where the caller may do something, as an array of their ids, in a statement that begins with `withHeld`;
 * null: in all of them. For statements that ask it of many rows and want it answered once.
 */
export const permittedPlaces = <S extends PermissionScope>(
  context: Pick<Context, 'actor'>,
  scope: S,
  permission: GrantableOf<S>,
): RawBuilder<number[]> | null => {
  const { sessionId, isAdmin } = memberOf(context);
  if (isAdmin) return null;
  if (sessionId === null) return sql`'{}'::bigint[]`;
  return sql`array(select place from held where scope = ${scope} and ${permission} = any(permissions))`;
};

/** Whether somebody, whose id stands in `user`, may do something at a place of a scope, inside of a statement. Nobody who is disabled may. */
export const isPersonPermitted = <S extends PermissionScope>(
  user: RawBuilder<unknown>,
  scope: S,
  place: RawBuilder<unknown>,
  permission: GrantableOf<S>,
): RawBuilder<boolean> =>
  sql`exists (select from users permitted where permitted.id = ${user} and not permitted.is_disabled and (permitted.is_admin
    or exists (select from ${grantsOf(sql`permitted.id`, scope, permission)} and g.scope_id = ${place})))`;

/**
 * Whether somebody who does not call now may do something at a place of a scope: for later work that acts for them.
 */
export const mayPerson = async <S extends PermissionScope>(
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
