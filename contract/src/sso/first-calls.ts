import { first, type FirstCalls } from '../first-call.ts';

export const firstCalls: FirstCalls = {
  ofPages: { '/login': () => [first('GET /api/v1/sso', {})] },
};
