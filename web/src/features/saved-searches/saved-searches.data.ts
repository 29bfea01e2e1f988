import { listSavedSearches } from '#contract/saved-searches/calls.ts';
import { callQuery } from '../../lib/call.ts';

/** The user's saved searches, loaded on demand. */
export const savedSearches = () => callQuery(listSavedSearches, {});
