import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** A club as anybody may see it: an allow-list of its own. Officers stand here only if their own profile is public. */
export const publicClub = z.object({
  id: z.string(),
  name: z.string(),
  acronym: z.string(),
  description: z.string(),
  about: z.string().describe('Sanitized HTML'),
  type: z.string().nullable(),
  categories: z.array(z.string()),
  url: z.string().nullable().describe('Its own website'),
  logo: z.string().nullable(),
  cover: z.string().nullable(),
  members: z.number().int().nullable().describe('null: the membership is private'),
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
export type PublicClub = z.output<typeof publicClub>;

export const getPublicClub = endpoint({
  name: 'clubs.public',
  summary:
    'The page of a club that shows it to anybody. 404 where it is not shown, whatever the reason. Counts with the public profiles: at most 600 an hour from one address.',
  method: 'GET',
  path: '/api/v1/public/club',
  access: 'visitor',
  credential: 'open',
  query: z.strictObject({ id: z.string().max(40) }),
  reply: z.object({
    club: publicClub,
    isIndexed: z.boolean().describe('Whether search engines may list it'),
  }),
  errors: ['club_not_shared', 'too_many_requests'],
});
