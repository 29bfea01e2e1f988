import { first, type FirstCalls } from '../first-call.ts';

export const firstCalls: FirstCalls = {
  ofPages: {
    '/edu': () => [
      first('GET /api/v1/academic/courses', {}),
      first('GET /api/v1/academic/due', {}),
      first('GET /api/v1/academic/announcements', {}),
    ],
  },
};
