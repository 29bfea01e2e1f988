import { first, type FirstCalls } from '../first-call.ts';
import { getFirstRun } from './calls.ts';

export const firstCalls: FirstCalls = {
  withoutBars: ['/start'],
  ofPages: {
    '/': () => [first(getFirstRun, {})],
    '/admin': () => [first(getFirstRun, {})],
    '/admin/$section': () => [first(getFirstRun, {})],
    '/start': () => [first(getFirstRun, {})],
  },
};
