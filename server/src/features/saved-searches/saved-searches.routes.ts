import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  orderSavedSearches,
  saveSearch,
} from '#contract/saved-searches.ts';
import { route } from '../../kernel/http/route.ts';
import {
  changeOwnSearch,
  keepSearch,
  listOwnSearches,
  orderOwnSearches,
  removeOwnSearch,
} from './saved-searches.actions.ts';

export const savedSearchesRoutes = [
  route(listSavedSearches, listOwnSearches),
  route(saveSearch, keepSearch),
  route(changeSavedSearch, changeOwnSearch),
  route(orderSavedSearches, orderOwnSearches),
  route(deleteSavedSearch, removeOwnSearch),
];
