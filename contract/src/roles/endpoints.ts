import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { grantablePermissions } from '../permissions.ts';
import { text } from '../text.ts';

/** Roles of a school, and characters of a name. */
export const roleLimits = { each: 50, name: 60 } as const;

const id = z.strictObject({ id: z.string().max(40) });
const settings = {
  name: text().min(1).max(roleLimits.name),
  permissions: z
    .array(z.enum(grantablePermissions('school')))
    .max(grantablePermissions('school').length)
    .describe('What people who hold the role may do at the school'),
};

/** A role of the school's staff: a name for some permissions. Admins have all permissions and need no role. */
export const role = z.object({
  id: z.string(),
  ...settings,
  people: z.number().int().describe('How many hold it'),
});
export type Role = z.output<typeof role>;

const staff = { access: 'staff', permission: 'roles.manage', credential: 'bearer' } as const;

export const listRoles = endpoint({
  ...staff,
  name: 'roles.list',
  summary: 'The roles of the school by name.',
  method: 'GET',
  path: '/api/v1/school/roles',
  reply: z.object({ items: z.array(role) }),
});

export const createRole = endpoint({
  ...staff,
  name: 'roles.create',
  summary: 'Create a role. At most 50. A repeated `clientId` answers the first one again.',
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
  summary:
    'Rename a role or change its permissions; only what is sent changes. Whoever holds it has the new permissions with their next call.',
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
  summary: 'Delete a role. Whoever held it loses its permissions at once.',
  method: 'DELETE',
  path: '/api/v1/school/roles/{id}',
  params: id,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});

export const listRoleMembers = endpoint({
  ...staff,
  name: 'roles.members',
  summary: 'People who hold a role, by name.',
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
  summary: 'Give a person a role. Doing it twice changes nothing.',
  method: 'PUT',
  path: '/api/v1/school/roles/{id}/members/{uid}',
  params: membership,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'person_not_found'],
});

export const removeRoleMember = endpoint({
  ...staff,
  name: 'roles.remove-member',
  summary: 'Take a role from a person. Doing it twice changes nothing.',
  method: 'DELETE',
  path: '/api/v1/school/roles/{id}/members/{uid}',
  params: membership,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});
