import type { SavedSearch } from '#contract/saved-searches/endpoints.ts';
import { paths } from '../../paths.ts';
import { filtersOf, orderOf, type DirectorySearch } from '../directory/directory-search.ts';

/** Returns the parts of the directory's URL to save: filters, order and layout. */
export const paramsOf = (search: DirectorySearch): DirectorySearch => {
  const [order, layout] = [orderOf(search), search['layout']];
  return {
    ...filtersOf(search),
    ...(order !== undefined && { order }),
    ...((layout === 'grid' || layout === 'list') && { layout }),
  };
};

/** Returns whether two URLs are the same search. Older saved searches omit the default logic of a list. */
export const isSame = (one: DirectorySearch, other: DirectorySearch): boolean => {
  const [asked, against] = [one, other].map((search) =>
    Object.entries(search).filter(
      ([key, value]) => !(key.endsWith('_ContainsLogic') && value === 'OR'),
    ),
  ) as [[string, string][], [string, string][]];
  return asked.length === against.length && asked.every(([key, value]) => other[key] === value);
};

/** Returns the directory's URL for a saved search. */
export const searchParamsOf = ({ id, params }: SavedSearch): DirectorySearch => ({
  ...params,
  saved: id,
});

export const hrefOf = (params: DirectorySearch): string => {
  const query = new URLSearchParams(params).toString();
  return query === '' ? paths.directory : `${paths.directory}?${query}`;
};
