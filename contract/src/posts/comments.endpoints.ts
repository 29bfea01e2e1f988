import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { done, edit, id, likes, likeCounts, mark, signedIn } from './shapes.ts';
import { postLimits as limits } from './limits.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/** A comment as the caller sees it. */
export const comment = z.object({
  id: z.string(),
  author: face.nullable().describe('Author, or null if the comment or the account was deleted.'),
  text: z.string(),
  mentions: z.array(face),
  clubMentions: z.array(mark),
  isDeleted: z
    .boolean()
    .describe('True if it was deleted and remains as a placeholder for its replies.'),
  isHidden: z
    .boolean()
    .describe(
      'True if moderators have hidden it. The text is then empty, except for its author and moderators.',
    ),
  isHeld: z
    .boolean()
    .describe(
      'True if it has a word from the school’s word list and is hidden until a moderator reviews it.',
    ),
  createdAt: z.string(),
  editedAt: z.string().nullable().describe('Time of the last edit, or null.'),
  replyTo: z
    .string()
    .nullable()
    .describe('ID of the comment that this one replies to, or null. Replies can’t have replies.'),
  ...likes,
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    hide: z.boolean(),
    report: z.boolean(),
  }),
});
schemaNames.add(comment, { id: 'Comment' });
export type Comment = z.output<typeof comment>;

export const hideComment = endpoint({
  ...signedIn,
  inClub: 'posts.moderate',
  name: 'comments.hide',
  summary: 'Hide a comment',
  description: 'Only its author and moderators can still see it.',
  method: 'PUT',
  path: '/api/v1/comments/{id}/hidden',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const unhideComment = endpoint({
  ...signedIn,
  inClub: 'posts.moderate',
  name: 'comments.unhide',
  summary: 'Unhide a comment',
  method: 'DELETE',
  path: '/api/v1/comments/{id}/hidden',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const listCommentEdits = endpoint({
  ...signedIn,
  name: 'comments.edits',
  summary: 'List previous versions of a comment',
  description: 'Latest first.',
  method: 'GET',
  path: '/api/v1/comments/{id}/edits',
  params: id,
  reply: z.object({ items: z.array(edit) }),
  errors: ['not_found'],
});

export const listComments = endpoint({
  ...signedIn,
  name: 'comments.list',
  summary: 'List comments on a post',
  description: 'Returns comments with their replies, oldest first.',
  method: 'GET',
  path: '/api/v1/posts/{id}/comments',
  params: id,
  query: cursorQuery,
  reply: pageOf(comment),
  errors: ['not_found', 'bad_cursor'],
});

export const createComment = endpoint({
  ...signedIn,
  name: 'comments.create',
  summary: 'Comment on a post',
  description: 'Also replies to a comment. Idempotent by `clientId`. Rate limit: 120 per hour.',
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
  ...signedIn,
  name: 'comments.update',
  summary: 'Update your comment',
  method: 'PATCH',
  path: '/api/v1/comments/{id}',
  params: id,
  body: z.strictObject({ text: text().min(1).max(limits.comment) }),
  reply: comment,
  errors: ['not_found', 'club_inactive', 'posts_members_only', 'too_many_requests'],
});

export const deleteComment = endpoint({
  ...signedIn,
  name: 'comments.delete',
  summary: 'Delete a comment',
  description:
    'For its author, moderators of its club, and staff with `posts.manage`. Replies stay. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/comments/{id}',
  params: id,
  reply: done,
  errors: ['not_found'],
});

export const likeComment = endpoint({
  ...signedIn,
  name: 'comments.like',
  summary: 'Like a comment',
  description: 'Idempotent.',
  method: 'PUT',
  path: '/api/v1/comments/{id}/like',
  params: id,
  reply: likeCounts,
  errors: ['not_found', 'club_inactive', 'posts_members_only'],
});

export const unlikeComment = endpoint({
  ...signedIn,
  name: 'comments.unlike',
  summary: 'Unlike a comment',
  description: 'Idempotent.',
  method: 'DELETE',
  path: '/api/v1/comments/{id}/like',
  params: id,
  reply: likeCounts,
  errors: ['not_found', 'club_inactive', 'posts_members_only'],
});
