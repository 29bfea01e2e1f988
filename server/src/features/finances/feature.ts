import type { Acts } from '#contract/audit-kinds.ts';
import type { ProxyItem } from '#contract/finances/limits.ts';
import { feature } from '../../kernel/feature.ts';
import { financesHandlers } from './finances.handlers.ts';
import { deleteFinancesOf, personalData } from './finances.queries.ts';
import { proxiesHandlers } from './proxies/proxies.handlers.ts';
import { proxiesJobs } from './proxies/proxies.jobs.ts';
import { deleteEndedProxies } from './proxies/proxies.queries.ts';
import { staffHandlers } from './staff/staff.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** A student shared their account with a person, who gets a mail with the link. */
    finance_proxy_added: { proxy: number; clientId: string; origin: string };
    /** A person with a link asked for a code. */
    finance_proxy_code_asked: { proxy: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  // Details contain no amounts, because people who can read the activity log can't read accounts.
  interface AuditDetails {
    finance_read: { person: number };
    finance_listed: { show: 'overdue' | 'holds' };
    finance_exported: { person: number; format: string };
    finance_line_changed: { person: number; line: number; act: Acts['finance_line_changed'] };
    finance_plan_changed: { person: number; account: number; act: Acts['finance_plan_changed'] };
    finance_hold_changed: { person: number; hold: number; act: Acts['finance_hold_changed'] };
    finance_settings_changed: { payUrl: string | null };
    finance_key_made: { hint: string };
    finance_proxy_changed: {
      person: number;
      act: Acts['finance_proxy_changed'];
      items: readonly ProxyItem[];
    };
  }
}

export const financesFeature = feature({
  name: 'finances',
  erase: deleteFinancesOf,
  personalData,
  handlers: [...financesHandlers, ...proxiesHandlers, ...staffHandlers],
  jobs: proxiesJobs,
  maintenance: [deleteEndedProxies],
});
