import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loginHref, safeRedirect } from '#contract/redirect.ts';
import { callQuery, queryClient } from './lib/call.ts';
import { authStatus, session } from './lib/session-store.ts';
import { paths } from './paths.ts';
import { AppShell } from './shell/app-shell.tsx';
import { CrashPage } from './shell/crash-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { MembersOnly } from './shell/members-only.tsx';
import { RootLayout } from './shell/root-layout.tsx';

/*
 * The whole map: URL → page. Pages load on demand. Under `shell` stands what a signed-in person sees with the bars,
 * under `bare` the same without them, beside both what anybody sees. Search parameters are plain strings
 * (a repeated one is a list); each route says which it knows by `validateSearch`.
 */

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** May be seen by anybody when the URL has share=1. */
    isPublic?: boolean;
    /** For signed-in people only. */
    isMember?: boolean;
  }
}

type Search = Record<string, unknown>;

/** A parameter that is there, as text. */
const text = <N extends string>(search: Search, name: N): { [K in N]?: string } =>
  typeof search[name] === 'string' && search[name] !== '' ? ({ [name]: search[name] } as { [K in N]?: string }) : {};

const isSignedIn = () => session.get().status === authStatus.LOGGED_IN;

const mustBeSignedIn = ({ location }: { location: { href: string } }) => {
  if (!isSignedIn()) throw redirect({ href: loginHref(location.href), replace: true });
};

const root = createRootRoute({ component: RootLayout, notFoundComponent: NotFoundPage, errorComponent: CrashPage });

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: AppShell,
  beforeLoad: mustBeSignedIn,
  staticData: { isMember: true },
});
const bare = createRoute({
  getParentRoute: () => root,
  id: 'bare',
  beforeLoad: mustBeSignedIn,
  component: MembersOnly,
  staticData: { isMember: true },
});

const home = createRoute({
  getParentRoute: () => shell,
  path: paths.home,
  component: lazyRouteComponent(() => import('./features/home/home-page.tsx'), 'HomePage'),
});
const directory = createRoute({
  getParentRoute: () => shell,
  path: paths.directory,
  // Filters stand under their wire names; which of them exist, the server says.
  validateSearch: (search: Search): Record<string, string> =>
    Object.fromEntries(
      Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
    ),
  component: lazyRouteComponent(() => import('./features/directory/directory-page.tsx'), 'DirectoryPage'),
});
const profile = createRoute({
  getParentRoute: () => shell,
  path: paths.profile,
  validateSearch: (search: Search): { uid?: string } => text(search, 'uid'),
  component: lazyRouteComponent(() => import('./features/profile/profile-page.tsx'), 'ProfilePage'),
});
const connections = createRoute({
  getParentRoute: () => shell,
  path: paths.connections,
  validateSearch: (search: Search): { list?: string } => text(search, 'list'),
  component: lazyRouteComponent(() => import('./features/connections/connections-page.tsx'), 'ConnectionsPage'),
});

const admin = createRoute({
  getParentRoute: () => shell,
  path: paths.admin,
  component: lazyRouteComponent(() => import('./features/admin/admin-page.tsx'), 'AdminPage'),
});
const adminReports = createRoute({
  getParentRoute: () => admin,
  path: 'reports',
  validateSearch: (search: Search): { list?: string } => text(search, 'list'),
  component: lazyRouteComponent(() => import('./features/admin/reports-section.tsx'), 'ReportsSection'),
});
const adminPrivacy = createRoute({
  getParentRoute: () => admin,
  path: 'privacy',
  component: lazyRouteComponent(() => import('./features/admin/field-rules-section.tsx'), 'FieldRulesSection'),
});
const adminImport = createRoute({
  getParentRoute: () => admin,
  path: 'import',
  component: lazyRouteComponent(() => import('./features/imports/imports-section.tsx'), 'ImportsSection'),
});
const adminProvisioning = createRoute({
  getParentRoute: () => admin,
  path: 'provisioning',
  component: lazyRouteComponent(() => import('./features/provisioning/provisioning-section.tsx'), 'ProvisioningSection'),
});
const adminSignOn = createRoute({
  getParentRoute: () => admin,
  path: 'sign-on',
  component: lazyRouteComponent(() => import('./features/sso/sign-on-section.tsx'), 'SignOnSection'),
});
const adminAudit = createRoute({
  getParentRoute: () => admin,
  path: 'log',
  component: lazyRouteComponent(() => import('./features/admin/audit-section.tsx'), 'AuditSection'),
});
const adminIndex = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.adminReports, replace: true });
  },
});
const settings = createRoute({
  getParentRoute: () => shell,
  path: paths.settings,
  component: lazyRouteComponent(() => import('./features/settings/settings-page.tsx'), 'SettingsPage'),
});
const settingsProfile = createRoute({
  getParentRoute: () => settings,
  path: 'profile',
  component: lazyRouteComponent(() => import('./features/settings/profile-section.tsx'), 'ProfileSection'),
});
const settingsPrivacy = createRoute({
  getParentRoute: () => settings,
  path: 'privacy',
  component: lazyRouteComponent(() => import('./features/settings/privacy-section.tsx'), 'PrivacySection'),
});
const settingsAccount = createRoute({
  getParentRoute: () => settings,
  path: 'account',
  component: lazyRouteComponent(() => import('./features/settings/account-section.tsx'), 'AccountSection'),
});
const settingsAppearance = createRoute({
  getParentRoute: () => settings,
  path: 'appearance',
  component: lazyRouteComponent(() => import('./features/settings/appearance-section.tsx'), 'AppearanceSection'),
});
const settingsLanguage = createRoute({
  getParentRoute: () => settings,
  path: 'language',
  component: lazyRouteComponent(() => import('./features/settings/language-section.tsx'), 'LanguageSection'),
});
const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.settingsProfile, replace: true });
  },
});

const embedProfile = createRoute({
  getParentRoute: () => bare,
  path: paths.embedProfile,
  component: lazyRouteComponent(() => import('./features/profile/embed-profile-page.tsx'), 'EmbedProfilePage'),
});
const embedProfileOf = createRoute({
  getParentRoute: () => bare,
  path: `${paths.embedProfile}/$uid`,
  component: lazyRouteComponent(() => import('./features/profile/embed-profile-page.tsx'), 'EmbedProfilePage'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  validateSearch: (search: Search): { redirect?: string; sso_error?: string } => ({
    ...text(search, 'redirect'),
    ...text(search, 'sso_error'),
  }),
  // The form does not jump when the answer comes; without one it stands alone.
  loader: () => queryClient.prefetchQuery(callQuery('GET /api/v1/sso', {})),
  beforeLoad: ({ search }) => {
    if (isSignedIn()) throw redirect({ href: safeRedirect(search.redirect, window.location.origin), replace: true });
  },
  component: lazyRouteComponent(() => import('./features/sign-in/login-page.tsx'), 'LoginPage'),
});
const forgot = createRoute({
  getParentRoute: () => root,
  path: paths.forgot,
  component: lazyRouteComponent(() => import('./features/sign-in/forgot-page.tsx'), 'ForgotPage'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: paths.reset,
  component: lazyRouteComponent(() => import('./features/sign-in/reset-page.tsx'), 'ResetPage'),
});

const routeTree = root.addChildren([
  shell.addChildren([
    home,
    directory,
    profile,
    connections,
    admin.addChildren([adminIndex, adminReports, adminPrivacy, adminImport, adminProvisioning, adminSignOn, adminAudit]),
    settings.addChildren([settingsIndex, settingsProfile, settingsPrivacy, settingsAccount, settingsAppearance, settingsLanguage]),
  ]),
  bare.addChildren([embedProfile, embedProfileOf]),
  login,
  forgot,
  reset,
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  scrollRestoration: true,
  parseSearch: (query) => {
    const search: Record<string, string | string[]> = {};
    const params = new URLSearchParams(query);
    for (const name of params.keys()) {
      const values = params.getAll(name);
      search[name] = values.length > 1 ? values : (values[0] ?? '');
    }
    return search;
  },
  stringifySearch: (search) => {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(search)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one !== undefined && one !== null && one !== '') params.append(name, String(one));
      }
    }
    return params.size === 0 ? '' : `?${params.toString()}`;
  },
});
