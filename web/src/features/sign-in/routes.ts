import { createRoute, redirect } from '@tanstack/react-router';
import { safeRedirect } from '#contract/redirect.ts';
import { onDemand, page } from '../../lib/page.tsx';
import { pickParams } from '../../lib/search-params.ts';
import { paths } from '../../paths.ts';
import { bare, isSignedIn, publicPage, root, section } from '../../routing.ts';

const providers = onDemand(() => import('../sso/sso.data.ts'));
const loginSearch = pickParams('redirect', 'sso_error');
const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  component: page(() => import('./login-page.tsx'), 'LoginPage'),
  validateSearch: loginSearch,
  beforeLoad: ({ search }) => {
    if (isSignedIn())
      throw redirect({ href: safeRedirect(search.redirect, window.location.origin) });
  },
  // Load the providers first, so that the form doesn't jump. If that fails, the form is shown without them.
  loader: async () => (await providers()).prefetchProviders(),
});

export const routes = [
  login,
  publicPage(
    paths.forgot,
    page(() => import('./forgot-page.tsx'), 'ForgotPage'),
  ),
  publicPage(
    paths.firstTime,
    page(() => import('./forgot-page.tsx'), 'FirstTimePage'),
  ),
  publicPage(
    paths.reset,
    page(() => import('./reset-page.tsx'), 'ResetPage'),
  ),
  publicPage(
    paths.welcome,
    page(() => import('./reset-page.tsx'), 'WelcomePage'),
  ),
  section(
    bare,
    paths.twoStepSetup,
    page(() => import('./two-step-setup-page.tsx'), 'TwoStepSetupPage'),
    'redirect',
  ),
  section(
    bare,
    paths.signedIn,
    page(() => import('./signed-in-page.tsx'), 'SignedInPage'),
  ),
] as const;
