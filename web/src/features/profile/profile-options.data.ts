import { profileOptions } from '#contract/people/calls.ts';
import { callQuery } from '../../lib/call.ts';

/** The school's values rarely change, so they stay fresh for the page's lifetime. */
export const optionsQuery = () => ({
  ...callQuery(profileOptions, {}),
  staleTime: 10 * 60_000,
});
