import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, publicPage, section } from '../../routing.ts';

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
  publicPage(
    paths.sharedFinances,
    page(() => import('./shared-page.tsx'), 'SharedFinancesPage'),
  ),
] as const;
