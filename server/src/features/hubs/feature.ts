import { feature } from '../../kernel/feature.ts';
import { hubsReactions } from './hubs.jobs.ts';
import { hubsHandlers } from './hubs.handlers.ts';

export const hubsFeature = feature({
  name: 'hubs',
  handlers: hubsHandlers,
  jobs: hubsReactions,
});
