import { listingConfig, listingFilters, mobilePeople } from '#contract/people/calls.ts';
import { callQuery, steadyCallQuery } from '../../lib/call.ts';
import { listingParams } from '../../lib/listing-params.ts';
import { askedOrderOf, filtersOf, type DirectorySearch } from './directory-search.ts';

/** A page of the directory for the filters and order in the URL. */
export const directoryPage = (search: DirectorySearch, page: number) =>
  ({
    key: mobilePeople,
    input: listingParams({
      page,
      filters: filtersOf(search),
      order: [askedOrderOf(search) ?? ''],
      orderParam: 'order1',
    }),
  }) as const;

export const directoryFilters = () => steadyCallQuery(listingFilters, { type: 'directory' });

/** The filters, with options counted among the people who match the other filters. */
export const remainingFilters = (search: DirectorySearch) =>
  steadyCallQuery(listingFilters, {
    ...filtersOf(search),
    type: 'directory',
  });

export const directoryConfig = () => ({
  ...callQuery(listingConfig, { type: 'directory' }),
  staleTime: 10 * 60_000,
});
