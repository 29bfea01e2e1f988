import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { bare, inShell, isPublicMode, section } from '../../routing.ts';

const profile = inShell(
  paths.profile,
  page(() => import('./profile-page.tsx'), 'ProfilePage'),
  'uid',
  'link',
);
const embedProfile = page(() => import('./embed-profile-page.tsx'), 'EmbedProfilePage');

export const routes = [
  // Visitors see the public profile without bars instead (features/sharing/routes.ts).
  ...((isPublicMode ? [] : [profile]) as [typeof profile]),
  section(bare, paths.embedProfile, embedProfile),
  section(bare, `${paths.embedProfile}/$uid`, embedProfile),
] as const;
