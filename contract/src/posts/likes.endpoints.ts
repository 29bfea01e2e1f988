import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { postLimits as limits } from './limits.ts';
import { id, signedIn } from './shapes.ts';

export const listLikers = endpoint({
  ...signedIn,
  name: 'posts.likers',
  summary: 'List people who like a post',
  description: 'Latest first. Leaves out people hidden from the caller, as in the count.',
  method: 'GET',
  path: '/api/v1/posts/{id}/likes',
  params: id,
  query: cursorQuery,
  reply: pageOf(face),
  errors: ['not_found', 'bad_cursor'],
});

export const listKnownLikers = endpoint({
  ...signedIn,
  name: 'posts.known-likers',
  summary: 'List connections who like posts',
  description: `Returns up to ${limits.faces} of the caller’s connections for each post. Posts that the caller can’t see, or without such likes, are left out.`,
  method: 'GET',
  path: '/api/v1/posts/likers',
  query: z.strictObject({
    posts: z
      .string()
      .max(limits.likersOf * 17)
      .transform((text) => text.split(','))
      .pipe(z.array(z.string().max(40)).max(limits.likersOf))
      .describe('IDs separated by commas.'),
  }),
  reply: z.object({ items: z.array(z.object({ post: z.string(), people: z.array(face) })) }),
});
