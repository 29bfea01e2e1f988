import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { isPublicMode, publicPage } from '../../routing.ts';

const publicProfile = publicPage(
  paths.profile,
  page(() => import('./public-profile-page.tsx'), 'PublicProfilePage'),
  'uid',
  'link',
);

// For signed-in users, features/profile/routes.ts has a page at this URL, and its type covers both.
export const routes = (isPublicMode ? [publicProfile] : []) as [];
