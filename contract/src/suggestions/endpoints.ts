import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { user } from '../people/endpoints.ts';

/** Why a person is suggested. Values are only what the caller may see of them. */
export const suggestionReason = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mutual'),
    count: z.number().int().describe('Mutual connections; the faces are in the person’s mutuals'),
  }),
  z.object({
    kind: z.literal('studies'),
    major: z.string().nullable(),
    year: z.number().int().nullable().describe('What the two share'),
  }),
  z.object({
    kind: z.literal('interests'),
    values: z.array(z.string()).describe('Shared interests, at most 3'),
  }),
]);
export type SuggestionReason = z.output<typeof suggestionReason>;

export const listSuggestions = endpoint({
  name: 'suggestions.list',
  summary:
    'People the caller may know, likeliest first, each with its reasons. Nobody who is connected, asked, blocked, dismissed or does not want to be suggested.',
  recordsReads: true,
  method: 'GET',
  path: '/api/v1/suggestions',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  query: z.strictObject({ size: z.coerce.number().int().min(1).max(50).default(10) }),
  reply: z.object({ items: z.array(user.extend({ reasons: z.array(suggestionReason) })) }),
  errors: ['connect_off'],
});

export const dismissSuggestion = endpoint({
  name: 'suggestions.dismiss',
  summary: 'Never suggest this person to the caller again. Doing it twice changes nothing.',
  method: 'PUT',
  path: '/api/v1/suggestions/{uid}/dismissal',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  params: z.strictObject({ uid: z.string().max(40) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['person_not_found'],
});

export const restoreSuggestion = endpoint({
  name: 'suggestions.restore',
  summary: 'Take a dismissal back.',
  method: 'DELETE',
  path: '/api/v1/suggestions/{uid}/dismissal',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  params: z.strictObject({ uid: z.string().max(40) }),
  reply: z.object({ ok: z.literal(true) }),
});
