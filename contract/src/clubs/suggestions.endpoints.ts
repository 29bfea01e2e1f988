import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { club } from './endpoints.ts';
import { schemaNames } from '../schema-names.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const done = z.object({ ok: z.literal(true) });

/** The strongest reason for suggesting a club. */
export const clubReason = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('known'),
    count: z.number().int().describe('Number of members that the caller is connected with.'),
    people: z.array(face).describe('Up to 3 of these members.'),
  }),
  z.object({
    kind: z.literal('interests'),
    values: z.array(z.string()).describe('Interests of the caller that match the club, at most 3.'),
  }),
  z.object({
    kind: z.literal('major'),
    major: z.string().describe('Major of the caller that matches the club.'),
  }),
  z.object({
    kind: z.literal('similar'),
    club: z
      .object({ id: z.string(), name: z.string() })
      .describe('Club of the caller that is similar.'),
  }),
]);
schemaNames.add(clubReason, { id: 'ClubSuggestionReason' });
export type ClubReason = z.output<typeof clubReason>;

export const suggestedClub = club.extend({ reason: clubReason });
schemaNames.add(suggestedClub, { id: 'SuggestedClub' });
export type SuggestedClub = z.output<typeof suggestedClub>;

export const listClubSuggestions = endpoint({
  ...signedIn,
  name: 'clubs.suggestions',
  summary: 'List suggested clubs',
  description:
    'Returns clubs the caller may like, best match first, with reasons. Excludes clubs they belong to, can’t join or request to join, or have dismissed. Private memberships aren’t used as reasons.',
  method: 'GET',
  path: '/api/v1/club-suggestions',
  scope: 'read',
  query: z.strictObject({
    hub: z.string().max(40).optional().describe('ID of a hub. Only its clubs are returned.'),
    size: z.coerce.number().int().min(1).max(10).default(3),
  }),
  reply: z.object({ items: z.array(suggestedClub) }),
});

export const dismissClub = endpoint({
  ...signedIn,
  name: 'clubs.suggestions-dismiss',
  summary: 'Dismiss a suggested club',
  description: 'It won’t be suggested to the caller again. Idempotent.',
  method: 'PUT',
  path: '/api/v1/clubs/{id}/dismissal',
  scope: 'write',
  params: id,
  reply: done,
  errors: ['not_found'],
});

export const restoreDismissedClub = endpoint({
  ...signedIn,
  name: 'clubs.suggestions-restore',
  summary: 'Undo dismissing a suggested club',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}/dismissal',
  scope: 'write',
  params: id,
  reply: done,
});
