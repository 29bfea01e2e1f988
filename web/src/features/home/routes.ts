import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { keepAlive } from '../../routing.ts';

export const routes = [
  keepAlive(
    paths.home,
    page(() => import('./home-page.tsx'), 'HomePage'),
  ),
] as const;
