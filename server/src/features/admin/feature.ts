import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { foldActiveWeeks } from './activity/activity.queries.ts';
import { overviewHandlers } from './overview/overview.handlers.ts';
import { accountsHandlers } from './people/accounts.handlers.ts';
import { suspensionsHandlers } from './suspensions/suspensions.handlers.ts';
import { deleteAccountState, personalData } from './suspensions/suspensions.queries.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** An admin exported accounts. `state` and `type` are filters. The search isn't recorded, because it can be a name. */
    people_exported: { count: number; hasSearch: boolean; state: string; type: string };
    /** An admin suspended, restored or signed out a person, or reset their two-step verification. */
    account_access: { person: number; act: Acts['account_access']; reason?: string };
  }
}

export const adminFeature = feature({
  name: 'admin',
  erase: deleteAccountState,
  personalData,
  handlers: [...overviewHandlers, ...accountsHandlers, ...suspensionsHandlers],
  maintenance: [foldActiveWeeks],
});
