import { permissions as listed } from './lists/permissions.ts';

/** Where a role is held: at the school, or in a club. */
export const permissionScopes = ['school', 'club'] as const;
export type PermissionScope = (typeof permissionScopes)[number];

/** The headings under which the permissions that a role can give are offered; below one of them the lower `order` comes first. */
export const permissionGroups = ['moderation', 'communication', 'privacy', 'campus'] as const;
type PermissionGroup = (typeof permissionGroups)[number];

/**
 * What a role may allow, and in which scope; each feature lists its own (`<feature>/permissions.ts`). Endpoints name the permission
 * they need. Admins of a school have all of them, in every scope. `adminsOnly`: no role can hold it, because whoever has it could
 * make themselves or others an admin: imports and keys write accounts, sign-on decides who somebody is, analytics puts a script of
 * another site into every page.
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
/** Permissions of one scope. */
export type PermissionOf<S extends PermissionScope> = {
  [P in Permission]: (typeof permissions)[P]['scope'] extends S ? P : never;
}[Permission];

/** All permissions of a scope, by name. */
export const permissionsOf = <S extends PermissionScope>(scope: S): readonly PermissionOf<S>[] =>
  // Its keys are the permissions; the language says no more than that they are text.
  (Object.keys(permissions) as Permission[]).filter(
    (one): one is PermissionOf<S> => permissions[one].scope === scope,
  );

/** Permissions of one scope that a role may hold. */
export type GrantableOf<S extends PermissionScope> = {
  [P in PermissionOf<S>]: (typeof permissions)[P]['adminsOnly'] extends false ? P : never;
}[PermissionOf<S>];

/** Those that a role of the scope may hold. */
export const grantablePermissions = <S extends PermissionScope>(
  scope: S,
): readonly GrantableOf<S>[] =>
  permissionsOf(scope).filter((one): one is GrantableOf<S> => !permissions[one].adminsOnly);

/** Whether one of the permissions that roles give is this one, and one that a role may give. */
export const isHeld = (given: readonly string[], permission: Permission): boolean =>
  !permissions[permission].adminsOnly && given.includes(permission);
