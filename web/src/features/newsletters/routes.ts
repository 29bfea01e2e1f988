import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, publicPage, section } from '../../routing.ts';

export const routes = [
  inShell(
    paths.inbox,
    page(() => import('./inbox-page.tsx'), 'InboxPage'),
    'id',
  ),
  section(
    admin,
    paths.adminNewsletters,
    page(() => import('./newsletters-section.tsx'), 'NewslettersSection'),
    'id',
  ),
  publicPage(
    paths.unsubscribe,
    page(() => import('./unsubscribe-page.tsx'), 'UnsubscribePage'),
    'from',
  ),
] as const;
