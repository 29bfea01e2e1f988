import { directoryQuestion, filterParamOf, orderToAsk } from '#contract/directory/address.ts';
import type { ListingFilter } from '#contract/people/endpoints.ts';
import { school } from '../../lib/school.ts';
import { filterParams, type FilterValue } from '../../lib/listing-params.ts';

/*
 * The directory's state in the URL: filters by wire name, `order`, `layout`, and the `uid` of the open person. Multiple
 * values are joined by commas in `{name}_tagList`, like in the API.
 */
export type DirectorySearch = Record<string, string>;

export const splitValues = (joined: string | undefined): string[] =>
  (joined ?? '')
    .split(',')
    .filter((value) => value !== '')
    .map((value) => value.replaceAll('[[SEP]]', ','));

/** Returns an option's value for a filter. Commas within a value are sent as [[SEP]]. */
export const valueOf = (value: string): string => value.replaceAll('[[SEP]]', ',');

/** A filter whose options are shown in the user's language if there is a translation. */
export type NamedFilter = ListingFilter;

/** The selected values of a filter. */
export interface FilterChoice {
  values: readonly string[];
  logic: 'OR' | 'AND';
  /** Excluded values, only for lists. */
  without: readonly string[];
}

export const noChoice: FilterChoice = { values: [], logic: 'OR', without: [] };

/** Returns whether a filter is set. */
export const isNarrowing = ({ values, without }: FilterChoice): boolean =>
  values.length + without.length > 0;

export const chosenOf = (
  search: DirectorySearch,
  filter: Pick<ListingFilter, 'name' | 'kind'>,
): FilterChoice => {
  const { name, kind } = filter;
  if (kind !== 'list') return { ...noChoice, values: search[name] ? [search[name]] : [] };
  return {
    values: splitValues(search[`${name}_tagList`]),
    logic: search[`${name}_ContainsLogic`] === 'AND' ? 'AND' : 'OR',
    without: splitValues(search[`${name}_NotContainsLogic`]),
  };
};

const filterValue = (
  filter: Pick<ListingFilter, 'kind'>,
  { values, logic, without }: FilterChoice,
): FilterValue => {
  if (filter.kind === 'list')
    return { kind: 'list', contains: values, logic, notContains: without };
  if (filter.kind === 'menu-list')
    return { kind: 'menu-list', selected: values[0] === undefined ? null : { value: values[0] } };
  return values[0] ?? null;
};

/** Returns the search with a changed filter. Empty filters are left out of the URL. */
export function withChosen(
  search: DirectorySearch,
  filter: Pick<ListingFilter, 'name' | 'kind'>,
  chosen: FilterChoice,
): DirectorySearch {
  const { name } = filter;
  const own = ['', '_tagList', '_ContainsLogic', '_NotContainsLogic'].map(
    (part) => `${name}${part}`,
  );
  const rest = Object.fromEntries(Object.entries(search).filter(([key]) => !own.includes(key)));
  const params = filterParams({ [name]: filterValue(filter, chosen) });
  return { ...rest, ...params };
}

/** Returns the API's filter parameters for a URL. Unknown parameters are ignored. */
export const filtersOf = (search: DirectorySearch): Record<string, string> =>
  directoryQuestion(search, school.get()?.config.connect !== false).filters;

/** Returns the order to ask the API for. Without one in the URL, the API sorts by closeness, or by relevance if there is a search text. */
export const askedOrderOf = (search: DirectorySearch): string | undefined =>
  orderToAsk(directoryQuestion(search));

/** Returns the order in a URL if the directory supports it. */
export const orderOf = (search: DirectorySearch): string | undefined =>
  directoryQuestion(search).order;

/** Returns the search without filters and text. It no longer refers to a saved search. */
export const withoutFilters = (search: DirectorySearch): DirectorySearch =>
  Object.fromEntries(
    Object.entries(search).filter(([key]) => key !== 'saved' && filterParamOf(key) === null),
  );
