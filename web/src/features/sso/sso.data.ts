import { listSso, readSetup } from '#contract/sso/calls.ts';
import { callQuery, queryClient } from '../../lib/call.ts';

/** Providers of the sign-in page. */
export const providersQuery = () => callQuery(listSso, {});

export const prefetchProviders = (): Promise<void> => queryClient.prefetchQuery(providersQuery());

/** The set-up of the school. */
export const setupQuery = () => callQuery(readSetup, {});
