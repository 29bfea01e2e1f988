import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, open, section } from '../../routing.ts';

export const routes = [
  inShell(
    paths.finances,
    page(() => import('./finances-page.tsx'), 'FinancesPage'),
  ),
  section(
    admin,
    paths.adminFinances,
    page(() => import('./finances-section.tsx'), 'FinancesSection'),
    'tab',
    'uid',
    'show',
    'sort',
    'order',
  ),
  open(
    paths.sharedFinances,
    page(() => import('./shared-page.tsx'), 'SharedFinancesPage'),
  ),
] as const;
