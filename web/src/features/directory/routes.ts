import { createRoute } from '@tanstack/react-router';
import { page } from '../../lib/page.tsx';
import { known } from '../../lib/search-params.ts';
import { paths } from '../../paths.ts';
import { membersOnly, shell } from '../../routing.ts';

const directory = createRoute({
  getParentRoute: () => shell,
  path: paths.directory,
  component: page(() => import('./directory-page.tsx'), 'DirectoryPage'),
  beforeLoad: membersOnly,
  // Filters use their wire names. Unknown parameters are not sent (contract/src/directory/address.ts).
  validateSearch: known,
  staticData: { keepAlive: true },
});

export const routes = [directory] as const;
