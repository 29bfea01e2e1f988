import permissionWords from 'messages:en/roles.*';
import {
  grantablePermissions,
  permissionGroups as groups,
  permissions as declared,
  type GrantableOf,
} from '#contract/permissions.ts';
import { addEnglish } from '../../lib/messages.ts';

// Each feature contains the texts of its permissions.
addEnglish(permissionWords);

/** A permission that can be part of a role. */
export type RolePermission = GrantableOf<'school'>;

const offered = grantablePermissions('school').toSorted(
  (a, b) =>
    groups.indexOf(declared[a].group) - groups.indexOf(declared[b].group) ||
    declared[a].order - declared[b].order,
);

/** The permissions by heading. */
export const permissionGroups = groups.map((group) => ({
  group,
  permissions: offered.filter((one) => declared[one].group === group),
}));

/** Returns permissions in their display order. */
export const inOrder = (permissions: readonly RolePermission[]): RolePermission[] =>
  offered.filter((one) => permissions.includes(one));
