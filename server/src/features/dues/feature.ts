import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { duesHandlers } from './dues.handlers.ts';
import { duesJobs } from './dues.jobs.ts';
import { forgetDues, personalDues } from './dues.queries.ts';
import { duesOrders } from './paying/dues-orders.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** An officer reminded members of a club of their dues at a time. */
    dues_reminded: { club: number; at: string };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    dues_plan_changed: { plan: string; name: string; club: string; act: Acts['dues_plan_changed'] };
    dues_changed: {
      club: string;
      /** uid of the member, or empty for acts about all members. */
      person: string;
      reason: string;
      act: Acts['dues_changed'];
    };
  }
}

export const duesFeature = feature({
  name: 'dues',
  handlers: duesHandlers,
  jobs: duesJobs,
  erase: forgetDues,
  personalData: personalDues,
  orderItems: [duesOrders],
});
