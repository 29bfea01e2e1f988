import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, open, section } from '../../routing.ts';

export const routes = [
  open(
    paths.ltiLogin,
    page(() => import('./login-page.tsx'), 'LtiLoginPage'),
  ),
  open(
    paths.ltiLaunch,
    page(() => import('./launch-page.tsx'), 'LtiLaunchPage'),
  ),
  open(
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
