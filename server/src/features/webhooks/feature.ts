import { feature } from '../../kernel/feature.ts';
import { deleteOldDeliveries } from './deliveries/deliveries.queries.ts';
import { webhooksReactions } from './webhooks.jobs.ts';
import { webhooksRoutes } from './webhooks.routes.ts';

export const webhooksFeature = feature({
  name: 'webhooks',
  handlers: webhooksRoutes,
  jobs: webhooksReactions,
  maintenance: [deleteOldDeliveries],
});
