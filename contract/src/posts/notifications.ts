import { digested, personal, quiet } from '../notifications/defaults.ts';
import {
  clubPath,
  type NotificationLink,
  type NotificationKinds,
  type NotificationKeys,
} from '../notifications/declaring.ts';

const postPath: NotificationLink = ({ target }) =>
  target === null ? '/' : `/post?id=${encodeURIComponent(target.id)}`;

/** Several posts in a row open the feed instead of one post. */
const schoolPostPath: NotificationLink = (item) => (item.peopleCount > 1 ? '/' : postPath(item));
const clubPostPath: NotificationLink = (item) =>
  item.peopleCount > 1 || item.target === null ? clubPath(item) : postPath(item);

/** The home page lists people's own scheduled posts, and the club's page those of others. */
const scheduledPath: NotificationLink = (item) => (item.club === null ? '/' : clubPath(item));

export const notificationKinds = {
  school_posted: schoolPostPath,
  club_posted: clubPostPath,
  club_announced: clubPostPath,
  news_posted: postPath,
  news_created: postPath,
  topic_commented: postPath,
  post_commented: postPath,
  post_mentioned: postPath,
  club_mentioned: postPath,
  comment_mentioned: postPath,
  post_liked: postPath,
  comment_liked: postPath,
  post_unpublished: scheduledPath,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  general: {
    commentLikes: quiet,
    commentsOnCommentedPosts: quiet,
    postLikes: quiet,
    scheduledPosts: personal,
    schoolFeedPosts: quiet,
  },
  member: {
    commentsOnForumPost: quiet,
    postsOnGroupFeed: quiet,
    postsOnNews: digested,
  },
  officer: {
    newsCreated: quiet,
  },
} as const satisfies NotificationKeys;
