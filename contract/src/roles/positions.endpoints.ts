import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { grantablePermissions } from '../permissions.ts';
import { roleLimits } from './endpoints.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const staff = { access: 'staff', permission: 'clubs.manage', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const settings = {
  name: text().min(1).max(roleLimits.name),
  permissions: z
    .array(z.enum(grantablePermissions('club')))
    .max(grantablePermissions('club').length)
    .describe('Permissions in the club for people with this position.'),
};

/** An officer position: a role that people hold in one club. */
export const clubPosition = z.object({
  id: z.string(),
  ...settings,
  officers: z.number().int().describe('Number of officers with this position in all clubs.'),
});
schemaNames.add(clubPosition, { id: 'OfficerPosition' });
export type ClubPosition = z.output<typeof clubPosition>;

export const listClubPositions = endpoint({
  ...staff,
  name: 'club-positions.list',
  summary: 'List officer positions',
  description: 'Highest first. A school has five by default, starting with its first club.',
  method: 'GET',
  path: '/api/v1/school/club-positions',
  reply: z.object({ items: z.array(clubPosition) }),
});

export const createClubPosition = endpoint({
  ...staff,
  name: 'club-positions.create',
  summary: 'Create an officer position',
  description:
    'The new position is the lowest. Limit: 50 positions and roles in total. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/club-positions',
  body: z.strictObject({ clientId, ...settings }),
  reply: clubPosition,
  errors: ['too_many_roles', 'role_name_taken'],
});

export const updateClubPosition = endpoint({
  ...staff,
  name: 'club-positions.update',
  summary: 'Update an officer position',
  description:
    'Changes its name or permissions. Send only the fields to change. The new permissions apply from each officer’s next call.',
  method: 'PATCH',
  path: '/api/v1/school/club-positions/{id}',
  params: id,
  body: z.strictObject(settings).partial(),
  reply: clubPosition,
  errors: ['not_found', 'role_name_taken'],
});

export const deleteClubPosition = endpoint({
  ...staff,
  name: 'club-positions.delete',
  summary: 'Delete an officer position',
  description: 'No officer may have it.',
  method: 'DELETE',
  path: '/api/v1/school/club-positions/{id}',
  params: id,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'position_held'],
});
