import { feature } from '../../kernel/feature.ts';
import { suggestionsReactions } from './suggestions.jobs.ts';
import { suggestionsRoutes } from './suggestions.routes.ts';

export const suggestionsFeature = feature({
  name: 'suggestions',
  handlers: suggestionsRoutes,
  jobs: suggestionsReactions,
});
