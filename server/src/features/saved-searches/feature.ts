import { feature } from '../../kernel/feature.ts';
import { savedSearchesReactions } from './saved-searches.jobs.ts';
import { savedSearchesRoutes } from './saved-searches.routes.ts';

export const savedSearchesFeature = feature({
  name: 'saved-searches',
  handlers: savedSearchesRoutes,
  jobs: savedSearchesReactions,
});
