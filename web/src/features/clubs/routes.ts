import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, leadsTo, open, section } from '../../routing.ts';

export const routes = [
  leadsTo(paths.clubs, '/_/_/clubs'),
  inShell(
    paths.clubsOfHub,
    page(() => import('./clubs-page.tsx'), 'ClubsPage'),
    'search_word',
    'category_tagList',
    'category_ContainsLogic',
    'category_NotContainsLogic',
    'tag_tagList',
    'tag_ContainsLogic',
    'tag_NotContainsLogic',
    'type_tagList',
    'type_ContainsLogic',
    'type_NotContainsLogic',
    'membership',
    'known',
    'order',
  ),
  inShell(
    paths.club,
    page(() => import('./club-page.tsx'), 'ClubPage'),
    'tab',
    'folder',
  ),
  open(
    paths.joinClub,
    page(() => import('./join-page.tsx'), 'JoinPage'),
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
