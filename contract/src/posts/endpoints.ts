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
  placeParts,
  postKinds,
  postLimits as limits,
  postRates as rates,
  unpublishedReasons,
} from './limits.ts';
import { done, edit, id, likes, liking, mark, member } from './shapes.ts';
import { text as textField } from '../text.ts';
const text = textField().max(limits.text);
const title = textField().max(limits.title);
const version = wholeNumber.describe('Counts its changes');
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
  kind: z.enum(postKinds).describe('`topic`: of a forum; `article`: news of a club'),
  author: face
    .nullable()
    .describe(
      'null: somebody who is no longer here, or, where `isAsClub`, for whoever does not moderate the club',
    ),
  club: mark
    .extend({ logoUrl: z.string().nullable() })
    .nullable()
    .describe('Where it was posted; null: for the whole school'),
  hub: mark.nullable().describe('Only people of this hub see it; null: everybody at the school'),
  isAsClub: z.boolean().describe('It speaks for the club'),
  title: z.string().describe('Of topics and articles; otherwise empty'),
  text: z
    .string()
    .describe('Plain text with the formatting of messages; `@[id]` names somebody of `mentions`'),
  mentions: z.array(face),
  clubMentions: z.array(mark).describe('Clubs that the text names as `@[club:id]`'),
  aimedAt: z
    .array(z.string())
    .nullable()
    .describe('Only members with one of these tags see it; null: whoever reads the club’s posts'),
  publishedAt: z.string().describe('Of a scheduled one: the time it is set for'),
  isScheduled: z
    .boolean()
    .describe('It is not published yet; its author and those who publish in its club see it'),
  unpublished: z
    .enum(unpublishedReasons)
    .nullable()
    .describe('Why it was not published when its time came; null: it was, or waits for it'),
  activeAt: z.string().describe('When it was posted or last commented on'),
  editedAt: z.string().nullable(),
  isPinned: z.boolean(),
  isHidden: z.boolean().describe('Moderators have hidden it; only its author and they see it'),
  isHeld: z
    .boolean()
    .describe(
      'It has a word of the school’s list and is hidden until a moderator has looked at it',
    ),
  isClosed: z.boolean().describe('It takes no more comments'),
  isSolved: z.boolean().describe('Of topics: the question is answered'),
  isUnread: z.boolean().describe('Of topics: something was written since the caller last read it'),
  version,
  ...likes,
  comments: z.number().int(),
  event: eventSummary
    .nullable()
    .describe(
      'The event that it tells of, at its next time (`GET /api/v1/events/{id}`); null also where the caller does not see the event',
    ),
  cover: uploadedFile.nullable().describe('Of articles: the picture above them'),
  files: z.array(uploadedFile),
  poll: poll.nullable(),
  preview: linkPreview
    .nullable()
    .describe(
      'Of the first page that the text links to, once it is fetched; posts with files or a poll have none',
    ),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    react: z.boolean().describe('Like it and its comments'),
    comment: z.boolean(),
    vote: z.boolean(),
    pin: z.boolean(),
    hide: z.boolean(),
    close: z.boolean(),
    solve: z.boolean(),
    schedule: z.boolean().describe('Set another time for it'),
    publish: z.boolean().describe('Publish it now, before its time'),
    report: z.boolean(),
  }),
});
export type Post = z.output<typeof post>;

export const listFeed = endpoint({
  ...member,
  name: 'posts.feed',
  summary:
    'Posts and news that the caller may see, newest first; the pinned one is not among them. `home`: of the school and of the caller’s clubs; `school`: for the whole school; `clubs`: of the caller’s clubs; `club`: of the club `club`.',
  method: 'GET',
  path: '/api/v1/feed',
  query: cursorQuery.extend({
    scope: z.enum(feedScopes).default('home'),
    club: z.string().max(40).optional().describe('With `scope=club`'),
    kind: z.enum(['article']).optional().describe('News alone, with `scope=club`'),
  }),
  reply: pageOf(post).extend({
    pinned: post.nullable().describe('On the first page: the post that is pinned there'),
    scheduled: z
      .number()
      .int()
      .describe(
        'On the first page: how many posts wait for their time (`GET /api/v1/posts/scheduled`)',
      ),
    visitedAt: z
      .string()
      .nullable()
      .describe('When the caller was last here (`PUT /api/v1/feed/visit`); null: never'),
  }),
  errors: ['bad_cursor', 'not_found', 'posts_members_only'],
});

export const visitFeed = endpoint({
  ...member,
  name: 'posts.visit',
  summary: 'Keep that the caller has seen a feed, a forum or the news of a club up to now.',
  method: 'PUT',
  path: '/api/v1/feed/visit',
  body: z.strictObject({
    club: z.string().max(40).optional().describe('Without it: the home page'),
    part: z.enum(placeParts).default('feed'),
  }),
  reply: done,
  errors: ['not_found', 'posts_members_only'],
});

export const listUnreadClubs = endpoint({
  ...member,
  name: 'posts.unread-clubs',
  summary: `The caller’s clubs with posts, topics or news that are new since they last looked there; each of the three counted up to ${limits.unread}.`,
  method: 'GET',
  path: '/api/v1/feed/unread',
  reply: z.object({ items: z.array(z.object({ club: z.string(), count: z.number().int() })) }),
});

export const listTopics = endpoint({
  ...member,
  name: 'posts.topics',
  summary: 'Topics of a club’s forum: pinned ones first, then those last written in.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/topics',
  params: id,
  query: cursorQuery.extend({
    search: textField().max(100).optional(),
    only: z.enum(['unread', 'unsolved']).optional(),
  }),
  reply: pageOf(post).extend({
    pinned: z.array(post).describe('On the first page: those that are pinned'),
  }),
  errors: ['bad_cursor', 'not_found', 'posts_members_only'],
});

export const readClubPosting = endpoint({
  ...member,
  name: 'posts.place',
  summary: 'What the caller may post in a club.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/posting',
  params: id,
  reply: z.object({
    can: z.object({
      read: z.boolean(),
      post: z.boolean(),
      startTopic: z.boolean(),
      publish: z.boolean().describe('Post as the club, write news, aim at member tags'),
      moderate: z.boolean(),
    }),
    tags: z.array(z.string()).describe('Tags of members; only for those who may publish'),
    unread: z
      .object({ feed: z.number().int(), forum: z.number().int(), news: z.number().int() })
      .describe(`New since the caller’s last visit, counted up to ${limits.unread}`),
  }),
  errors: ['not_found'],
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
  summary: `Post something for the whole school or in a club: text, up to ${limits.files} uploads of the caller's, or a poll of 2 to ${limits.options} options. The same \`clientId\` again answers the first post. ${rates.post.max} an hour.`,
  method: 'POST',
  path: '/api/v1/posts',
  body: z.strictObject({
    clientId,
    club: z.string().max(40).optional().describe('Without it: for the whole school'),
    hub: z
      .string()
      .max(40)
      .optional()
      .describe('Outside of clubs: only for people of this hub, to which the caller belongs'),
    kind: z.enum(postKinds).default('post').describe('Topics and articles stand in clubs'),
    title: title.default('').describe('Of topics and articles, which need one'),
    text: text.default(''),
    asClub: z.boolean().default(false),
    aimedAt: z
      .array(textField().min(1).max(clubLimits.memberTag))
      .max(clubLimits.memberTags)
      .default([])
      .describe(
        'Only members with one of these tags see it; empty: everyone who reads the club’s posts',
      ),
    publishAt: z.iso
      .datetime()
      .optional()
      .describe(`When it is published, at most ${limits.days} days ahead; without it: now`),
    event: z.string().max(40).optional().describe('The event that it tells of; the caller sees it'),
    cover: z
      .string()
      .max(40)
      .optional()
      .describe('Of articles: a picture among the caller’s uploads'),
    files: z
      .array(z.string().max(40))
      .max(limits.files)
      .default([])
      .describe('Ids of uploads (`POST /api/v1/uploads`)'),
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
  ...member,
  name: 'posts.update',
  summary:
    'Change the text, title and files of a post of one’s own, and of a scheduled one when it is published. Its audience and poll stay as they are. `version`: the one it was read at.',
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
      .describe('Another event, or none; left out it stays'),
    cover: z
      .string()
      .max(40)
      .nullable()
      .optional()
      .describe('Of articles: another picture, or none; left out it stays'),
    files: z
      .array(z.string().max(40))
      .max(limits.files)
      .optional()
      .describe(
        'All files it has from now on: those that stay, and uploads of the caller; left out they stay',
      ),
    publishAt: z.iso.datetime().optional().describe('Of a scheduled post'),
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
  ...member,
  name: 'posts.preview.delete',
  summary:
    'Take the preview of the linked page off a post of one’s own, or of a place that one moderates.',
  method: 'DELETE',
  path: '/api/v1/posts/{id}/preview',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const deletePost = endpoint({
  ...member,
  name: 'posts.delete',
  summary:
    'Delete a post of one’s own; moderators of its club and staff with `posts.manage` may delete any. Doing it twice changes nothing.',
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
  errors: ['not_found', 'club_inactive', 'posts_members_only'],
});

export const unlikePost = endpoint({
  ...member,
  name: 'posts.unlike',
  summary: 'Take a like back. Doing it twice changes nothing.',
  method: 'DELETE',
  path: '/api/v1/posts/{id}/like',
  params: id,
  reply: liking,
  errors: ['not_found', 'club_inactive', 'posts_members_only'],
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
  errors: ['not_found', 'poll_closed', 'poll_one_option', 'club_inactive', 'posts_members_only'],
});

export const pinPost = endpoint({
  ...member,
  inClub: 'posts.moderate',
  name: 'posts.pin',
  summary:
    'Pin a post to the top of its feed in place of the one that is pinned, or a topic above the others. For moderators.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/pin',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const unpinPost = endpoint({
  ...member,
  inClub: 'posts.moderate',
  name: 'posts.unpin',
  summary: 'Unpin a post.',
  method: 'DELETE',
  path: '/api/v1/posts/{id}/pin',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const hidePost = endpoint({
  ...member,
  inClub: 'posts.moderate',
  name: 'posts.hide',
  summary: 'Hide a post from everybody but its author and moderators.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/hidden',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const unhidePost = endpoint({
  ...member,
  inClub: 'posts.moderate',
  name: 'posts.unhide',
  summary: 'Show a hidden post again.',
  method: 'DELETE',
  path: '/api/v1/posts/{id}/hidden',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const closePost = endpoint({
  ...member,
  inClub: 'posts.moderate',
  name: 'posts.close',
  summary: 'Take no more comments on a post. For moderators.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/closed',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const openPost = endpoint({
  ...member,
  inClub: 'posts.moderate',
  name: 'posts.open',
  summary: 'Take comments again.',
  method: 'DELETE',
  path: '/api/v1/posts/{id}/closed',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const solvePost = endpoint({
  ...member,
  name: 'posts.solve',
  summary: 'Mark a topic as solved. For whoever started it, and moderators.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/solved',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const unsolvePost = endpoint({
  ...member,
  name: 'posts.unsolve',
  summary: 'Mark a topic as not solved.',
  method: 'DELETE',
  path: '/api/v1/posts/{id}/solved',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const readTopic = endpoint({
  ...member,
  name: 'posts.seen',
  summary: 'Keep that the caller has read a topic up to now.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/seen',
  params: id,
  reply: done,
  errors: ['not_found'],
});

export const listPostEdits = endpoint({
  ...member,
  name: 'posts.edits',
  summary: 'What a post said before it was changed, the latest first.',
  method: 'GET',
  path: '/api/v1/posts/{id}/edits',
  params: id,
  reply: z.object({ items: z.array(edit) }),
  errors: ['not_found'],
});
