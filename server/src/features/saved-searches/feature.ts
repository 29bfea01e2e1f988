import { feature } from '../../kernel/feature.ts';
import { savedSearchesReactions } from './saved-searches.jobs.ts';
import { savedSearchesHandlers } from './saved-searches.handlers.ts';
import { personalData } from './saved-searches.queries.ts';

export const savedSearchesFeature = feature({
  name: 'saved-searches',
  personalData,
  handlers: savedSearchesHandlers,
  jobs: savedSearchesReactions,
});
