import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { webAddress } from '../clubs/limits.ts';
import { endpoint } from '../endpoint.ts';
import { oneCourse } from './endpoints.ts';
import { courseLimits as limits } from './kinds.ts';
import { text } from '../text.ts';

/*
 * What teachers and assistants of a class write here: announcements, and links to files and pages. What comes from a learning system is
 * written there.
 */

const member = { access: 'member', credential: 'bearer' } as const;
const ok = z.object({ ok: z.literal(true) });
const one = z.strictObject({ id: z.string().max(40) });

const announcement = {
  title: text().min(1).max(limits.title),
  body: z
    .string()
    .max(limits.announcementHtml)
    .describe(`HTML; up to ${limits.announcementText} characters of text`),
};

export const postCourseAnnouncement = endpoint({
  ...member,
  name: 'courses.announcements.create',
  summary:
    'Post an announcement in a class that one teaches; its students are notified. Repeating a `clientId` answers the first result.',
  method: 'POST',
  path: '/api/v1/academic/courses/{id}/announcements',
  params: oneCourse,
  body: z.strictObject({ clientId, ...announcement }),
  reply: z.object({ id: z.string() }),
  errors: ['not_found', 'forbidden', 'invalid_input', 'too_many_requests', 'course_full'],
});

export const updateCourseAnnouncement = endpoint({
  ...member,
  name: 'courses.announcements.update',
  summary:
    'Change an announcement that one has written in a class that one teaches. Nobody is notified again.',
  method: 'PATCH',
  path: '/api/v1/academic/announcements/{id}',
  params: one,
  body: z.strictObject(announcement),
  reply: ok,
  errors: ['not_found', 'invalid_input'],
});

export const deleteCourseAnnouncement = endpoint({
  ...member,
  name: 'courses.announcements.delete',
  summary: 'Delete an announcement of a class that one teaches.',
  method: 'DELETE',
  path: '/api/v1/academic/announcements/{id}',
  params: one,
  reply: ok,
  errors: ['not_found'],
});

export const addCourseLink = endpoint({
  ...member,
  name: 'courses.links.create',
  summary:
    'Add a link to a file or page to a class that one teaches, at the end of its module. Repeating a `clientId` answers the first result.',
  method: 'POST',
  path: '/api/v1/academic/courses/{id}/links',
  params: oneCourse,
  body: z.strictObject({
    clientId,
    module: text().max(limits.title).describe('Module heading on the course page'),
    title: text().min(1).max(limits.title),
    url: z.string().max(2_000).regex(webAddress, 'an address that begins with https://'),
  }),
  reply: z.object({ id: z.string() }),
  errors: ['not_found', 'forbidden', 'invalid_input', 'course_full'],
});

export const deleteCourseLink = endpoint({
  ...member,
  name: 'courses.links.delete',
  summary: 'Remove a link from a class that one teaches.',
  method: 'DELETE',
  path: '/api/v1/academic/links/{id}',
  params: one,
  reply: ok,
  errors: ['not_found'],
});
