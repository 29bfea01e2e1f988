import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { bare, section } from '../../routing.ts';

export const routes = [
  section(
    bare,
    paths.start,
    page(() => import('./start-page.tsx'), 'StartPage'),
    'step',
  ),
] as const;
