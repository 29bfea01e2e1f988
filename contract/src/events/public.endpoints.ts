import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** An event as anybody may see it: an allow-list of its own. Nobody who goes or hosts stands here, and no link to take part online. */
export const publicEvent = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().describe('Sanitized HTML'),
  dateStart: z.string(),
  dateEnd: z.string(),
  timeZone: z.string(),
  isAllDay: z.boolean(),
  isRecurring: z.boolean(),
  isCanceled: z.boolean(),
  location: z.string(),
  address: z.string(),
  mapUrl: z.string().nullable(),
  isOnline: z.boolean(),
  cover: z.string().nullable(),
  tags: z.array(z.string()),
  host: z.string().describe('Name of the club, hub or school'),
  takesRegistrations: z.boolean(),
});
export type PublicEvent = z.output<typeof publicEvent>;

export const getPublicEvent = endpoint({
  name: 'events.public',
  summary:
    'The page of an event that is shown to anybody. 404 where it is not, whatever the reason. Counts with the public profiles: at most 600 an hour from one address.',
  method: 'GET',
  path: '/api/v1/public/event',
  access: 'visitor',
  credential: 'open',
  query: z.strictObject({
    id: z.string().max(40),
    occurrence: z.string().max(19).optional(),
  }),
  reply: z.object({
    event: publicEvent,
    isIndexed: z.boolean().describe('Whether search engines may list it'),
  }),
  errors: ['event_not_shared', 'too_many_requests'],
});
