import { loginHref, safeRedirect } from '#contract/redirect.ts';
import { isEmbedded } from './lib/host-page.ts';
import type { Address } from './lib/router/address.ts';
import { createRouter, page, type Part, type Route } from './lib/router/router.ts';
import { authStatus, session } from './lib/session-store.ts';
import { conversationPath, paths } from './paths.ts';

/*
 * The whole map: URL → page. All of it loads on demand, so that the map itself is there at once (main.tsx). `inShell` is what a signed-in person sees with the bars, `bare` the
 * same without them, beside both what anybody sees. Each route says which search parameters it knows.
 */

const isSignedIn = () => session.get().status === authStatus.LOGGED_IN;

// In a host's page the address stays: whoever is not signed in is offered it there (members-only.tsx).
const before = ({ href }: Address) => (isSignedIn() || isEmbedded() ? undefined : loginHref(href));

type Own = Pick<Route, 'search'>;
const shell = page(() => import('./shell/app-shell.tsx'), 'AppShell');
const alone = page(() => import('./shell/members-only.tsx'), 'MembersOnly');
const inShell = (path: string, parts: readonly Part[], own: Own = { search: [] }): Route => ({
  path,
  parts: [shell, ...parts],
  // The bars do not jump when the menu comes; mostly it came with the page.
  data: async () => (await import('./shell/menu.data.ts')).prefetchMenu(),
  before,
  isMember: true,
  ...own,
});
const bare = (path: string, part: Part): Route => ({ path, parts: [alone, part], before, isMember: true, search: [] });
/** An address that only leads on. */
const leadsTo = (path: string, to: string): Route => ({ path, parts: [], before: (address) => before(address) ?? to });

const admin = page(() => import('./features/admin/admin-page.tsx'), 'AdminPage');
const development = page(() => import('./features/development/development-page.tsx'), 'DevelopmentPage');
const settings = page(() => import('./features/settings/settings-page.tsx'), 'SettingsPage');
/** Sections still to come. Whoever builds one puts its page in the place of this, and says so in shell/menu-kinds.ts. */
const coming = page(() => import('./features/coming/coming-page.tsx'), 'ComingPage');
const chat = page(() => import('./features/chat/chat-page.tsx'), 'ChatPage');
const embedProfile = page(() => import('./features/profile/embed-profile-page.tsx'), 'EmbedProfilePage');

export const routes: readonly Route[] = [
  // Those that anybody sees with share=1 come first: without it they are not there.
  {
    path: paths.profile,
    parts: [page(() => import('./features/sharing/public-profile-page.tsx'), 'PublicProfilePage')],
    search: ['uid', 'link'],
    isPublic: true,
  },
  inShell(paths.home, [page(() => import('./features/home/home-page.tsx'), 'HomePage')]),
  // Filters stand under their wire names; which of them exist, the server says.
  inShell(paths.directory, [page(() => import('./features/directory/directory-page.tsx'), 'DirectoryPage')], {}),
  inShell(paths.profile, [page(() => import('./features/profile/profile-page.tsx'), 'ProfilePage')], { search: ['uid'] }),
  inShell(paths.connections, [page(() => import('./features/connections/connections-page.tsx'), 'ConnectionsPage')], { search: ['list'] }),

  inShell(paths.inbox, [page(() => import('./features/newsletters/inbox-page.tsx'), 'InboxPage')], { search: ['id'] }),
  inShell(paths.notifications, [page(() => import('./features/notifications/notifications-page.tsx'), 'NotificationsPage')], {
    search: ['only'],
  }),
  inShell(paths.calendar, [coming]),
  inShell(paths.cct, [coming]),
  inShell(paths.chat, [chat, page(() => import('./features/chat/chat-home.tsx'), 'ChatHome')], { search: ['uid', 'folder'] }),
  inShell(conversationPath('$conversation'), [chat, page(() => import('./features/chat/conversation-page.tsx'), 'ConversationPage')], {
    search: ['message', 'folder', 'find', 'panel'],
  }),
  inShell(paths.courses, [coming]),
  inShell(paths.events, [coming]),
  inShell(paths.finances, [coming]),
  // `_` in place of an id means none.
  inShell('/$hubId/$hubMenuId/clubs', [coming]),

  leadsTo(paths.admin, paths.adminReports),
  inShell(paths.adminReports, [admin, page(() => import('./features/admin/reports-section.tsx'), 'ReportsSection')], { search: ['list'] }),
  inShell(paths.adminPrivacy, [admin, page(() => import('./features/admin/field-rules-section.tsx'), 'FieldRulesSection')]),
  inShell(paths.adminImport, [admin, page(() => import('./features/imports/imports-section.tsx'), 'ImportsSection')]),
  inShell(paths.adminProvisioning, [admin, page(() => import('./features/provisioning/provisioning-section.tsx'), 'ProvisioningSection')]),
  inShell(paths.adminSignOn, [admin, page(() => import('./features/sso/sign-on-section.tsx'), 'SignOnSection')]),
  inShell(paths.adminNewsletters, [admin, page(() => import('./features/newsletters/newsletters-section.tsx'), 'NewslettersSection')], {
    search: ['id'],
  }),
  inShell(paths.adminEmbedding, [admin, page(() => import('./features/embedding/embedding-section.tsx'), 'EmbeddingSection')]),
  inShell(paths.adminNotifications, [admin, page(() => import('./features/notifications/defaults-section.tsx'), 'DefaultsSection')]),
  inShell(paths.adminMenu, [admin, page(() => import('./features/menus/menu-section.tsx'), 'MenuSection')], { search: ['hub'] }),
  inShell(paths.adminHubs, [admin, page(() => import('./features/hubs/hubs-section.tsx'), 'HubsSection')]),
  inShell(paths.adminAudit, [admin, page(() => import('./features/admin/audit-section.tsx'), 'AuditSection')]),

  leadsTo(paths.development, paths.developmentOverview),
  inShell(paths.developmentOverview, [development, page(() => import('./features/development/overview-section.tsx'), 'OverviewSection')]),
  inShell(
    paths.developmentReference,
    [development, page(() => import('./features/development/reference/reference-section.tsx'), 'ReferenceSection')],
    { search: ['search_word', 'call'] },
  ),
  inShell(paths.developmentKeys, [development, page(() => import('./features/development/keys-section.tsx'), 'KeysSection')]),
  inShell(paths.developmentWebhooks, [development, page(() => import('./features/webhooks/webhooks-section.tsx'), 'WebhooksSection')]),
  inShell(paths.developmentPlayground, [
    development,
    page(() => import('./features/development/playground-section.tsx'), 'PlaygroundSection'),
  ]),
  inShell(paths.developmentTheme, [development, page(() => import('./features/development/theme-section.tsx'), 'ThemeSection')]),
  inShell(paths.developmentParts, [
    development,
    page(() => import('./features/development/gallery/gallery-section.tsx'), 'GallerySection'),
  ]),

  leadsTo(paths.settings, paths.settingsProfile),
  inShell(paths.settingsProfile, [settings, page(() => import('./features/settings/profile-section.tsx'), 'ProfileSection')]),
  inShell(paths.settingsPrivacy, [settings, page(() => import('./features/settings/privacy-section.tsx'), 'PrivacySection')]),
  inShell(paths.settingsAccount, [settings, page(() => import('./features/settings/account-section.tsx'), 'AccountSection')]),
  inShell(paths.settingsNotifications, [
    settings,
    page(() => import('./features/notifications/notification-settings.tsx'), 'NotificationSettings'),
  ]),
  inShell(paths.settingsAppearance, [settings, page(() => import('./features/settings/appearance-section.tsx'), 'AppearanceSection')]),
  inShell(paths.settingsLanguage, [settings, page(() => import('./features/settings/language-section.tsx'), 'LanguageSection')]),

  bare(paths.embedProfile, embedProfile),
  bare(`${paths.embedProfile}/$uid`, embedProfile),
  bare(
    paths.signedIn,
    page(() => import('./features/sign-in/signed-in-page.tsx'), 'SignedInPage'),
  ),

  {
    path: paths.login,
    parts: [page(() => import('./features/sign-in/login-page.tsx'), 'LoginPage')],
    search: ['redirect', 'sso_error'],
    // The form does not jump when the answer comes; without one it stands alone.
    data: async () => (await import('./features/sso/sso.data.ts')).prefetchProviders(),
    before: ({ search }) => (isSignedIn() ? safeRedirect(search['redirect'], window.location.origin) : undefined),
  },
  { path: paths.forgot, parts: [page(() => import('./features/sign-in/forgot-page.tsx'), 'ForgotPage')], search: [] },
  {
    path: paths.unsubscribe,
    parts: [page(() => import('./features/newsletters/unsubscribe-page.tsx'), 'UnsubscribePage')],
    search: ['from'],
  },
  { path: paths.reset, parts: [page(() => import('./features/sign-in/reset-page.tsx'), 'ResetPage')], search: [] },
];

export const router = createRouter({
  routes,
  notFound: { path: '', parts: [page(() => import('./shell/not-found-page.tsx'), 'NotFoundPage')] },
});
