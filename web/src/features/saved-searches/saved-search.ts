import type { SavedSearch } from '#contract/saved-searches/endpoints.ts';
import { paths } from '../../paths.ts';
import { filtersOf, orderOf, type DirectorySearch } from '../directory/directory-search.ts';

/** What of the directory's address is kept: its filters, order and layout. */
export const paramsOf = (search: DirectorySearch): DirectorySearch => {
  const [order, layout] = [orderOf(search), search['layout']];
  return {
    ...filtersOf(search),
    ...(order !== undefined && { order }),
    ...((layout === 'grid' || layout === 'list') && { layout }),
  };
};

export const isSame = (one: DirectorySearch, other: DirectorySearch): boolean => {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
};

/** The directory as it is opened by a saved search. */
export const openingOf = ({ id, params }: SavedSearch): DirectorySearch => ({
  ...params,
  saved: id,
});

export const hrefOf = (params: DirectorySearch): string => {
  const query = new URLSearchParams(params).toString();
  return query === '' ? paths.directory : `${paths.directory}?${query}`;
};
