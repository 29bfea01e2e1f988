import type { FirstCalls } from '../first-call.ts';

export const firstCalls: FirstCalls = { withoutBars: ['/login', '/forgot', '/reset'] };
