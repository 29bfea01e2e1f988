import { feature } from '../../kernel/feature.ts';
import { deleteOldDeliveries } from './deliveries/deliveries.queries.ts';
import { webhooksReactions } from './webhooks.jobs.ts';
import { webhooksHandlers } from './webhooks.handlers.ts';

export const webhooksFeature = feature({
  name: 'webhooks',
  handlers: webhooksHandlers,
  jobs: webhooksReactions,
  maintenance: [deleteOldDeliveries],
});
