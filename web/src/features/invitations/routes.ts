import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, section } from '../../routing.ts';

export const routes = [
  section(
    admin,
    paths.adminInvitations,
    page(() => import('./invitations-section.tsx'), 'InvitationsSection'),
  ),
] as const;
