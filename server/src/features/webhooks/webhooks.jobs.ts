import { onEvent, onAnyEvent } from '../../kernel/jobs/event-handler.ts';
import { sendDelivery, spreadEvent } from './deliveries/send-deliveries.ts';
import { claimSeconds, outsideKinds } from './webhooks.rules.ts';

export const webhooksJobs = [
  onAnyEvent('webhooks.spread-event', outsideKinds, spreadEvent, { atOnce: 4 }),
  // Mostly waiting for receivers, some of which are slow.
  onEvent('webhooks.send-delivery', 'webhook_delivery_due', sendDelivery, {
    atOnce: 20,
    seconds: claimSeconds,
  }),
];
