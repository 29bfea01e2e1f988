import { listAllAnnouncements, listCourses, listDue } from './calls.ts';
import { first, type FirstCalls } from '../first-call.ts';

export const firstCalls: FirstCalls = {
  ofPages: {
    '/edu': () => [first(listCourses, {}), first(listDue, {}), first(listAllAnnouncements, {})],
  },
};
