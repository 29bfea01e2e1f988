import { countUnread, listNotifications } from './calls.ts';
import { first, type FirstCalls } from '../first-call.ts';
import { isNotificationFilter } from './filters.ts';

export const firstCalls: FirstCalls = {
  everywhere: [first(countUnread, {})],
  ofPages: {
    '/notifications': ({ only }) => [
      first(listNotifications, {
        count: 20,
        offset: 0,
        ...(isNotificationFilter(only) && { only }),
      }),
    ],
  },
};
