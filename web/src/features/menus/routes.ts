import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, section } from '../../routing.ts';

export const routes = [
  section(
    admin,
    paths.adminMenu,
    page(() => import('./menu-section.tsx'), 'MenuSection'),
    'hub',
  ),
] as const;
