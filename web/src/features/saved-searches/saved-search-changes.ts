import { newClientId } from '#contract/client-id.ts';
import type { SavedSearch } from '#contract/saved-searches/endpoints.ts';
import {
  deleteSavedSearch,
  orderSavedSearches,
  saveSearch as saveSearchCall,
  updateSavedSearch,
} from '#contract/saved-searches/calls.ts';
import { call, queryClient } from '../../lib/call.ts';
import type { DirectorySearch } from '../directory/directory-search.ts';
import { savedSearches } from './saved-searches.data.ts';

const put = (change: (items: readonly SavedSearch[]) => SavedSearch[]): void => {
  queryClient.setQueryData(
    savedSearches().queryKey,
    (answer) => answer && { items: change(answer.items) },
  );
};
const refresh = () => queryClient.invalidateQueries({ queryKey: savedSearches().queryKey });

/** Saves a search at the end or before another one. */
export async function saveSearch(
  name: string,
  params: DirectorySearch,
  before?: string,
): Promise<SavedSearch> {
  const saved = await call(saveSearchCall, {
    clientId: newClientId(),
    name,
    params,
    ...(before !== undefined && { before }),
  });
  put((items) => {
    const position = items.findIndex(({ id }) => id === before);
    return position === -1 ? [...items, saved] : items.toSpliced(position, 0, saved);
  });
  void refresh();
  return saved;
}

export async function updateSearch(
  id: string,
  change: { name?: string; params?: DirectorySearch },
): Promise<SavedSearch> {
  const saved = await call(updateSavedSearch, { id, ...change });
  put((items) => items.map((one) => (one.id === id ? saved : one)));
  return saved;
}

/** Shows the new order immediately, and reverts it if the call fails. */
export async function orderSearches(ids: readonly string[]): Promise<void> {
  put((items) => items.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)));
  await call(orderSavedSearches, { ids: [...ids] }).finally(refresh);
}

/** Removes a search from the list immediately, and restores it if the call fails. */
export async function deleteSearch(id: string): Promise<void> {
  put((items) => items.filter((one) => one.id !== id));
  await call(deleteSavedSearch, { id }).catch((error: unknown) => {
    void refresh();
    throw error;
  });
}
