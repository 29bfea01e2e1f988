import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, section } from '../../routing.ts';

export const routes = [
  section(
    admin,
    paths.adminSignOn,
    page(() => import('./sign-on-section.tsx'), 'SignOnSection'),
  ),
] as const;
