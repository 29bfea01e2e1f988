import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { schemaNames } from '../schema-names.ts';
import { clubMeeting } from './meetings.ts';

/** The fields of a club that anyone can see: its own allow list. Officers are included only if their own profile is public. */
export const publicClub = z.object({
  id: z.string(),
  name: z.string(),
  acronym: z.string(),
  description: z.string(),
  about: z.string().describe('Sanitized HTML.'),
  type: z.string().nullable(),
  categories: z.array(z.string()),
  url: z.string().nullable().describe('Website of the club, or null.'),
  meetings: z
    .array(clubMeeting.omit({ location: true }))
    .describe('Regular meetings without their locations, in order.'),
  cost: z.string().describe('Cost of joining, in addition to dues. Can be empty.'),
  founded: z.number().int().nullable().describe('Year in which the club was founded, or null.'),
  links: z.array(z.string()).describe('Addresses of the club’s pages elsewhere.'),
  logo: z.string().nullable(),
  cover: z.string().nullable(),
  members: z
    .number()
    .int()
    .nullable()
    .describe('Number of members, or null if the membership is private.'),
  officers: z.array(
    z.object({
      uid: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      photoUrl: z.string().nullable(),
      position: z.string(),
    }),
  ),
});
schemaNames.add(publicClub, { id: 'PublicClub' });
export type PublicClub = z.output<typeof publicClub>;

export const getPublicClub = endpoint({
  name: 'clubs.public',
  summary: 'Get a public club page',
  description:
    'Returns 404 if the page isn’t public, whatever the reason. Rate limit: 600 per hour from one address, shared with public profiles.',
  method: 'GET',
  path: '/api/v1/public/club',
  access: 'visitor',
  credential: 'open',
  query: z.strictObject({ id: z.string().max(40) }),
  reply: z.object({
    club: publicClub,
    isIndexed: z.boolean().describe('True if search engines can list the page.'),
  }),
  errors: ['club_not_shared', 'too_many_requests'],
});
