/* The filters of the notification list. This file imports nothing because the web app uses it at run time. */

/** Unread notifications, requests that need a response, and mentions of the person. */
export const notificationFilters = ['unread', 'requests', 'mentions'] as const;
export type NotificationFilter = (typeof notificationFilters)[number];

export const isNotificationFilter = (value: unknown): value is NotificationFilter =>
  notificationFilters.some((filter) => filter === value);
