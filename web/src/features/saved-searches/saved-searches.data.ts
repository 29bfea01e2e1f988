import { listSavedSearches } from '#contract/saved-searches/calls.ts';
import { callQuery } from '../../lib/call.ts';

/** The person's saved searches, asked for when somebody looks for them. */
export const savedSearches = () => callQuery(listSavedSearches, {});
