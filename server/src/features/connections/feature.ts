import { feature } from '../../kernel/feature.ts';
import { connectionsReactions, connectionsSources } from './connections.jobs.ts';
import { connectionsHandlers } from './connections.handlers.ts';

export const connectionsFeature = feature({
  name: 'connections',
  handlers: connectionsHandlers,
  jobs: connectionsReactions,
  liveSources: connectionsSources,
});
