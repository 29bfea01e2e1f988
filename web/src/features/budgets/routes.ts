import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { inShell } from '../../routing.ts';

export const routes = [
  inShell(
    paths.budgetRequest,
    page(() => import('./request/request-page.tsx'), 'RequestPage'),
  ),
  // Not a section of Admin, because the tree of accounts needs the whole window.
  inShell(
    paths.adminBudgets,
    page(() => import('./admin/budgets-page.tsx'), 'BudgetsPage'),
    'tab',
    'state',
    'search',
    'request',
  ),
] as const;
