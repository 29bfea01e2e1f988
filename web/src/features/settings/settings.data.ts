import { callQuery } from '../../lib/call.ts';

export const privacyQuery = () => callQuery('GET /api/v1/privacy', {});

export const picturesQuery = () => callQuery('GET /api/v1/profile/pictures', {});

export const sessionsQuery = () => callQuery('GET /api/v1/sessions', {});

/** The school's values change rarely; a page's life is fresh enough. */
export const optionsQuery = () => ({
  ...callQuery('GET /api/v1/profile/options', {}),
  staleTime: 10 * 60_000,
});
