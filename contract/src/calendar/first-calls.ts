import { readSources } from './calls.ts';
import { first, type FirstCalls } from '../first-call.ts';

// The calendar's items aren't here, because their range depends on the reader's day and time zone, which the server doesn't know.
export const firstCalls: FirstCalls = {
  ofPages: { '/calendar': () => [first(readSources, {})] },
};
