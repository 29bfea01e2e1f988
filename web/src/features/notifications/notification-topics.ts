import type { GeneralKey } from '#contract/notifications/keys.ts';

/** Topics of the general notifications, in order. */
export const topics = ['people', 'posts', 'events', 'money', 'other'] as const;
export type Topic = (typeof topics)[number];

const topicOfKey: Readonly<Record<GeneralKey, Topic>> = {
  chat: 'people',
  connectionRequests: 'people',
  bookings: 'events',
  calendarAlerts: 'events',
  events: 'events',
  commentLikes: 'posts',
  commentsOnCommentedPosts: 'posts',
  postLikes: 'posts',
  scheduledPosts: 'posts',
  schoolFeedPosts: 'posts',
  backInStock: 'money',
  dues: 'money',
  orders: 'money',
  approvals: 'other',
  elections: 'other',
  jobs: 'other',
  surveyAnswered: 'other',
};

/** Returns the topic of a general key (`general.chat`). Keys from a newer server have the last one. */
export const topicOf = (name: string): Topic =>
  topicOfKey[name.replace('general.', '') as GeneralKey] ?? 'other';
