import { listSso, readSetup } from '#contract/sso/calls.ts';
import { callQuery, queryClient } from '../../lib/call.ts';

/** The providers on the sign-in page. */
export const providersQuery = () => callQuery(listSso, {});

export const prefetchProviders = (): Promise<void> => queryClient.prefetchQuery(providersQuery());

/** The school's single sign-on setup. */
export const setupQuery = () => callQuery(readSetup, {});
