import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { grantablePermissions } from '../permissions.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/** Maximum roles of a school, and characters in a name. */
export const roleLimits = { each: 50, name: 60 } as const;

const id = z.strictObject({ id: z.string().max(40) });
const settings = {
  name: text().min(1).max(roleLimits.name),
  permissions: z
    .array(z.enum(grantablePermissions('school')))
    .max(grantablePermissions('school').length)
    .describe('Permissions at the school for people with this role.'),
};

/** A role of the school's staff: a name for a set of permissions. Admins have all permissions and need no role. */
export const role = z.object({
  id: z.string(),
  ...settings,
  people: z.number().int().describe('Number of people with this role.'),
});
schemaNames.add(role, { id: 'Role' });
export type Role = z.output<typeof role>;

const staff = { access: 'staff', permission: 'roles.manage', credential: 'bearer' } as const;

export const listRoles = endpoint({
  ...staff,
  name: 'roles.list',
  summary: 'List roles',
  description: 'Sorted by name.',
  method: 'GET',
  path: '/api/v1/school/roles',
  reply: z.object({ items: z.array(role) }),
});

export const createRole = endpoint({
  ...staff,
  name: 'roles.create',
  summary: 'Create a role',
  description: 'Limit: 50 roles. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/roles',
  keepsReply: 'always',
  body: z.strictObject({ clientId: clientId.optional(), ...settings }),
  reply: role,
  errors: ['too_many_roles', 'role_name_taken'],
});

export const updateRole = endpoint({
  ...staff,
  name: 'roles.update',
  summary: 'Update a role',
  description:
    'Changes its name or permissions. Send only the fields to change. The new permissions apply from each person’s next call.',
  method: 'PATCH',
  path: '/api/v1/school/roles/{id}',
  params: id,
  body: z.strictObject(settings).partial(),
  reply: role,
  errors: ['not_found', 'role_name_taken'],
});

export const deleteRole = endpoint({
  ...staff,
  name: 'roles.delete',
  summary: 'Delete a role',
  description: 'People with this role lose its permissions immediately.',
  method: 'DELETE',
  path: '/api/v1/school/roles/{id}',
  params: id,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});

export const listRoleMembers = endpoint({
  ...staff,
  name: 'roles.members',
  summary: 'List people with a role',
  description: 'Sorted by name.',
  method: 'GET',
  path: '/api/v1/school/roles/{id}/members',
  params: id,
  query: cursorQuery,
  reply: pageOf(face),
  errors: ['not_found', 'bad_cursor'],
});

const membership = z.strictObject({ id: z.string().max(40), uid: z.string().max(40) });

export const addRoleMember = endpoint({
  ...staff,
  name: 'roles.add-member',
  summary: 'Assign a role to a person',
  description: 'Idempotent.',
  method: 'PUT',
  path: '/api/v1/school/roles/{id}/members/{uid}',
  params: membership,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'person_not_found'],
});

export const removeRoleMember = endpoint({
  ...staff,
  name: 'roles.remove-member',
  summary: 'Remove a role from a person',
  description: 'Idempotent.',
  method: 'DELETE',
  path: '/api/v1/school/roles/{id}/members/{uid}',
  params: membership,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});
