import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const shared = {
  access: 'staff',
  permission: 'clubs.manage',
  credential: 'bearer',
  params: z.strictObject({ id: z.string().max(40) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
} as const;

export const freezeClub = endpoint({
  ...shared,
  name: 'clubs.freeze',
  summary: 'Freeze a club',
  description: 'The club must be active. It becomes read-only. Recorded in the activity log.',
  method: 'PUT',
  path: '/api/v1/clubs/{id}/frozen',
});

export const unfreezeClub = endpoint({
  ...shared,
  name: 'clubs.unfreeze',
  summary: 'Unfreeze a club',
  description: 'Recorded in the activity log.',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}/frozen',
});

export const hideClub = endpoint({
  ...shared,
  name: 'clubs.hide',
  summary: 'Hide a club',
  description:
    'Removes the club from all lists; only its members can find it. Recorded in the activity log.',
  method: 'PUT',
  path: '/api/v1/clubs/{id}/hidden',
});

export const unhideClub = endpoint({
  ...shared,
  name: 'clubs.unhide',
  summary: 'Unhide a club',
  description: 'Recorded in the activity log.',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}/hidden',
});
