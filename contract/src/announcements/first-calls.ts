import { listAnnouncements } from './calls.ts';
import { first, type FirstCalls } from '../first-call.ts';

export const firstCalls: FirstCalls = { everywhere: [first(listAnnouncements, {})] };
