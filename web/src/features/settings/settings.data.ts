import { getPrivacy, profileOptions, readPictures } from '#contract/people/calls.ts';
import { listSessions } from '#contract/sessions/calls.ts';
import { callQuery } from '../../lib/call.ts';

export const privacyQuery = () => callQuery(getPrivacy, {});

export const picturesQuery = () => callQuery(readPictures, {});

export const sessionsQuery = () => callQuery(listSessions, {});

/** The school's values change rarely; a page's life is fresh enough. */
export const optionsQuery = () => ({
  ...callQuery(profileOptions, {}),
  staleTime: 10 * 60_000,
});
