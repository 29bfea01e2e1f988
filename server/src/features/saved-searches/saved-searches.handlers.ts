import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  orderSavedSearches,
  saveSearch,
} from '#contract/saved-searches.ts';
import { handle } from '../../kernel/handle.ts';
import {
  changeOwnSearch,
  keepSearch,
  listOwnSearches,
  orderOwnSearches,
  removeOwnSearch,
} from './saved-searches.actions.ts';

export const savedSearchesHandlers = [
  handle(listSavedSearches, listOwnSearches),
  handle(saveSearch, keepSearch),
  handle(changeSavedSearch, changeOwnSearch),
  handle(orderSavedSearches, orderOwnSearches),
  handle(deleteSavedSearch, removeOwnSearch),
];
