import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { keepAlive } from '../../routing.ts';

export const routes = [
  keepAlive(
    paths.connections,
    page(() => import('./connections-page.tsx'), 'ConnectionsPage'),
    'list',
  ),
] as const;
