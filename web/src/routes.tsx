import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router';
import { loginHref, safeRedirect } from '#contract/redirect.ts';
import { isPublicAddress } from '#contract/sharing/shared-fields.ts';
import { isEmbedded } from './lib/host-page.ts';
import { onDemand, page } from './lib/page.tsx';
import { known, knows, parseSearch, stringifySearch } from './lib/search-params.ts';
import { authStatus, session } from './lib/session-store.ts';
import { paths } from './paths.ts';

/*
 * The map: URL → page. Every page loads on demand, so that the map itself is there at once (main.tsx). Each route says which
 * search parameters it knows; other names are not what its page sees.
 */

type Page = ReturnType<typeof page>;
interface Going {
  location: { publicHref: string };
}

const isSignedIn = () => session.get().status === authStatus.LOGGED_IN;

/** Who looks stays the same until the app starts anew: a visitor of a public page, or a person (AUTH-04). */
export const isPublicMode = isPublicAddress(
  window.location.pathname,
  new URLSearchParams(window.location.search),
);

const root = createRootRoute({
  component: page(() => import('./shell/root-layout.tsx'), 'RootLayout'),
  beforeLoad: ({ location: { pathname, searchStr, publicHref } }) => {
    if (isPublicAddress(pathname, new URLSearchParams(searchStr)) !== isPublicMode)
      throw redirect({ href: publicHref, reloadDocument: true });
  },
});

// In a host's page the address stays: whoever is not signed in is offered it there (members-only.tsx).
function membersOnly({ location }: Going): void {
  if (!isSignedIn() && !isEmbedded()) throw redirect({ href: loginHref(location.publicHref) });
}

const menu = onDemand(() => import('./shell/menu.data.ts'));
/** The bars around pages. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: page(() => import('./shell/app-shell.tsx'), 'AppShell'),
  // They do not jump when the menu comes; mostly it came with the page.
  loader: async () => {
    if (isSignedIn()) await (await menu()).prefetchMenu();
  },
  shouldReload: false,
  gcTime: 0,
});

/** Seen by anybody, without bars. */
const open = <const P extends string, const N extends string = never>(
  path: P,
  component: Page,
  ...search: N[]
) => createRoute({ getParentRoute: () => root, path, component, validateSearch: knows(...search) });

/** For signed-in people, with the bars. */
const inShell = <const P extends string, const N extends string = never>(
  path: P,
  component: Page,
  ...search: N[]
) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    component,
    beforeLoad: membersOnly,
    validateSearch: knows(...search),
  });

/** An address that only leads on. */
const leadsTo = <const P extends string>(path: P, to: string | (() => Promise<string>)) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    beforeLoad: async (going) => {
      membersOnly(going);
      throw redirect({ href: typeof to === 'string' ? to : await to() });
    },
  });

/** A page of which the sections below have addresses of their own. */
const around = <const I extends string>(id: I, component: Page) =>
  createRoute({ getParentRoute: () => shell, id, component, beforeLoad: membersOnly });

const section = <R extends AnyRoute, const P extends string, const N extends string = never>(
  parent: R,
  path: P,
  component: Page,
  ...search: N[]
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component,
    validateSearch: knows(...search),
    staticData: { isWithin: true },
  });

const home = createRoute({
  getParentRoute: () => shell,
  path: paths.home,
  component: page(() => import('./features/home/home-page.tsx'), 'HomePage'),
  beforeLoad: membersOnly,
  validateSearch: knows(),
  staticData: { isKept: true },
});
const directory = createRoute({
  getParentRoute: () => shell,
  path: paths.directory,
  component: page(() => import('./features/directory/directory-page.tsx'), 'DirectoryPage'),
  beforeLoad: membersOnly,
  // Filters stand under their wire names; what is none of them is not sent (contract/src/directory/address.ts).
  validateSearch: known,
  staticData: { isKept: true },
});
const connections = createRoute({
  getParentRoute: () => shell,
  path: paths.connections,
  component: page(() => import('./features/connections/connections-page.tsx'), 'ConnectionsPage'),
  beforeLoad: membersOnly,
  validateSearch: knows('list'),
  staticData: { isKept: true },
});

const chat = around(
  'chat-page',
  page(() => import('./features/chat/chat-page.tsx'), 'ChatPage'),
);
const chatHome = section(
  chat,
  paths.chat,
  page(() => import('./features/chat/chat-home.tsx'), 'ChatHome'),
  'uid',
  'folder',
);
const conversation = section(
  chat,
  paths.conversation,
  page(() => import('./features/chat/conversation-page.tsx'), 'ConversationPage'),
  'message',
  'folder',
  'find',
  'panel',
);

const publicProfile = open(
  paths.profile,
  page(() => import('./features/sharing/public-profile-page.tsx'), 'PublicProfilePage'),
  'uid',
  'link',
);
const profile = inShell(
  paths.profile,
  page(() => import('./features/profile/profile-page.tsx'), 'ProfilePage'),
  'uid',
  'link',
);

/** Sections still to come. Whoever builds one puts its page in the place of this, and says so in shell/menu-kinds.ts. */
const coming = page(() => import('./features/coming/coming-page.tsx'), 'ComingPage');
const pages = [
  inShell(
    paths.inbox,
    page(() => import('./features/newsletters/inbox-page.tsx'), 'InboxPage'),
    'id',
  ),
  inShell(
    paths.notifications,
    page(() => import('./features/notifications/notifications-page.tsx'), 'NotificationsPage'),
    'only',
  ),
  inShell(paths.calendar, coming),
  inShell(paths.booking, coming),
  inShell(paths.cct, coming),
  leadsTo(paths.clubs, '/_/_/clubs'),
  inShell(paths.courses, coming),
  inShell(paths.events, coming),
  inShell(paths.finances, coming),
  // `_` in place of an id means none.
  inShell('/$hubId/$hubMenuId/clubs', coming),
] as const;

const admin = around(
  'admin-page',
  page(() => import('./features/admin/admin-page.tsx'), 'AdminPage'),
);
const sectionsOfAdmin = onDemand(() => import('./features/admin/sections.ts'));
/** Which one that is depends on what the person may do. */
const firstAdminSection = async () =>
  (await sectionsOfAdmin()).firstAdminSection(session.get().user?.permissions ?? []);
const adminSections = [
  section(
    admin,
    paths.adminReports,
    page(() => import('./features/admin/reports-section.tsx'), 'ReportsSection'),
    'list',
  ),
  section(
    admin,
    paths.adminPrivacy,
    page(() => import('./features/admin/field-rules-section.tsx'), 'FieldRulesSection'),
  ),
  section(
    admin,
    paths.adminImport,
    page(() => import('./features/imports/imports-section.tsx'), 'ImportsSection'),
  ),
  section(
    admin,
    paths.adminProvisioning,
    page(() => import('./features/provisioning/provisioning-section.tsx'), 'ProvisioningSection'),
  ),
  section(
    admin,
    paths.adminSignOn,
    page(() => import('./features/sso/sign-on-section.tsx'), 'SignOnSection'),
  ),
  section(
    admin,
    paths.adminAnnouncements,
    page(
      () => import('./features/announcements/announcements-section.tsx'),
      'AnnouncementsSection',
    ),
  ),
  section(
    admin,
    paths.adminNewsletters,
    page(() => import('./features/newsletters/newsletters-section.tsx'), 'NewslettersSection'),
    'id',
  ),
  section(
    admin,
    paths.adminChat,
    page(() => import('./features/chat-settings/chat-section.tsx'), 'ChatSection'),
  ),
  section(
    admin,
    paths.adminEmbedding,
    page(() => import('./features/embedding/embedding-section.tsx'), 'EmbeddingSection'),
  ),
  section(
    admin,
    paths.adminRoles,
    page(() => import('./features/roles/roles-section.tsx'), 'RolesSection'),
  ),
  section(
    admin,
    paths.adminLook,
    page(() => import('./features/school-look/look-section.tsx'), 'LookSection'),
  ),
  section(
    admin,
    paths.adminMenu,
    page(() => import('./features/menus/menu-section.tsx'), 'MenuSection'),
    'hub',
  ),
  section(
    admin,
    paths.adminNotifications,
    page(() => import('./features/notifications/defaults-section.tsx'), 'DefaultsSection'),
  ),
  section(
    admin,
    paths.adminHubs,
    page(() => import('./features/hubs/hubs-section.tsx'), 'HubsSection'),
  ),
  section(
    admin,
    paths.adminAudit,
    page(() => import('./features/admin/audit-section.tsx'), 'AuditSection'),
  ),
] as const;

const development = around(
  'development-page',
  page(() => import('./features/development/development-page.tsx'), 'DevelopmentPage'),
);
const developmentSections = [
  section(
    development,
    paths.developmentOverview,
    page(() => import('./features/development/overview-section.tsx'), 'OverviewSection'),
  ),
  section(
    development,
    paths.developmentReference,
    page(
      () => import('./features/development/reference/reference-section.tsx'),
      'ReferenceSection',
    ),
    'search_word',
    'call',
  ),
  section(
    development,
    paths.developmentKeys,
    page(() => import('./features/development/keys-section.tsx'), 'KeysSection'),
  ),
  section(
    development,
    paths.developmentWebhooks,
    page(() => import('./features/webhooks/webhooks-section.tsx'), 'WebhooksSection'),
  ),
  section(
    development,
    paths.developmentPlayground,
    page(() => import('./features/development/playground-section.tsx'), 'PlaygroundSection'),
  ),
  section(
    development,
    paths.developmentTheme,
    page(() => import('./features/development/theme-section.tsx'), 'ThemeSection'),
  ),
  section(
    development,
    paths.developmentParts,
    page(() => import('./features/development/gallery/gallery-section.tsx'), 'GallerySection'),
  ),
] as const;

const settings = around(
  'settings-page',
  page(() => import('./features/settings/settings-page.tsx'), 'SettingsPage'),
);
const settingsSections = [
  section(
    settings,
    paths.settingsProfile,
    page(() => import('./features/settings/profile-section.tsx'), 'ProfileSection'),
  ),
  section(
    settings,
    paths.settingsNotifications,
    page(
      () => import('./features/notifications/notification-settings.tsx'),
      'NotificationSettings',
    ),
  ),
  section(
    settings,
    paths.settingsPrivacy,
    page(() => import('./features/settings/privacy-section.tsx'), 'PrivacySection'),
  ),
  section(
    settings,
    paths.settingsAccount,
    page(() => import('./features/settings/account-section.tsx'), 'AccountSection'),
  ),
  section(
    settings,
    paths.settingsAppearance,
    page(() => import('./features/settings/appearance-section.tsx'), 'AppearanceSection'),
  ),
  section(
    settings,
    paths.settingsLanguage,
    page(() => import('./features/settings/language-section.tsx'), 'LanguageSection'),
  ),
] as const;

/** An address that nobody knows: for signed-in people within the bars (app-shell.tsx). */
const nowhere = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: page(() => import('./shell/not-found-page.tsx'), 'NotFoundPage'),
  staticData: { isOpen: true },
});

/** For signed-in people, without bars. */
const alone = createRoute({
  getParentRoute: () => root,
  id: 'alone',
  component: page(() => import('./shell/members-only.tsx'), 'MembersOnly'),
  beforeLoad: membersOnly,
});
const embedProfile = page(
  () => import('./features/profile/embed-profile-page.tsx'),
  'EmbedProfilePage',
);

const providers = onDemand(() => import('./features/sso/sso.data.ts'));
const loginSearch = knows('redirect', 'sso_error');
const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  component: page(() => import('./features/sign-in/login-page.tsx'), 'LoginPage'),
  validateSearch: loginSearch,
  beforeLoad: ({ search }) => {
    if (isSignedIn())
      throw redirect({ href: safeRedirect(search.redirect, window.location.origin) });
  },
  // The form does not jump when the answer comes; without one it stands alone.
  loader: async () => (await providers()).prefetchProviders(),
});

const routeTree = root.addChildren([
  shell.addChildren([
    home,
    directory,
    connections,
    // In its place the public one stands, without bars, for visitors.
    ...((isPublicMode ? [] : [profile]) as [typeof profile]),
    chat.addChildren([chatHome, conversation]),
    ...pages,
    leadsTo(paths.admin, firstAdminSection),
    admin.addChildren(adminSections),
    leadsTo(paths.development, paths.developmentOverview),
    development.addChildren(developmentSections),
    leadsTo(paths.settings, paths.settingsProfile),
    settings.addChildren(settingsSections),
    nowhere,
  ]),
  ...((isPublicMode ? [publicProfile] : []) as []),
  alone.addChildren([
    section(alone, paths.embedProfile, embedProfile),
    section(alone, `${paths.embedProfile}/$uid`, embedProfile),
    section(
      alone,
      paths.signedIn,
      page(() => import('./features/sign-in/signed-in-page.tsx'), 'SignedInPage'),
    ),
  ]),
  login,
  open(
    paths.forgot,
    page(() => import('./features/sign-in/forgot-page.tsx'), 'ForgotPage'),
  ),
  open(
    paths.unsubscribe,
    page(() => import('./features/newsletters/unsubscribe-page.tsx'), 'UnsubscribePage'),
    'from',
  ),
  open(
    paths.reset,
    page(() => import('./features/sign-in/reset-page.tsx'), 'ResetPage'),
  ),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  // Its page is on its way when somebody reaches for a link.
  defaultPreload: 'intent',
  defaultPreloadDelay: 0,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Stays drawn behind other pages (shell/keeping-outlet.tsx): for the few that one goes to and fro between. */
    isKept?: boolean;
    /** Seen by anybody, although it stands within the bars. */
    isOpen?: boolean;
    /** Stands in another page. */
    isWithin?: boolean;
  }
}

/** Loads what is drawn at an address, before somebody goes there, and asks nothing else; answers whether it is there. */
export async function loadPage(href: string): Promise<boolean> {
  const [routes] = router.getMatchedRoutes(new URL(href, window.location.origin).pathname);
  return Promise.all(routes.map((route) => router.loadRouteChunk(route))).then(
    () => true,
    () => false,
  );
}
