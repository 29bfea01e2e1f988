import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { post } from './endpoints.ts';
import { postLimits as limits } from './limits.ts';
import { id, signedIn } from './shapes.ts';

export const listScheduledPosts = endpoint({
  ...signedIn,
  name: 'posts.scheduled',
  summary: 'List scheduled posts',
  description:
    'Next first. Returns the caller’s own scheduled posts, or a club’s: all of them for people who publish there, otherwise the caller’s. Includes posts that couldn’t be published, with the reason.',
  method: 'GET',
  path: '/api/v1/posts/scheduled',
  query: cursorQuery.extend({
    club: z
      .string()
      .max(40)
      .optional()
      .describe(
        'ID of the club. If omitted, the caller’s own posts; for moderators of the school also those of the school.',
      ),
  }),
  reply: pageOf(post).extend({
    count: z.number().int().describe(`Number of posts, counted up to ${limits.unread}.`),
  }),
  errors: ['bad_cursor', 'not_found', 'posts_members_only'],
});

export const schedulePost = endpoint({
  ...signedIn,
  name: 'posts.schedule',
  summary: 'Reschedule or publish a scheduled post',
  description:
    'For its author and people who can publish in its club. If the author can no longer post there, others can publish it only if it’s posted as the club.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/schedule',
  params: id,
  body: z.strictObject({
    publishAt: z.iso
      .datetime()
      .nullable()
      .describe(`Time at most ${limits.days} days ahead, or null for now.`),
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
