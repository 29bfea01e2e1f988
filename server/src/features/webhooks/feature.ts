import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { deleteOldDeliveries } from './deliveries/deliveries.queries.ts';
import { webhooksJobs } from './webhooks.jobs.ts';
import { deliveriesHandlers } from './deliveries/deliveries.handlers.ts';
import { webhooksHandlers } from './webhooks.handlers.ts';
import { personalData } from './webhooks.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** A delivery is due. `tries` is its number of previous tries. */
    webhook_delivery_due: { delivery: number; tries: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** Only the `host` of the address, because the rest can contain a secret. */
    webhook_changed: {
      what: Acts['webhook_changed'];
      webhook: number;
      host: string;
    };
  }
}

export const webhooksFeature = feature({
  name: 'webhooks',
  personalData,
  handlers: [...webhooksHandlers, ...deliveriesHandlers],
  jobs: webhooksJobs,
  maintenance: [deleteOldDeliveries],
});
