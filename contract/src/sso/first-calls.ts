import { listSso } from './calls.ts';
import { first, type FirstCalls } from '../first-call.ts';

export const firstCalls: FirstCalls = {
  ofPages: { '/login': () => [first(listSso, {})] },
};
