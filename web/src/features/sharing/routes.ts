import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { isPublicMode, publicPage } from '../../routing.ts';

const publicProfile = publicPage(
  paths.profile,
  page(() => import('./public-profile-page.tsx'), 'PublicProfilePage'),
  'uid',
  'link',
);

// Where they are signed in, the page of features/profile/routes.ts stands at this address, and its type stands for both.
export const routes = (isPublicMode ? [publicProfile] : []) as [];
