import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, section, settings } from '../../routing.ts';

export const routes = [
  section(
    settings,
    paths.settingsStorage,
    page(() => import('./own-storage.tsx'), 'OwnStorage'),
  ),
  section(
    admin,
    paths.adminStorage,
    page(() => import('./school-storage.tsx'), 'SchoolStorage'),
  ),
] as const;
