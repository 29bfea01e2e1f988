import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { eventReasons, eventLimits as limits } from './limits.ts';

const member = { access: 'member', credential: 'bearer' } as const;
const done = z.object({ ok: z.literal(true) });

/** Why an event is recommended: a code, for which the web app has words, and what stands in them. */
export const eventReason = z.object({
  kind: z.enum(eventReasons),
  text: z.string().describe('The reason in English, for programs'),
  names: z
    .array(z.string())
    .describe(
      'Clubs that the caller is a member of, interests that fit, or tags of what they attended; of `free` none',
    ),
  count: z.number().int().describe('How many there are, of connections for example'),
  people: z
    .array(face)
    .describe('Of `connections` up to 3, as far as the caller may see that they go'),
});
export type EventReason = z.output<typeof eventReason>;

export const listEventRecommendations = endpoint({
  ...member,
  name: 'events.recommendations',
  summary:
    'Coming events that the caller may like, likeliest first, each with its reasons. None that they registered for, host or dismissed; none at all while they have turned this off.',
  method: 'GET',
  path: '/api/v1/recommendations/events',
  scope: 'read',
  query: z.strictObject({
    size: z.coerce.number().int().min(1).max(limits.recommendations).default(6),
  }),
  reply: z.object({
    isOn: z.boolean().describe('Whether the caller wants recommendations'),
    results: z.array(
      z.object({
        eventId: z.string(),
        title: z.string(),
        startDate: z.string(),
        endDate: z.string(),
        timeZone: z.string(),
        isAllDay: z.boolean(),
        updatedOn: z.string(),
        cover: z.string().nullable(),
        location: z.string(),
        host: z.string(),
        reasons: z.array(eventReason),
      }),
    ),
  }),
});

export const dismissRecommendation = endpoint({
  ...member,
  name: 'events.recommendations-dismiss',
  summary:
    'Less like this: never recommend the event again, and what has its tags or its host less. Doing it twice changes nothing.',
  method: 'DELETE',
  path: '/api/v1/recommendations/events/{eventId}',
  scope: 'write',
  params: z.strictObject({ eventId: z.string().max(40) }),
  reply: done,
  errors: ['not_found'],
});

export const switchRecommendations = endpoint({
  ...member,
  name: 'events.recommendations-switch',
  summary:
    'Turn recommendations of events off or on. Turned off, nothing is worked out for the caller.',
  method: 'PUT',
  path: '/api/v1/recommendations/events',
  scope: 'write',
  body: z.strictObject({ isOn: z.boolean() }),
  reply: z.object({ isOn: z.boolean() }),
});
