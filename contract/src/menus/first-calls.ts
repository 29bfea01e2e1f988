import { first, type FirstCalls } from '../first-call.ts';

export const firstCalls: FirstCalls = { everywhere: [first('GET /api/v1/menu', {})] };
