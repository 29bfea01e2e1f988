import { getBursar, listHolds } from './calls.ts';
import { first, type FirstCalls } from '../first-call.ts';

export const firstCalls: FirstCalls = {
  ofPages: {
    '/financial': () => [first(getBursar, {}), first(listHolds, {})],
  },
};
