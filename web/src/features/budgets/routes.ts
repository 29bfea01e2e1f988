import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, section } from '../../routing.ts';

export const routes = [
  inShell(
    paths.budgetRequest,
    page(() => import('./request/request-page.tsx'), 'RequestPage'),
    'step',
  ),
  section(
    admin,
    paths.adminBudgets,
    page(() => import('./admin/budgets-section.tsx'), 'BudgetsSection'),
  ),
] as const;
