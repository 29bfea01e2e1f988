import { first, type FirstCalls } from '../first-call.ts';

export const firstCalls: FirstCalls = {
  ofPages: {
    '/': () => [
      first('GET /api/v1/feed', {}),
      first('GET /mobile_ws/v18/mobile_people', {
        range: '0',
        limit: '7',
        order1: 'CreatedOnDesc',
      }),
      first('GET /api/v1/connections', { list: 'incoming', pageSize: 5 }),
      first('GET /api/v1/suggestions', { size: 8 }),
    ],
  },
};
