import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { inShell } from '../../routing.ts';

export const routes = [
  inShell(
    paths.budgetRequest,
    page(() => import('./request/request-page.tsx'), 'RequestPage'),
  ),
  // A page of its own, because the tree of accounts needs the width of the window.
  inShell(
    paths.adminBudgets,
    page(() => import('./admin/budgets-page.tsx'), 'BudgetsPage'),
    'tab',
    'state',
    'search',
    'request',
  ),
] as const;
