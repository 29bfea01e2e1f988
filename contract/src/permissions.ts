import { permissions as listed } from './lists/permissions.ts';

/** The scope of a role: the school, or a club. */
export const permissionScopes = ['school', 'club'] as const;
export type PermissionScope = (typeof permissionScopes)[number];

/** Headings for the permissions that a role can have. Below a heading, permissions are sorted by `order`. */
export const permissionGroups = ['moderation', 'communication', 'privacy', 'campus'] as const;
type PermissionGroup = (typeof permissionGroups)[number];

/**
 * Permissions that a role can have, with their scope. Each feature lists its own (`<feature>/permissions.ts`). Endpoints name the
 * permission that they require. Admins of a school have all permissions in every scope. `adminsOnly`: no role can have it,
 * because people with it could make themselves or others admins: imports and keys write accounts, sign-on identifies people, and
 * analytics adds a script from another site to every page.
 */
export const permissions = listed satisfies Readonly<
  Record<
    string,
    { readonly scope: PermissionScope } & (
      | { readonly adminsOnly: true }
      | { readonly adminsOnly: false; readonly group: PermissionGroup; readonly order: number }
    )
  >
>;

export type Permission = keyof typeof permissions;
export type PermissionOf<S extends PermissionScope> = {
  [P in Permission]: (typeof permissions)[P]['scope'] extends S ? P : never;
}[Permission];

export const permissionsOf = <S extends PermissionScope>(scope: S): readonly PermissionOf<S>[] =>
  // The cast is safe: the object's keys are the permissions, but TypeScript types them as strings.
  (Object.keys(permissions) as Permission[]).filter(
    (one): one is PermissionOf<S> => permissions[one].scope === scope,
  );

/** Permissions of one scope that a role can have. */
export type GrantableOf<S extends PermissionScope> = {
  [P in PermissionOf<S>]: (typeof permissions)[P]['adminsOnly'] extends false ? P : never;
}[PermissionOf<S>];

/** Returns the permissions that a role of the scope can have. */
export const grantablePermissions = <S extends PermissionScope>(
  scope: S,
): readonly GrantableOf<S>[] =>
  permissionsOf(scope).filter((one): one is GrantableOf<S> => !permissions[one].adminsOnly);

/** True if the permission is among the given ones and a role can have it. */
export const isHeld = (given: readonly string[], permission: Permission): boolean =>
  !permissions[permission].adminsOnly && given.includes(permission);
