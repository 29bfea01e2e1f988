import type { ListingFilter } from '#contract/people/endpoints.ts';
import { chosenOf, isNarrowing, type DirectorySearch } from '../directory/directory-search.ts';

/* The state of the club list in the URL. It uses the same names as the directory. */
export type ClubsSearch = DirectorySearch;

export const clubOrders = ['NameAsc', 'NameDesc', 'CreatedOnDesc'] as const;
export type ClubOrder = (typeof clubOrders)[number];

export const orderOf = (search: ClubsSearch): ClubOrder =>
  clubOrders.find((one) => one === search['order']) ?? 'NameAsc';

/** The filters whose options the school defines, and their names in the API. */
export const labelFilters = [
  { name: 'category', kind: 'list', key: 'Category' },
  { name: 'tag', kind: 'list', key: 'GroupTag' },
  { name: 'type', kind: 'list', key: 'GroupTypeLookup' },
] as const;
export type LabelFilter = (typeof labelFilters)[number]['name'];

/** Returns the API filters for a URL. `hub` limits them to a hub's clubs; null means the whole school. */
export const filtersOf = (search: ClubsSearch, hub: string | null): Record<string, unknown> => {
  const filters: Record<string, unknown> = hub === null ? {} : { School: hub };
  if (search['search_word']) filters['Search'] = search['search_word'];
  if (search['membership'] === 'open') filters['Membership'] = ['open'];
  if (search['known'] === '1') filters['Known'] = true;
  for (const filter of labelFilters) {
    const { values, logic, without } = chosenOf(search, filter);
    if (values.length + without.length > 0)
      filters[filter.key] = { tagList: values, ContainsLogic: logic, NotContainsLogic: without };
  }
  return filters;
};

/** Returns the filters for the call that counts the options. */
export const countedFiltersOf = (
  search: ClubsSearch,
  hub: string | null,
): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) => name !== 'order' && name !== 'known' && value !== '',
    ),
  ),
  ...(hub !== null && { hub }),
});

/** Returns whether any filter or search text is set. */
export const isNarrowed = (search: ClubsSearch): boolean =>
  Object.keys(search).some((name) => name !== 'order');

/** Returns the search without filters. The search text stays. */
export const withoutFilters = (search: ClubsSearch): ClubsSearch =>
  Object.fromEntries(
    Object.entries(search).filter(([name]) => name === 'order' || name === 'search_word'),
  );

/** Returns whether to show a filter: it has options or a selection. */
export const isOffered = (search: ClubsSearch, filter: ListingFilter): boolean =>
  filter.options.length > 0 || isNarrowing(chosenOf(search, filter));
