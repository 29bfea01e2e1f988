import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, publicPage, section } from '../../routing.ts';

export const routes = [
  publicPage(
    paths.ltiLogin,
    page(() => import('./login-page.tsx'), 'LtiLoginPage'),
  ),
  publicPage(
    paths.ltiLaunch,
    page(() => import('./launch-page.tsx'), 'LtiLaunchPage'),
  ),
  publicPage(
    paths.ltiFailed,
    page(() => import('./failed-page.tsx'), 'LtiFailedPage'),
    'code',
  ),
  section(
    admin,
    paths.adminLti,
    page(() => import('./lti-section.tsx'), 'LtiSection'),
  ),
] as const;
