import { feature } from '../../kernel/feature.ts';
import { connectionsReactions, connectionsSources } from './connections.jobs.ts';
import { connectionsRoutes } from './connections.routes.ts';

export const connectionsFeature = feature({
  name: 'connections',
  handlers: connectionsRoutes,
  jobs: connectionsReactions,
  liveSources: connectionsSources,
});
