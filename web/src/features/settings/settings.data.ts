import { getPrivacy, profileOptions, readPictures } from '#contract/people/calls.ts';
import { listSessions } from '#contract/sessions/calls.ts';
import { callQuery } from '../../lib/call.ts';

export const privacyQuery = () => callQuery(getPrivacy, {});

export const picturesQuery = () => callQuery(readPictures, {});

export const sessionsQuery = () => callQuery(listSessions, {});

/** The school's values rarely change, so they stay fresh for the page's lifetime. */
export const optionsQuery = () => ({
  ...callQuery(profileOptions, {}),
  staleTime: 10 * 60_000,
});
