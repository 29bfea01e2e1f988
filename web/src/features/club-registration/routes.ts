import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, section } from '../../routing.ts';

export const routes = [
  inShell(
    paths.clubRegistrations,
    page(() => import('./registrations-page.tsx'), 'RegistrationsPage'),
  ),
  inShell(
    paths.clubApplication,
    page(() => import('./application-page.tsx'), 'ApplicationPage'),
    'step',
  ),
  section(
    admin,
    paths.adminClubRegistration,
    page(() => import('./registration-section.tsx'), 'RegistrationSection'),
    'part',
    'state',
  ),
] as const;
