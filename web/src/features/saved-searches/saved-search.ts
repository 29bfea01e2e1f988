import type { SavedSearch } from '#contract/saved-searches.ts';
import { paths } from '../../paths.ts';
import type { DirectorySearch } from '../directory/directory-search.ts';

/** What of the directory's address is kept: not who is open beside the list, nor which saved search it came from. */
export const paramsOf = (search: DirectorySearch): DirectorySearch =>
  Object.fromEntries(Object.entries(search).filter(([key, value]) => key !== 'uid' && key !== 'saved' && value !== ''));

export const isSame = (one: DirectorySearch, other: DirectorySearch): boolean => {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
};

/** The directory as it is opened by a saved search. */
export const openingOf = ({ id, params }: SavedSearch): DirectorySearch => ({ ...params, saved: id });

export const hrefOf = (params: DirectorySearch): string => {
  const query = new URLSearchParams(params).toString();
  return query === '' ? paths.directory : `${paths.directory}?${query}`;
};
