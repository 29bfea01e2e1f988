import { first, type FirstCalls } from '../first-call.ts';

export const firstCalls: FirstCalls = {
  everywhere: [first('GET /api/v1/notifications/unread-count', {})],
  ofPages: {
    '/notifications': ({ only }) => [
      first('GET /api/v1/notifications', {
        count: 20,
        offset: 0,
        ...(only === 'unread' && { only: 'unread' as const }),
      }),
    ],
  },
};
