import type { InputOf } from '#contract/endpoints.ts';
import type { Person } from './world.ts';

/** Turns on donations of any amount to a club. */
export const acceptDonations = (
  officer: Person,
  club: string,
  more: Partial<InputOf<'PUT /api/v1/clubs/{id}/donations'>> = {},
) =>
  officer.call('PUT /api/v1/clubs/{id}/donations', {
    id: club,
    version: 0,
    isOn: true,
    min: { amount: 1, currency: 'USD' },
    ...more,
  });
