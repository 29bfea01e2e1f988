import { feature } from '../../kernel/feature.ts';
import { hubsReactions } from './hubs.jobs.ts';
import { hubsRoutes } from './hubs.routes.ts';

export const hubsFeature = feature({
  name: 'hubs',
  handlers: hubsRoutes,
  jobs: hubsReactions,
});
