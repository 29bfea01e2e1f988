import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { inShell } from '../../routing.ts';

export const routes = [
  inShell(
    paths.post,
    page(() => import('./post/post-page.tsx'), 'PostPage'),
    'id',
  ),
] as const;
