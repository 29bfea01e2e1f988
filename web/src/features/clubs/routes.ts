import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, leadsTo, section } from '../../routing.ts';
import { clubParams } from './club-params.ts';

export const routes = [
  leadsTo(paths.clubs, '/_/_/clubs'),
  inShell(
    paths.clubsOfHub,
    page(() => import('./clubs-page.tsx'), 'ClubsPage'),
    ...clubParams,
  ),
  inShell(
    paths.club,
    page(() => import('./club-page.tsx'), 'ClubPage'),
    'tab',
  ),
  inShell(
    paths.manageClub,
    page(() => import('./manage-page.tsx'), 'ManagePage'),
    'section',
  ),
  section(
    admin,
    paths.adminClubs,
    page(() => import('./clubs-section.tsx'), 'ClubsSection'),
    'part',
  ),
] as const;
