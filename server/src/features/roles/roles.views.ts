import { grantablePermissions } from '#contract/permissions.ts';
import type { Role } from '#contract/roles/endpoints.ts';
import type { RoleRow } from './roles.queries.ts';

/** A role, without permissions that the product no longer has. */
export const roleView = ({ id, name, permissions, people }: RoleRow): Role => ({
  id: String(id),
  name,
  permissions: grantablePermissions('school').filter((one) => permissions.includes(one)),
  people,
});
