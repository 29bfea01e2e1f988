import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { grantablePermissions } from '../permissions.ts';
import { roleLimits } from './endpoints.ts';
import { text } from '../text.ts';

const staff = { access: 'staff', permission: 'clubs.manage', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const settings = {
  name: text().min(1).max(roleLimits.name),
  permissions: z
    .array(z.enum(grantablePermissions('club')))
    .max(grantablePermissions('club').length)
    .describe('What whoever has the position may do in that club'),
};

/** A position that officers of clubs can have: a role that is held in a club. */
export const clubPosition = z.object({
  id: z.string(),
  ...settings,
  officers: z.number().int().describe('How many have it, in all clubs together'),
});
export type ClubPosition = z.output<typeof clubPosition>;

export const listClubPositions = endpoint({
  ...staff,
  name: 'club-positions.list',
  summary:
    'Positions that officers of clubs can have, highest first. A school begins with five, from its first club on.',
  method: 'GET',
  path: '/api/v1/school/club-positions',
  reply: z.object({ items: z.array(clubPosition) }),
});

export const createClubPosition = endpoint({
  ...staff,
  name: 'club-positions.create',
  summary:
    'Create a position, the lowest of all. At most 50 positions and roles in all. A repeated `clientId` answers the first one again.',
  method: 'POST',
  path: '/api/v1/school/club-positions',
  body: z.strictObject({ clientId, ...settings }),
  reply: clubPosition,
  errors: ['too_many_roles', 'role_name_taken'],
});

export const updateClubPosition = endpoint({
  ...staff,
  name: 'club-positions.update',
  summary:
    'Rename a position or change its permissions; only what is sent changes. Officers who have it have the new permissions with their next call.',
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
  summary: 'Delete a position that no officer has.',
  method: 'DELETE',
  path: '/api/v1/school/club-positions/{id}',
  params: id,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'position_held'],
});
