import { feature } from '../../kernel/feature.ts';
import { savedSearchesReactions } from './saved-searches.jobs.ts';
import { savedSearchesHandlers } from './saved-searches.handlers.ts';

export const savedSearchesFeature = feature({
  name: 'saved-searches',
  handlers: savedSearchesHandlers,
  jobs: savedSearchesReactions,
});
