import { directoryQuestion, filterParamOf } from '#contract/directory/address.ts';
import type { ListingFilter } from '#contract/people/endpoints.ts';
import { school } from '../../lib/school.ts';
import { filterParams, type FilterValue } from '../../lib/listing-params.ts';

/*
 * The directory's state is its URL: filters under their wire names, `order`, `layout`, `uid` of the open person.
 * Values of a list stand comma-joined in `{name}_tagList`, as they travel.
 */
export type DirectorySearch = Record<string, string>;

export const splitValues = (joined: string | undefined): string[] =>
  (joined ?? '')
    .split(',')
    .filter((value) => value !== '')
    .map((value) => value.replaceAll('[[SEP]]', ','));

/** An option's value as it is chosen: a comma inside travels as [[SEP]]. */
export const valueOf = (value: string): string => value.replaceAll('[[SEP]]', ',');

/** A filter whose texts are in the person's language where the catalogue has them. */
export type NamedFilter = ListingFilter;

/** What is chosen in one filter. */
export interface Chosen {
  values: readonly string[];
  logic: 'OR' | 'AND';
  /** Values that people shown do not have; of a list only. */
  without: readonly string[];
}

export const nothingChosen: Chosen = { values: [], logic: 'OR', without: [] };

/** Whether a filter narrows the list. */
export const isNarrowing = ({ values, without }: Chosen): boolean =>
  values.length + without.length > 0;

export const chosenOf = (
  search: DirectorySearch,
  filter: Pick<ListingFilter, 'name' | 'kind'>,
): Chosen => {
  const { name, kind } = filter;
  if (kind !== 'list') return { ...nothingChosen, values: search[name] ? [search[name]] : [] };
  return {
    values: splitValues(search[`${name}_tagList`]),
    logic: search[`${name}_ContainsLogic`] === 'AND' ? 'AND' : 'OR',
    without: splitValues(search[`${name}_NotContainsLogic`]),
  };
};

const filterValue = (
  filter: Pick<ListingFilter, 'kind'>,
  { values, logic, without }: Chosen,
): FilterValue => {
  if (filter.kind === 'list')
    return { kind: 'list', contains: values, logic, notContains: without };
  if (filter.kind === 'menu-list')
    return { kind: 'menu-list', selected: values[0] === undefined ? null : { value: values[0] } };
  return values[0] ?? null;
};

/** The URL with another choice in one filter; what is empty is not in it. */
export function withChosen(
  search: DirectorySearch,
  filter: Pick<ListingFilter, 'name' | 'kind'>,
  chosen: Chosen,
): DirectorySearch {
  const { name } = filter;
  const own = ['', '_tagList', '_ContainsLogic', '_NotContainsLogic'].map(
    (part) => `${name}${part}`,
  );
  const rest = Object.fromEntries(Object.entries(search).filter(([key]) => !own.includes(key)));
  const params = filterParams({ [name]: filterValue(filter, chosen) });
  return { ...rest, ...params };
}

/** The call's filter parameters of a URL. What the directory does not know of an address is no filter. */
export const filtersOf = (search: DirectorySearch): Record<string, string> =>
  directoryQuestion(search, school.get()?.config.connect !== false).filters;

/** The order a URL asks for, if the directory has it. */
export const orderOf = (search: DirectorySearch): string | undefined =>
  directoryQuestion(search).order;

/** The URL without any filter and search; it is no longer the saved one. */
export const withoutFilters = (search: DirectorySearch): DirectorySearch =>
  Object.fromEntries(
    Object.entries(search).filter(([key]) => key !== 'saved' && filterParamOf(key) === null),
  );
