import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { kept } from '../../routing.ts';

export const routes = [
  kept(
    paths.connections,
    page(() => import('./connections-page.tsx'), 'ConnectionsPage'),
    'list',
  ),
] as const;
