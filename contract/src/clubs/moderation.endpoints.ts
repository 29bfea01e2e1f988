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
  summary: 'Freeze an active club: it can be read, and nothing in it can change. Recorded.',
  method: 'PUT',
  path: '/api/v1/clubs/{id}/frozen',
});

export const thawClub = endpoint({
  ...shared,
  name: 'clubs.thaw',
  summary: 'Make a frozen club active again. Recorded.',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}/frozen',
});

export const hideClub = endpoint({
  ...shared,
  name: 'clubs.hide',
  summary: 'Take a club out of all lists; only its members find it. Recorded.',
  method: 'PUT',
  path: '/api/v1/clubs/{id}/hidden',
});

export const unhideClub = endpoint({
  ...shared,
  name: 'clubs.unhide',
  summary: 'Show a hidden club again. Recorded.',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}/hidden',
});
