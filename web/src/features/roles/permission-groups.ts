import permissionWords from 'messages:en/roles.*';
import { grantablePermissions, type GrantableOf } from '#contract/permissions.ts';
import { addEnglish } from '../../lib/messages.ts';

// Each feature has the words of its permissions.
addEnglish(permissionWords);

/** A permission that a role can give. */
export type RolePermission = GrantableOf<'school'>;

/** Under which heading each permission is offered. One that is not here does not compile. */
const groupOf = {
  'reports.manage': 'moderation',
  'audit.read': 'moderation',
  'newsletters.manage': 'communication',
  'announcements.manage': 'communication',
  'notifications.manage': 'communication',
  'chat.manage': 'communication',
  'privacy.manage': 'privacy',
  'sharing.manage': 'privacy',
  'school.manage': 'campus',
  'hubs.manage': 'campus',
  'menus.manage': 'campus',
} as const satisfies Record<RolePermission, string>;

const order = Object.keys(groupOf);
const offered = grantablePermissions('school').toSorted(
  (a, b) => order.indexOf(a) - order.indexOf(b),
);

/** The permissions that a role can give, by heading. */
export const permissionGroups = (['moderation', 'communication', 'privacy', 'campus'] as const).map(
  (group) => ({ group, permissions: offered.filter((one) => groupOf[one] === group) }),
);

/** Permissions in the order in which they are offered. */
export const inOrder = (permissions: readonly RolePermission[]): RolePermission[] =>
  offered.filter((one) => permissions.includes(one));
