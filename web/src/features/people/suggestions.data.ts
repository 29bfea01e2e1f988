import { mobilePeople } from '#contract/people/calls.ts';
import { listSuggestions } from '#contract/suggestions/calls.ts';
import { callQuery } from '../../lib/call.ts';

/** Fresh for a while, so that the list doesn't change while someone reads it. */
export const suggestions = () => ({
  ...callQuery(listSuggestions, { size: 8 }),
  staleTime: 5 * 60_000,
});

/** All that fit on a page of their own. */
export const suggestionsPage = () => ({
  ...callQuery(listSuggestions, { size: 30 }),
  staleTime: 5 * 60_000,
});

/** One more than shown, because the list may include the user. */
export const newcomers = () =>
  callQuery(mobilePeople, {
    range: '0',
    limit: '7',
    order1: 'CreatedOnDesc',
  });
