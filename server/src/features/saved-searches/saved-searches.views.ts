import type { SavedSearch } from '#contract/saved-searches/endpoints.ts';
import type { SavedSearchRow } from './saved-searches.queries.ts';
import { searchToOpen } from './saved-searches.rules.ts';

/** Returns a saved search for its owner, valid for the current directory. */
export const savedSearchView = (row: SavedSearchRow, connect: boolean): SavedSearch => ({
  id: String(row.id),
  name: row.name,
  params: searchToOpen(row.params, connect),
});
