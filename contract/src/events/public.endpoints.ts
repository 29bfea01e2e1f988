import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { schemaNames } from '../schema-names.ts';

/** The fields of an event that anyone can see: its own allow list. Leaves out attendees, hosts and the meeting link. */
export const publicEvent = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().describe('Sanitized HTML.'),
  dateStart: z.string(),
  dateEnd: z.string(),
  timeZone: z.string(),
  isAllDay: z.boolean(),
  isRecurring: z.boolean(),
  isCanceled: z.boolean(),
  location: z.string(),
  address: z.string(),
  mapUrl: z.string().nullable().describe('Address of a map, or null.'),
  isOnline: z.boolean(),
  cover: z.string().nullable().describe('Address of the cover picture, or null.'),
  tags: z.array(z.string()),
  host: z.string().describe('Name of the club, hub or school.'),
  takesRegistrations: z.boolean(),
});
schemaNames.add(publicEvent, { id: 'PublicEvent' });
export type PublicEvent = z.output<typeof publicEvent>;

export const getPublicEvent = endpoint({
  name: 'events.public',
  summary: 'Get a public event page',
  description:
    'Returns 404 if the page isn’t public, whatever the reason. Rate limit: 600 per hour from one address, shared with public profiles.',
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
    isIndexed: z.boolean().describe('True if search engines can list the page.'),
  }),
  errors: ['event_not_shared', 'too_many_requests'],
});
