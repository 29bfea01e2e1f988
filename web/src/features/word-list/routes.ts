import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, section } from '../../routing.ts';

export const routes = [
  section(
    admin,
    paths.adminWordList,
    page(() => import('./word-list-section.tsx'), 'WordListSection'),
  ),
] as const;
