import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { webAddress } from '../clubs/limits.ts';
import { endpoint } from '../endpoint.ts';
import { oneCourse } from './endpoints.ts';
import { courseLimits as limits } from './kinds.ts';
import { text } from '../text.ts';

/*
 * Announcements and links to files and pages that teachers and assistants create in Commons. Content from an LMS is edited there.
 */

const signedIn = { access: 'member', credential: 'bearer' } as const;
const ok = z.object({ ok: z.literal(true) });
const one = z.strictObject({ id: z.string().max(40) });

const announcement = {
  title: text().min(1).max(limits.title),
  body: z
    .string()
    .max(limits.announcementHtml)
    .describe(`HTML with up to ${limits.announcementText} characters of text.`),
};

export const postCourseAnnouncement = endpoint({
  ...signedIn,
  name: 'courses.announcements.create',
  summary: 'Post a course announcement',
  description: 'For teachers of the course. Notifies the students. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/academic/courses/{id}/announcements',
  params: oneCourse,
  body: z.strictObject({ clientId, ...announcement }),
  reply: z.object({ id: z.string() }),
  errors: ['not_found', 'forbidden', 'invalid_input', 'too_many_requests', 'course_full'],
});

export const updateCourseAnnouncement = endpoint({
  ...signedIn,
  name: 'courses.announcements.update',
  summary: 'Update a course announcement',
  description: 'For the author, if they teach the course. Students aren’t notified again.',
  method: 'PATCH',
  path: '/api/v1/academic/announcements/{id}',
  params: one,
  body: z.strictObject(announcement),
  reply: ok,
  errors: ['not_found', 'invalid_input'],
});

export const deleteCourseAnnouncement = endpoint({
  ...signedIn,
  name: 'courses.announcements.delete',
  summary: 'Delete a course announcement',
  description: 'For teachers of the course.',
  method: 'DELETE',
  path: '/api/v1/academic/announcements/{id}',
  params: one,
  reply: ok,
  errors: ['not_found'],
});

export const addCourseLink = endpoint({
  ...signedIn,
  name: 'courses.links.create',
  summary: 'Add a link to a course',
  description:
    'For teachers of the course. Adds a link to a file or page at the end of its module. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/academic/courses/{id}/links',
  params: oneCourse,
  body: z.strictObject({
    clientId,
    module: text().max(limits.title).describe('Module heading on the course page.'),
    title: text().min(1).max(limits.title),
    url: z.string().max(2_000).regex(webAddress, 'Enter an address that starts with https://.'),
  }),
  reply: z.object({ id: z.string() }),
  errors: ['not_found', 'forbidden', 'invalid_input', 'course_full'],
});

export const deleteCourseLink = endpoint({
  ...signedIn,
  name: 'courses.links.delete',
  summary: 'Delete a link from a course',
  description: 'For teachers of the course.',
  method: 'DELETE',
  path: '/api/v1/academic/links/{id}',
  params: one,
  reply: ok,
  errors: ['not_found'],
});
