import { onEvent, onEventsTogether } from '../../kernel/jobs/event-handler.ts';
import { sendDelivery, createDeliveries } from './deliveries/send-deliveries.ts';
import { publicKinds } from './public-events.ts';
import { claimSeconds } from './webhooks.rules.ts';

export const webhooksJobs = [
  onEventsTogether('webhooks.spread-event', publicKinds, createDeliveries),
  // These jobs mostly wait for receivers, and some are slow.
  onEvent('webhooks.send-delivery', 'webhook_delivery_due', sendDelivery, {
    concurrency: 20,
    timeoutSeconds: claimSeconds,
  }),
];
