import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { postLimits as limits } from './limits.ts';

const text = z.string().trim().max(limits.text);
const version = wholeNumber.describe('Counts its changes');
const likes = {
  likes: z.number().int(),
  liked: z.boolean().describe('Whether the caller likes it'),
};

const poll = z.object({
  options: z.array(z.object({ id: z.string(), text: z.string(), votes: z.number().int() })),
  multiple: z.boolean().describe('Whether several options may be chosen'),
  closesAt: z.string().nullable(),
  isClosed: z.boolean(),
  voters: z.number().int().describe('People who have voted'),
  voted: z.array(z.string()).describe('Options that the caller has chosen'),
});
export type Poll = z.output<typeof poll>;

/** A post as the caller sees it. Counts include nothing that the caller may not see. */
export const post = z.object({
  id: z.string(),
  author: face.nullable().describe('null: somebody who is no longer here'),
  text: z.string(),
  publishedAt: z.string(),
  editedAt: z.string().nullable(),
  isPinned: z.boolean(),
  version,
  ...likes,
  comments: z.number().int(),
  files: z.array(uploadedFile),
  poll: poll.nullable(),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    vote: z.boolean(),
    pin: z.boolean(),
    report: z.boolean(),
  }),
});
export type Post = z.output<typeof post>;

/** A comment as the caller sees it. */
export const comment = z.object({
  id: z.string(),
  author: face.nullable(),
  text: z.string(),
  isDeleted: z.boolean().describe('It was deleted, and stands here because of its replies'),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  replyTo: z.string().nullable().describe('The comment that it answers; replies have no replies'),
  ...likes,
  can: z.object({ edit: z.boolean(), delete: z.boolean(), report: z.boolean() }),
});
export type Comment = z.output<typeof comment>;

const id = z.strictObject({ id: z.string().max(40) });
const done = z.object({ ok: z.literal(true) });
const liking = z.object(likes);
const member = { access: 'member', credential: 'bearer' } as const;
const manager = { access: 'staff', permission: 'posts.manage', credential: 'bearer' } as const;

export const listFeed = endpoint({
  ...member,
  name: 'posts.feed',
  summary:
    'Posts that the caller may see, newest first; the pinned one is not among them. `home`: what concerns the caller; `school`: what is posted for the whole school.',
  method: 'GET',
  path: '/api/v1/feed',
  query: cursorQuery.extend({ scope: z.enum(['home', 'school']).default('home') }),
  reply: pageOf(post).extend({
    pinned: post.nullable().describe('On the first page: the post that staff have pinned'),
  }),
  errors: ['bad_cursor'],
});

export const readPost = endpoint({
  ...member,
  name: 'posts.read',
  summary: 'One post.',
  method: 'GET',
  path: '/api/v1/posts/{id}',
  params: id,
  reply: post,
  errors: ['not_found'],
});

export const createPost = endpoint({
  ...member,
  name: 'posts.create',
  summary: `Post something for the whole school: text, up to ${limits.files} uploads of the caller's, or a poll of 2 to ${limits.options} options. The same \`clientId\` again answers the first post. 30 an hour.`,
  method: 'POST',
  path: '/api/v1/posts',
  body: z.strictObject({
    clientId,
    text: text.default(''),
    files: z
      .array(z.string().max(40))
      .max(limits.files)
      .default([])
      .describe('Ids of uploads (`POST /api/v1/uploads`)'),
    poll: z
      .strictObject({
        options: z.array(z.string().trim().min(1).max(limits.option)).max(limits.options),
        multiple: z.boolean().default(false),
        closesAt: z.iso.datetime().optional(),
      })
      .optional(),
  }),
  reply: post,
  errors: ['post_empty', 'poll_options', 'poll_times', 'not_found'],
});

export const updatePost = endpoint({
  ...member,
  name: 'posts.update',
  summary: 'Change the text of a post of one’s own. `version`: the one it was read at.',
  method: 'PATCH',
  path: '/api/v1/posts/{id}',
  params: id,
  body: z.strictObject({ text, version }),
  reply: post,
  errors: ['not_found', 'post_changed', 'post_empty'],
});

export const deletePost = endpoint({
  ...member,
  name: 'posts.delete',
  summary: 'Delete a post of one’s own; staff with `posts.manage` may delete any.',
  method: 'DELETE',
  path: '/api/v1/posts/{id}',
  params: id,
  reply: done,
  errors: ['not_found'],
});

export const likePost = endpoint({
  ...member,
  name: 'posts.like',
  summary: 'Like a post. Doing it twice changes nothing.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/like',
  params: id,
  reply: liking,
  errors: ['not_found'],
});

export const unlikePost = endpoint({
  ...member,
  name: 'posts.unlike',
  summary: 'Take a like back. Doing it twice changes nothing.',
  method: 'DELETE',
  path: '/api/v1/posts/{id}/like',
  params: id,
  reply: liking,
  errors: ['not_found'],
});

export const votePost = endpoint({
  ...member,
  name: 'posts.vote',
  summary:
    'Choose options of a poll in place of those chosen before; none takes the vote back. Answers the results.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/vote',
  params: id,
  body: z.strictObject({ options: z.array(z.string().max(40)).max(limits.options) }),
  reply: poll,
  errors: ['not_found', 'poll_closed', 'poll_one_option'],
});

export const pinPost = endpoint({
  ...manager,
  name: 'posts.pin',
  summary: 'Pin a post to the top of the feed in place of the one that is pinned.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/pin',
  params: id,
  reply: done,
  errors: ['not_found'],
});

export const unpinPost = endpoint({
  ...manager,
  name: 'posts.unpin',
  summary: 'Unpin a post.',
  method: 'DELETE',
  path: '/api/v1/posts/{id}/pin',
  params: id,
  reply: done,
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
    text: z.string().trim().min(1).max(limits.comment),
    replyTo: z.string().max(40).optional(),
  }),
  reply: comment,
  errors: ['not_found'],
});

export const updateComment = endpoint({
  ...member,
  name: 'comments.update',
  summary: 'Change a comment of one’s own.',
  method: 'PATCH',
  path: '/api/v1/comments/{id}',
  params: id,
  body: z.strictObject({ text: z.string().trim().min(1).max(limits.comment) }),
  reply: comment,
  errors: ['not_found'],
});

export const deleteComment = endpoint({
  ...member,
  name: 'comments.delete',
  summary:
    'Delete a comment of one’s own; staff with `posts.manage` may delete any. Its replies stay.',
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
  errors: ['not_found'],
});

export const unlikeComment = endpoint({
  ...member,
  name: 'comments.unlike',
  summary: 'Take a like back. Doing it twice changes nothing.',
  method: 'DELETE',
  path: '/api/v1/comments/{id}/like',
  params: id,
  reply: liking,
  errors: ['not_found'],
});
