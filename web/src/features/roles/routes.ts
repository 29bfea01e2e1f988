import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, section } from '../../routing.ts';

export const routes = [
  section(
    admin,
    paths.adminRoles,
    page(() => import('./roles-section.tsx'), 'RolesSection'),
  ),
] as const;
