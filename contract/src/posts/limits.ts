/* Limits of posts. No zod here: the browser imports these at run time. */

/** Characters of a post and of a comment; files of a post; options of a poll and characters of one; days a poll may run. */
export const postLimits = {
  text: 8_000,
  title: 200,
  comment: 2_000,
  files: 40,
  options: 10,
  option: 100,
  days: 90,
  /** Names of people and clubs in one text. */
  mentions: 50,
  /** What is new is counted up to this. */
  unread: 99,
  /** Faces shown of those who like something. */
  faces: 3,
  /** Posts of which those are asked at once. */
  likersOf: 60,
} as const;

/** What one person may do in so many seconds. */
export const postRates = {
  post: { max: 30, seconds: 3_600 },
  comment: { max: 120, seconds: 3_600 },
  /** Of posts and comments together: each is kept, told to everybody who is there, and may lead to another page. */
  edit: { max: 120, seconds: 3_600 },
  react: { max: 600, seconds: 3_600 },
} as const;

/** A post of a feed, a topic of a forum, news of a club. */
export const postKinds = ['post', 'topic', 'article'] as const;
export type PostKind = (typeof postKinds)[number];

/** After how many days a poll that is being written closes. */
export const pollDays = ['never', '1', '3', '7'] as const;

/** Why a scheduled post was not published: its author left the club or hub, the club is not active, its author may not post this there any more, or is no longer here. */
export const unpublishedReasons = ['left', 'inactive', 'position', 'gone'] as const;
export type UnpublishedReason = (typeof unpublishedReasons)[number];

/** Of the school and one's clubs, of the school, of one's clubs, of one club. */
export const feedScopes = ['home', 'school', 'clubs', 'club'] as const;
export type FeedScope = (typeof feedScopes)[number];

/** What a place has that one can have seen up to some time. */
export const placeParts = ['feed', 'forum', 'news'] as const;
export type PlacePart = (typeof placeParts)[number];
