import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { kept } from '../../routing.ts';

export const routes = [
  kept(
    paths.home,
    page(() => import('./home-page.tsx'), 'HomePage'),
  ),
] as const;
