import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { post } from './endpoints.ts';
import { postLimits as limits } from './limits.ts';
import { id, member } from './shapes.ts';

export const listScheduledPosts = endpoint({
  ...member,
  name: 'posts.scheduled',
  summary:
    'Posts that wait for their time, the next first: the caller’s own everywhere, or those of a club: all of it for whoever publishes there, otherwise the caller’s. Those that could not be published stand among them and say why.',
  method: 'GET',
  path: '/api/v1/posts/scheduled',
  query: cursorQuery.extend({
    club: z
      .string()
      .max(40)
      .optional()
      .describe(
        'Without it: the caller’s own; for moderators of the school also all of the school',
      ),
  }),
  reply: pageOf(post).extend({
    count: z.number().int().describe(`How many there are, counted up to ${limits.unread}`),
  }),
  errors: ['bad_cursor', 'not_found', 'posts_members_only'],
});

export const schedulePost = endpoint({
  ...member,
  name: 'posts.schedule',
  summary:
    'Set another time for a scheduled post, or publish it now. For its author and those who publish in its club; one that was not published since its author may not post there any more is let out by others only where it speaks for the club.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/schedule',
  params: id,
  body: z.strictObject({
    publishAt: z.iso.datetime().nullable().describe(`At most ${limits.days} days ahead; null: now`),
  }),
  reply: post,
  errors: [
    'not_found',
    'forbidden',
    'post_published',
    'post_author_left',
    'post_time',
    'club_inactive',
    'posts_members_only',
    'posts_officers_only',
    'too_many_requests',
  ],
});
