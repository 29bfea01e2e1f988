import { getProfile } from './calls.ts';
import { first, type FirstCalls } from '../first-call.ts';

const profile = (uid?: string) =>
  first(getProfile, { ...(uid !== undefined && { uid }), view: 'full' });

export const firstCalls: FirstCalls = {
  withoutBars: ['/embed'],
  ofPages: {
    '/student_profile': ({ uid }) => [profile(uid)],
    '/embed/profile': () => [profile()],
    '/embed/profile/$uid': ({ uid = '' }) => (/^\d+$/.test(uid) ? [profile(uid)] : []),
  },
};
