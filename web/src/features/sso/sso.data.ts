import { callQuery, queryClient } from '../../lib/call.ts';

/** Providers of the sign-in page. */
export const providersQuery = () => callQuery('GET /api/v1/sso', {});

export const prefetchProviders = (): Promise<void> => queryClient.prefetchQuery(providersQuery());

/** The set-up of the school. */
export const setupQuery = () => callQuery('GET /api/v1/school/sign-on', {});
