/* Limits of posts. This file doesn't import zod because the browser uses it at run time. */

/** Characters of a post and of a comment; files of a post; options of a poll and characters of one; days that a poll can run. */
export const postLimits = {
  text: 8_000,
  title: 200,
  comment: 2_000,
  files: 40,
  options: 10,
  option: 100,
  days: 90,
  /** Mentions of people and clubs in one text. */
  mentions: 50,
  /** Maximum number of unread items that are counted. */
  unread: 99,
  /** Faces shown of people who like something. */
  faces: 3,
  /** Posts in one call for those faces. */
  likersOf: 60,
} as const;

/** Rate limits per person. */
export const postRates = {
  post: { max: 30, seconds: 3_600 },
  comment: { max: 120, seconds: 3_600 },
  /** Posts and comments together. Each edit is stored, is sent to everyone online, and can fetch another page. */
  edit: { max: 120, seconds: 3_600 },
  react: { max: 600, seconds: 3_600 },
} as const;

/** A post in a feed, a topic in a forum, or news of a club. */
export const postKinds = ['post', 'topic', 'article'] as const;
export type PostKind = (typeof postKinds)[number];

/** Days until a new poll closes. */
export const pollDays = ['never', '1', '3', '7'] as const;

/**
 * Reasons why a scheduled post wasn't published: its author left the club or hub, the club isn't active, the author can no longer
 * post this there, or the author can't sign in anymore. The author of a club's post is the person who scheduled it.
 */
export const unpublishedReasons = ['left', 'inactive', 'position', 'gone'] as const;
export type UnpublishedReason = (typeof unpublishedReasons)[number];

/** The school and the person's clubs, the school, the person's clubs, or one club. */
export const feedScopes = ['home', 'school', 'clubs', 'club'] as const;
export type FeedScope = (typeof feedScopes)[number];

/** Parts of a place with their own last visit. */
export const feedParts = ['feed', 'forum', 'news'] as const;
export type FeedPart = (typeof feedParts)[number];
