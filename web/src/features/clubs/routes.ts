import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, isPublicMode, redirectRoute, publicPage, section } from '../../routing.ts';

const club = inShell(
  paths.club,
  page(() => import('./page/club-page.tsx'), 'ClubPage'),
  'tab',
  'folder',
  'product',
);
// Visitors see this page with share=1. The type of the club's page covers both.
const publicClub = publicPage(
  paths.club,
  page(() => import('./page/public-club-page.tsx'), 'PublicClubPage'),
);

export const routes = [
  redirectRoute(paths.clubs, '/_/_/clubs'),
  inShell(
    paths.clubsOfHub,
    page(() => import('./listing/clubs-page.tsx'), 'ClubsPage'),
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
  ...((isPublicMode ? [publicClub] : [club]) as [typeof club]),
  publicPage(
    paths.joinClub,
    page(() => import('./joining/join-page.tsx'), 'JoinPage'),
  ),
  inShell(
    paths.manageClub,
    page(() => import('./manage/manage-page.tsx'), 'ManagePage'),
    'section',
    'part',
    'email',
    'order',
    'account',
    'from',
    'to',
    'category',
    'entry',
  ),
  section(
    admin,
    paths.adminClubs,
    page(() => import('./manage/clubs-section.tsx'), 'ClubsSection'),
    'part',
  ),
] as const;
