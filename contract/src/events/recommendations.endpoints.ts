import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { eventReasons, eventLimits as limits } from './limits.ts';
import { schemaNames } from '../schema-names.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
const done = z.object({ ok: z.literal(true) });

/** The reason for a recommendation: a code, which the web app translates, and its values. */
export const eventReason = z.object({
  kind: z.enum(eventReasons),
  text: z.string().describe('Reason in English, for programs.'),
  names: z
    .array(z.string())
    .describe(
      'Names: clubs the caller belongs to, matching interests, or tags of events they attended. Empty for `free`.',
    ),
  count: z.number().int().describe('Count, such as the number of connections.'),
  people: z
    .array(face)
    .describe(
      'Up to 3 people for `connections`, as far as the caller can see that they are going.',
    ),
});
schemaNames.add(eventReason, { id: 'EventRecommendationReason' });
export type EventReason = z.output<typeof eventReason>;

export const listEventRecommendations = endpoint({
  ...signedIn,
  name: 'events.recommendations',
  summary: 'List recommended events',
  description:
    'Returns upcoming events that the caller may like, best match first, with reasons. Leaves out events that they registered for, host or dismissed. Empty if they turned recommendations off.',
  method: 'GET',
  path: '/api/v1/recommendations/events',
  scope: 'read',
  query: z.strictObject({
    size: z.coerce.number().int().min(1).max(limits.recommendations).default(6),
  }),
  reply: z.object({
    isOn: z.boolean().describe('True if the caller wants recommendations.'),
    results: z.array(
      z.object({
        eventId: z.string(),
        title: z.string(),
        startDate: z.string(),
        endDate: z.string(),
        timeZone: z.string(),
        isAllDay: z.boolean(),
        updatedOn: z.string(),
        cover: z.string().nullable().describe('Address of the cover picture, or null.'),
        location: z.string(),
        host: z.string(),
        reasons: z.array(eventReason),
      }),
    ),
  }),
});

export const dismissRecommendation = endpoint({
  ...signedIn,
  name: 'events.recommendations-dismiss',
  summary: 'Dismiss a recommended event',
  description:
    'The event won’t be recommended again, and events with the same tags or host are recommended less. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/recommendations/events/{eventId}',
  scope: 'write',
  params: z.strictObject({ eventId: z.string().max(40) }),
  reply: done,
  errors: ['not_found'],
});

export const switchRecommendations = endpoint({
  ...signedIn,
  name: 'events.recommendations-switch',
  summary: 'Turn event recommendations on or off',
  description: 'While off, no recommendations are computed for the caller.',
  method: 'PUT',
  path: '/api/v1/recommendations/events',
  scope: 'write',
  body: z.strictObject({ isOn: z.boolean() }),
  reply: z.object({ isOn: z.boolean() }),
});
