import { feature } from '../../kernel/feature.ts';
import { safetyReactions, safetySources } from './safety.jobs.ts';
import { safetyRoutes } from './safety.routes.ts';

export const safetyFeature = feature({
  name: 'safety',
  handlers: safetyRoutes,
  jobs: safetyReactions,
  liveSources: safetySources,
});
