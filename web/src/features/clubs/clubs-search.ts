import type { ListingFilter } from '#contract/people/endpoints.ts';
import { chosenOf, isNarrowing, type DirectorySearch } from '../directory/directory-search.ts';

/* The list of clubs has its state in its URL, under the names that the directory has for the same. */
export type ClubsSearch = DirectorySearch;

export const clubOrders = ['NameAsc', 'NameDesc', 'CreatedOnDesc'] as const;
export type ClubOrder = (typeof clubOrders)[number];

export const orderOf = (search: ClubsSearch): ClubOrder =>
  clubOrders.find((one) => one === search['order']) ?? 'NameAsc';

/** The filters with values of the school’s own, and what the list of clubs calls them. */
export const labelFilters = [
  { name: 'category', kind: 'list', key: 'Category' },
  { name: 'tag', kind: 'list', key: 'GroupTag' },
  { name: 'type', kind: 'list', key: 'GroupTypeLookup' },
] as const;
export type LabelFilter = (typeof labelFilters)[number]['name'];

/** What an address asks of the list of clubs. `hub`: whose clubs they are; null: the school’s. */
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

/** The same for the call that counts the options of filters. */
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

/** Whether anything narrows the list. */
export const isNarrowed = (search: ClubsSearch): boolean =>
  Object.keys(search).some((name) => name !== 'order');

/** The address without filters; what is typed stays. */
export const withoutFilters = (search: ClubsSearch): ClubsSearch =>
  Object.fromEntries(
    Object.entries(search).filter(([name]) => name === 'order' || name === 'search_word'),
  );

/** Whether the picker of a filter is offered: where it has options, or something is chosen in it. */
export const isOffered = (search: ClubsSearch, filter: ListingFilter): boolean =>
  filter.options.length > 0 || isNarrowing(chosenOf(search, filter));
