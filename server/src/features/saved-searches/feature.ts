import { feature } from '../../kernel/feature.ts';
import { savedSearchesHandlers } from './saved-searches.handlers.ts';
import { personalData, deleteSavedSearchesOf } from './saved-searches.queries.ts';

export const savedSearchesFeature = feature({
  name: 'saved-searches',
  erase: deleteSavedSearchesOf,
  personalData,
  handlers: savedSearchesHandlers,
});
