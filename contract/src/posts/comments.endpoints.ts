import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { done, edit, id, likes, liking, mark, member } from './shapes.ts';
import { postLimits as limits } from './limits.ts';
import { text } from '../text.ts';

/** A comment as the caller sees it. */
export const comment = z.object({
  id: z.string(),
  author: face.nullable(),
  text: z.string(),
  mentions: z.array(face),
  clubMentions: z.array(mark),
  isDeleted: z.boolean().describe('It was deleted, and stands here because of its replies'),
  isHidden: z
    .boolean()
    .describe('Moderators have hidden it; its words are empty for others than its author and them'),
  isHeld: z
    .boolean()
    .describe(
      'It has a word of the school’s list and is hidden until a moderator has looked at it',
    ),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  replyTo: z.string().nullable().describe('The comment that it answers; replies have no replies'),
  ...likes,
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    hide: z.boolean(),
    report: z.boolean(),
  }),
});
export type Comment = z.output<typeof comment>;

export const hideComment = endpoint({
  ...member,
  inClub: 'posts.moderate',
  name: 'comments.hide',
  summary: 'Hide a comment from everybody but its author and moderators.',
  method: 'PUT',
  path: '/api/v1/comments/{id}/hidden',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const unhideComment = endpoint({
  ...member,
  inClub: 'posts.moderate',
  name: 'comments.unhide',
  summary: 'Show a hidden comment again.',
  method: 'DELETE',
  path: '/api/v1/comments/{id}/hidden',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const listCommentEdits = endpoint({
  ...member,
  name: 'comments.edits',
  summary: 'What a comment said before it was changed, the latest first.',
  method: 'GET',
  path: '/api/v1/comments/{id}/edits',
  params: id,
  reply: z.object({ items: z.array(edit) }),
  errors: ['not_found'],
});

export const listComments = endpoint({
  ...member,
  name: 'comments.list',
  summary: 'Comments of a post with their replies, oldest first.',
  method: 'GET',
  path: '/api/v1/posts/{id}/comments',
  params: id,
  query: cursorQuery,
  reply: pageOf(comment),
  errors: ['not_found', 'bad_cursor'],
});

export const createComment = endpoint({
  ...member,
  name: 'comments.create',
  summary:
    'Comment on a post, or reply to a comment of it. The same `clientId` again answers the first comment. 120 an hour.',
  method: 'POST',
  path: '/api/v1/posts/{id}/comments',
  params: id,
  body: z.strictObject({
    clientId,
    text: text().min(1).max(limits.comment),
    replyTo: z.string().max(40).optional(),
  }),
  reply: comment,
  errors: ['not_found', 'post_closed', 'club_inactive', 'posts_members_only'],
});

export const updateComment = endpoint({
  ...member,
  name: 'comments.update',
  summary: 'Change a comment of one’s own.',
  method: 'PATCH',
  path: '/api/v1/comments/{id}',
  params: id,
  body: z.strictObject({ text: text().min(1).max(limits.comment) }),
  reply: comment,
  errors: ['not_found', 'club_inactive', 'posts_members_only', 'too_many_requests'],
});

export const deleteComment = endpoint({
  ...member,
  name: 'comments.delete',
  summary:
    'Delete a comment of one’s own; moderators of its club and staff with `posts.manage` may delete any. Its replies stay. Doing it twice changes nothing.',
  method: 'DELETE',
  path: '/api/v1/comments/{id}',
  params: id,
  reply: done,
  errors: ['not_found'],
});

export const likeComment = endpoint({
  ...member,
  name: 'comments.like',
  summary: 'Like a comment. Doing it twice changes nothing.',
  method: 'PUT',
  path: '/api/v1/comments/{id}/like',
  params: id,
  reply: liking,
  errors: ['not_found', 'club_inactive', 'posts_members_only'],
});

export const unlikeComment = endpoint({
  ...member,
  name: 'comments.unlike',
  summary: 'Take a like back. Doing it twice changes nothing.',
  method: 'DELETE',
  path: '/api/v1/comments/{id}/like',
  params: id,
  reply: liking,
  errors: ['not_found', 'club_inactive', 'posts_members_only'],
});
