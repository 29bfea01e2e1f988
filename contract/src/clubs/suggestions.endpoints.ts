import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { club } from './endpoints.ts';

const member = { access: 'member', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const done = z.object({ ok: z.literal(true) });

/** Why a club is suggested: the strongest reason there is. */
export const clubReason = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('known'),
    count: z.number().int().describe('Members that the caller is connected with'),
    people: z.array(face).describe('Up to 3 of them'),
  }),
  z.object({
    kind: z.literal('interests'),
    values: z.array(z.string()).describe('Interests of the caller that fit it, at most 3'),
  }),
  z.object({
    kind: z.literal('major'),
    major: z.string().describe('The caller’s, which fits it'),
  }),
  z.object({
    kind: z.literal('similar'),
    club: z.object({ id: z.string(), name: z.string() }).describe('A club of the caller'),
  }),
]);
export type ClubReason = z.output<typeof clubReason>;

export const suggestedClub = club.extend({ reason: clubReason });
export type SuggestedClub = z.output<typeof suggestedClub>;

export const listClubSuggestions = endpoint({
  ...member,
  name: 'clubs.suggestions',
  summary:
    'Clubs that the caller may like, likeliest first, each with why. None that they are anything to, cannot join or request to join, or dismissed. A private membership is no reason.',
  method: 'GET',
  path: '/api/v1/club-suggestions',
  scope: 'read',
  query: z.strictObject({
    hub: z.string().max(40).optional().describe('Clubs of this hub alone'),
    size: z.coerce.number().int().min(1).max(10).default(3),
  }),
  reply: z.object({ items: z.array(suggestedClub) }),
});

export const dismissClub = endpoint({
  ...member,
  name: 'clubs.suggestions-dismiss',
  summary: 'Never suggest this club to the caller again. Doing it twice changes nothing.',
  method: 'PUT',
  path: '/api/v1/clubs/{id}/dismissal',
  scope: 'write',
  params: id,
  reply: done,
  errors: ['not_found'],
});

export const restoreDismissedClub = endpoint({
  ...member,
  name: 'clubs.suggestions-restore',
  summary: 'Take a dismissal back.',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}/dismissal',
  scope: 'write',
  params: id,
  reply: done,
});
