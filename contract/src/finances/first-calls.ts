import { first, type FirstCalls } from '../first-call.ts';

export const firstCalls: FirstCalls = {
  ofPages: {
    '/financial': () => [
      first('GET /api/v1/finance/bursar', {}),
      first('GET /api/v1/finance/holds', {}),
    ],
  },
};
