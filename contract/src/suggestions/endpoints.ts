import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { user } from '../people/endpoints.ts';
import { schemaNames } from '../schema-names.ts';

/** The reason for suggesting a person. It contains only values that the caller can see. */
export const suggestionReason = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mutual'),
    count: z
      .number()
      .int()
      .describe('Number of mutual connections. Their faces are in the person’s `mutuals`.'),
  }),
  z.object({
    kind: z.literal('studies'),
    major: z.string().nullable().describe('Shared major, or null.'),
    year: z.number().int().nullable().describe('Graduation year that both share, or null.'),
  }),
  z.object({
    kind: z.literal('interests'),
    values: z.array(z.string()).describe('Shared interests, at most 3.'),
  }),
]);
schemaNames.add(suggestionReason, { id: 'PersonSuggestionReason' });
export type SuggestionReason = z.output<typeof suggestionReason>;

export const listSuggestions = endpoint({
  name: 'suggestions.list',
  summary: 'List suggested people',
  description:
    'Returns people the caller may know, best match first, with reasons. Leaves out people who are connected, requested, blocked or dismissed, or who don’t want to be suggested.',
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
  summary: 'Dismiss a suggested person',
  description: 'They won’t be suggested to the caller again. Idempotent.',
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
  summary: 'Undo dismissing a suggested person',
  method: 'DELETE',
  path: '/api/v1/suggestions/{uid}/dismissal',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  params: z.strictObject({ uid: z.string().max(40) }),
  reply: z.object({ ok: z.literal(true) }),
});
