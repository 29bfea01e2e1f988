import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { eventSummary } from '../events/endpoints.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { linkPreview } from '../link-previews/shapes.ts';
import { face } from '../people/endpoints.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { clubLimits } from '../clubs/limits.ts';
import {
  feedScopes,
  feedParts,
  postKinds,
  postLimits as limits,
  postRates as rates,
  unpublishedReasons,
} from './limits.ts';
import { done, edit, id, likes, likeCounts, mark, signedIn } from './shapes.ts';
import { text as textField } from '../text.ts';
import { schemaNames } from '../schema-names.ts';
const text = textField().max(limits.text);
const title = textField().max(limits.title);
const version = wholeNumber.describe('Number of changes so far.');
const poll = z.object({
  options: z.array(z.object({ id: z.string(), text: z.string(), votes: z.number().int() })),
  multiple: z.boolean().describe('True if people can choose several options.'),
  closesAt: z.string().nullable().describe('Time when voting ends, or null.'),
  isClosed: z.boolean(),
  voters: z.number().int().describe('Number of people who voted.'),
  voted: z.array(z.string()).describe('IDs of the options that the caller chose.'),
});
schemaNames.add(poll, { id: 'Poll' });
export type Poll = z.output<typeof poll>;

/** A post as the caller sees it. Counts leave out everything that the caller can't see. */
export const post = z.object({
  id: z.string(),
  kind: z.enum(postKinds).describe('Type of post. `topic`: in a forum; `article`: news of a club.'),
  author: face
    .nullable()
    .describe(
      'Author. Null for deleted users, and for posts as the club unless the caller moderates the club.',
    ),
  club: mark
    .extend({ logoUrl: z.string().nullable() })
    .nullable()
    .describe('Club in which it was posted, or null for the whole school.'),
  hub: mark
    .nullable()
    .describe('Hub whose members can see it, or null for everyone at the school.'),
  isAsClub: z.boolean().describe('True if it is posted as the club.'),
  title: z.string().describe('Title of a topic or article. Otherwise empty.'),
  text: z
    .string()
    .describe('Plain text with message formatting. `@[id]` mentions a person in `mentions`.'),
  mentions: z.array(face),
  clubMentions: z.array(mark).describe('Clubs mentioned in the text as `@[club:id]`.'),
  aimedAt: z
    .array(z.string())
    .nullable()
    .describe(
      'Tags. Only members with at least one of them see the post. Null for everyone who reads the club’s posts.',
    ),
  publishedAt: z.string().describe('Time of publication. For a scheduled post, the planned time.'),
  isScheduled: z
    .boolean()
    .describe(
      'True if it isn’t published yet. Visible to its author and people who publish in its club.',
    ),
  unpublished: z
    .enum(unpublishedReasons)
    .nullable()
    .describe('Reason why it wasn’t published on time. Null if it was published or isn’t due yet.'),
  activeAt: z.string().describe('Time of the post or of its last comment.'),
  editedAt: z.string().nullable().describe('Time of the last edit, or null.'),
  isPinned: z.boolean(),
  isHidden: z
    .boolean()
    .describe('True if moderators have hidden it. Visible only to its author and moderators.'),
  isHeld: z
    .boolean()
    .describe(
      'True if it has a word from the school’s word list and is hidden until a moderator reviews it.',
    ),
  isClosed: z.boolean().describe('True if comments are off.'),
  isSolved: z.boolean().describe('True if a topic’s question is answered.'),
  isUnread: z.boolean().describe('True if a topic has new content since the caller last read it.'),
  version,
  ...likes,
  comments: z.number().int().describe('Number of comments.'),
  event: eventSummary
    .nullable()
    .describe(
      'Event that the post is about, at its next occurrence (`GET /api/v1/events/{id}`). Null if there is none or the caller can’t see it.',
    ),
  cover: uploadedFile.nullable().describe('Cover picture of an article, or null.'),
  files: z.array(uploadedFile),
  poll: poll.nullable().describe('Poll, or null.'),
  preview: linkPreview
    .nullable()
    .describe(
      'Preview of the first linked page, once fetched, or null. Posts with files or a poll have none.',
    ),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    react: z.boolean().describe('True if the caller can like it and its comments.'),
    comment: z.boolean(),
    vote: z.boolean(),
    pin: z.boolean(),
    hide: z.boolean(),
    close: z.boolean(),
    solve: z.boolean(),
    schedule: z.boolean().describe('True if the caller can reschedule it.'),
    publish: z.boolean().describe('True if the caller can publish it now, before its time.'),
    report: z.boolean(),
  }),
});
schemaNames.add(post, { id: 'Post' });
export type Post = z.output<typeof post>;

export const listFeed = endpoint({
  ...signedIn,
  name: 'posts.feed',
  summary: 'List posts in a feed',
  description:
    'Returns posts and news that the caller can see, newest first, without the pinned post. `home`: the school and the caller’s clubs; `school`: the whole school; `clubs`: the caller’s clubs; `club`: the club in `club`.',
  method: 'GET',
  path: '/api/v1/feed',
  query: cursorQuery.extend({
    scope: z.enum(feedScopes).default('home'),
    club: z.string().max(40).optional().describe('ID of the club, with `scope=club`.'),
    kind: z
      .enum(['article'])
      .optional()
      .describe('Type filter: `article` returns only news, with `scope=club`.'),
  }),
  reply: pageOf(post).extend({
    pinned: post.nullable().describe('Pinned post, or null. Only on the first page.'),
    scheduled: z
      .number()
      .int()
      .describe(
        'Number of scheduled posts (`GET /api/v1/posts/scheduled`). Only on the first page.',
      ),
    visitedAt: z
      .string()
      .nullable()
      .describe('Time of the caller’s last visit (`PUT /api/v1/feed/visit`), or null.'),
  }),
  errors: ['bad_cursor', 'not_found', 'posts_members_only'],
});

export const visitFeed = endpoint({
  ...signedIn,
  name: 'posts.visit',
  summary: 'Record a visit to a feed',
  description: 'Marks a feed, a forum or a club’s news as seen up to now.',
  method: 'PUT',
  path: '/api/v1/feed/visit',
  body: z.strictObject({
    club: z.string().max(40).optional().describe('ID of the club. If omitted, the home page.'),
    part: z.enum(feedParts).default('feed'),
  }),
  reply: done,
  errors: ['not_found', 'posts_members_only'],
});

export const listUnreadClubs = endpoint({
  ...signedIn,
  name: 'posts.unread-clubs',
  summary: 'List clubs with unread posts',
  description: `Returns the caller’s clubs with posts, topics or news since their last visit. Each of the three is counted up to ${limits.unread}.`,
  method: 'GET',
  path: '/api/v1/feed/unread',
  reply: z.object({
    items: z.array(
      z.object({ club: z.string(), count: z.number().int().describe('Number of unread items.') }),
    ),
  }),
});

export const listTopics = endpoint({
  ...signedIn,
  name: 'posts.topics',
  summary: 'List a club’s topics',
  description: 'Returns pinned topics first, then the most recently active.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/topics',
  params: id,
  query: cursorQuery.extend({
    search: textField().max(100).optional(),
    only: z.enum(['unread', 'unsolved']).optional(),
  }),
  reply: pageOf(post).extend({
    pinned: z.array(post).describe('Pinned topics. Only on the first page.'),
  }),
  errors: ['bad_cursor', 'not_found', 'posts_members_only'],
});

export const readClubPosting = endpoint({
  ...signedIn,
  name: 'posts.place',
  summary: 'Get posting permissions in a club',
  method: 'GET',
  path: '/api/v1/clubs/{id}/posting',
  params: id,
  reply: z.object({
    can: z.object({
      read: z.boolean(),
      post: z.boolean(),
      startTopic: z.boolean(),
      publish: z
        .boolean()
        .describe('True if the caller can post as the club, write news, and address member tags.'),
      moderate: z.boolean(),
    }),
    tags: z.array(z.string()).describe('Tags of members. Only for people who can publish.'),
    unread: z
      .object({ feed: z.number().int(), forum: z.number().int(), news: z.number().int() })
      .describe(
        `Numbers of new items since the caller’s last visit, counted up to ${limits.unread}.`,
      ),
  }),
  errors: ['not_found'],
});

export const readPost = endpoint({
  ...signedIn,
  name: 'posts.read',
  summary: 'Get a post',
  method: 'GET',
  path: '/api/v1/posts/{id}',
  params: id,
  reply: post,
  errors: ['not_found'],
});

export const createPost = endpoint({
  ...signedIn,
  name: 'posts.create',
  summary: 'Create a post',
  description: `Posts to the whole school or a club: text, up to ${limits.files} of the caller’s uploads, or a poll with 2 to ${limits.options} options. Idempotent by \`clientId\`. Rate limit: ${rates.post.max} per hour.`,
  method: 'POST',
  path: '/api/v1/posts',
  body: z.strictObject({
    clientId,
    club: z.string().max(40).optional().describe('ID of the club. If omitted, the whole school.'),
    hub: z
      .string()
      .max(40)
      .optional()
      .describe(
        'ID of a hub of the caller. Only for posts outside clubs; only members of the hub see the post.',
      ),
    kind: z
      .enum(postKinds)
      .default('post')
      .describe('Type of post. Topics and articles need a club.'),
    title: title.default('').describe('Title. Required for topics and articles.'),
    text: text.default(''),
    asClub: z.boolean().default(false),
    aimedAt: z
      .array(textField().min(1).max(clubLimits.memberTag))
      .max(clubLimits.memberTags)
      .default([])
      .describe(
        'Tags. Only members with at least one of them see the post. Empty means everyone who reads the club’s posts.',
      ),
    publishAt: z.iso
      .datetime()
      .optional()
      .describe(`Time of publication, at most ${limits.days} days ahead. Defaults to now.`),
    event: z
      .string()
      .max(40)
      .optional()
      .describe('ID of an event that the caller can see and the post is about.'),
    cover: z
      .string()
      .max(40)
      .optional()
      .describe('ID of a picture among the caller’s uploads, for articles.'),
    files: z
      .array(z.string().max(40))
      .max(limits.files)
      .default([])
      .describe('IDs of uploads (`POST /api/v1/uploads`).'),
    poll: z
      .strictObject({
        options: z.array(textField().min(1).max(limits.option)).max(limits.options),
        multiple: z.boolean().default(false),
        closesAt: z.iso.datetime().optional(),
      })
      .optional(),
  }),
  reply: post,
  errors: [
    'post_empty',
    'post_title',
    'post_place',
    'post_cover',
    'post_time',
    'poll_options',
    'poll_times',
    'not_found',
    'club_inactive',
    'posts_members_only',
    'posts_officers_only',
  ],
});

export const updatePost = endpoint({
  ...signedIn,
  name: 'posts.update',
  summary: 'Update your post',
  description:
    'Changes the text, title and files, and the publication time of a scheduled post. Audience and poll can’t change. Send the `version` you read.',
  method: 'PATCH',
  path: '/api/v1/posts/{id}',
  params: id,
  body: z.strictObject({
    text,
    version,
    title: title.optional(),
    event: z
      .string()
      .max(40)
      .nullable()
      .optional()
      .describe('ID of another event, or null for none. If omitted, it stays.'),
    cover: z
      .string()
      .max(40)
      .nullable()
      .optional()
      .describe('ID of another picture for an article, or null for none. If omitted, it stays.'),
    files: z
      .array(z.string().max(40))
      .max(limits.files)
      .optional()
      .describe(
        'IDs of all files from now on: current ones to keep, and uploads of the caller. If omitted, the files stay.',
      ),
    publishAt: z.iso.datetime().optional().describe('Time of publication of a scheduled post.'),
  }),
  reply: post,
  errors: [
    'not_found',
    'post_changed',
    'post_empty',
    'post_title',
    'post_cover',
    'post_time',
    'club_inactive',
    'posts_members_only',
    'posts_officers_only',
    'too_many_requests',
  ],
});

export const deletePostPreview = endpoint({
  ...signedIn,
  name: 'posts.preview.delete',
  summary: 'Remove a post’s link preview',
  description: 'For the author and for moderators.',
  method: 'DELETE',
  path: '/api/v1/posts/{id}/preview',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const deletePost = endpoint({
  ...signedIn,
  name: 'posts.delete',
  summary: 'Delete a post',
  description: 'For its author, moderators of its club, and staff with `posts.manage`. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/posts/{id}',
  params: id,
  reply: done,
  errors: ['not_found'],
});

export const likePost = endpoint({
  ...signedIn,
  name: 'posts.like',
  summary: 'Like a post',
  description: 'Idempotent.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/like',
  params: id,
  reply: likeCounts,
  errors: ['not_found', 'club_inactive', 'posts_members_only'],
});

export const unlikePost = endpoint({
  ...signedIn,
  name: 'posts.unlike',
  summary: 'Unlike a post',
  description: 'Idempotent.',
  method: 'DELETE',
  path: '/api/v1/posts/{id}/like',
  params: id,
  reply: likeCounts,
  errors: ['not_found', 'club_inactive', 'posts_members_only'],
});

export const votePost = endpoint({
  ...signedIn,
  name: 'posts.vote',
  summary: 'Vote in a poll',
  description:
    'Replaces your previous choice. An empty list withdraws your vote. Returns the results.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/vote',
  params: id,
  body: z.strictObject({ options: z.array(z.string().max(40)).max(limits.options) }),
  reply: poll,
  errors: ['not_found', 'poll_closed', 'poll_one_option', 'club_inactive', 'posts_members_only'],
});

export const solvePost = endpoint({
  ...signedIn,
  name: 'posts.solve',
  summary: 'Mark a topic as solved',
  description: 'For the person who started it, and moderators.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/solved',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const unsolvePost = endpoint({
  ...signedIn,
  name: 'posts.unsolve',
  summary: 'Mark a topic as not solved',
  method: 'DELETE',
  path: '/api/v1/posts/{id}/solved',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const readTopic = endpoint({
  ...signedIn,
  name: 'posts.seen',
  summary: 'Mark a topic as read',
  description: 'Marks it as read up to now.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/seen',
  params: id,
  reply: done,
  errors: ['not_found'],
});

export const listPostEdits = endpoint({
  ...signedIn,
  name: 'posts.edits',
  summary: 'List previous versions of a post',
  description: 'Latest first.',
  method: 'GET',
  path: '/api/v1/posts/{id}/edits',
  params: id,
  reply: z.object({ items: z.array(edit) }),
  errors: ['not_found'],
});
