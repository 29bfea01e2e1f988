import { readSources } from './calls.ts';
import { first, type FirstCalls } from '../first-call.ts';

// What takes place is asked by the day and the clock of whoever looks, which the server does not know.
export const firstCalls: FirstCalls = {
  ofPages: { '/calendar': () => [first(readSources, {})] },
};
