import type { Acts } from '#contract/audit-kinds.ts';
import type { Db } from '../../kernel/database/database.ts';
import { feature } from '../../kernel/feature.ts';
import { accountsHandlers } from './accounts/accounts.handlers.ts';
import { clubMoneyHandlers } from './money/club-money.handlers.ts';
import { lineFiltersHandlers } from './lines/line-filters.handlers.ts';
import { linesExportHandlers } from './lines/lines-export.handlers.ts';
import { exportHandlers } from './export/export.handlers.ts';
import { forgetAuthor } from './ledger/ledger.queries.ts';
import { minutesHandlers } from './minutes/minutes.handlers.ts';
import { periodsHandlers } from './periods/periods.handlers.ts';
import { requestKind } from './requests/request-kind.ts';
import { requestsHandlers } from './requests/requests.handlers.ts';
import { budgetUploads, forgetRequester, personalData } from './requests/requests.queries.ts';

declare module '../../kernel/security/audit.ts' {
  // Details contain no amounts, because people who can read the activity log can't read accounts.
  interface AuditDetails {
    club_account_changed: {
      account: string;
      name: string;
      /** Empty for accounts of the school. */
      club: string;
      act: Acts['club_account_changed'];
    };
    ledger_changed: { entry: string; title: string; act: Acts['ledger_changed'] };
    budget_period_changed: { name: string; act: Acts['budget_period_changed'] };
    budget_request_changed: {
      request: string;
      title: string;
      /** Empty if the club was deleted. */
      club: string;
      act: Acts['budget_request_changed'];
    };
  }
}

export const budgetsFeature = feature({
  name: 'budgets',
  handlers: [
    ...accountsHandlers,
    ...clubMoneyHandlers,
    ...periodsHandlers,
    ...exportHandlers,
    ...lineFiltersHandlers,
    ...linesExportHandlers,
    ...minutesHandlers,
    ...requestsHandlers,
  ],
  approvalKinds: [requestKind],
  uploadReferences: [budgetUploads],
  erase: async (db: Db, person: number) => {
    await forgetAuthor(db, person);
    await forgetRequester(db, person);
  },
  personalData,
});
