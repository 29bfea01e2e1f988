import { grantablePermissions } from '#contract/permissions.ts';
import type { Role } from '#contract/roles/endpoints.ts';
import type { RoleRow } from './roles.queries.ts';

/** Returns a role without permissions that no longer exist. */
export const roleView = ({ id, name, permissions, people }: RoleRow): Role => ({
  id: String(id),
  name,
  permissions: grantablePermissions('school').filter((one) => permissions.includes(one)),
  people,
});
