import { safeRedirect } from '#contract/redirect.ts';
import { createRouter, page, type Route } from './lib/router/router.ts';
import { conversationPath, paths } from './paths.ts';
import { bare, inShell, isSignedIn } from './route-kinds.ts';

/*
 * The map: URL → page; what is below /admin, /development and /settings stands in routes-later.tsx. All of it loads on demand, so
 * that the map itself is there at once (main.tsx). Kinds are in route-kinds.ts; what has none is seen by anybody. Each route says
 * which search parameters it knows.
 */

/** Sections still to come. Whoever builds one puts its page in the place of this, and says so in shell/menu-kinds.ts. */
const coming = page(() => import('./features/coming/coming-page.tsx'), 'ComingPage');
const chat = page(() => import('./features/chat/chat-page.tsx'), 'ChatPage');
const embedProfile = page(
  () => import('./features/profile/embed-profile-page.tsx'),
  'EmbedProfilePage',
);

export const routes: readonly Route[] = [
  // Those that anybody sees with share=1 come first: without it they are not there.
  {
    path: paths.profile,
    parts: [page(() => import('./features/sharing/public-profile-page.tsx'), 'PublicProfilePage')],
    search: ['uid', 'link'],
    isPublic: true,
  },
  inShell(paths.home, [page(() => import('./features/home/home-page.tsx'), 'HomePage')], {
    search: [],
    isKept: true,
  }),
  // Filters stand under their wire names; what is none of them is not sent (contract/src/directory-address.ts).
  inShell(
    paths.directory,
    [page(() => import('./features/directory/directory-page.tsx'), 'DirectoryPage')],
    { isKept: true },
  ),
  inShell(
    paths.profile,
    [page(() => import('./features/profile/profile-page.tsx'), 'ProfilePage')],
    { search: ['uid'] },
  ),
  inShell(
    paths.connections,
    [page(() => import('./features/connections/connections-page.tsx'), 'ConnectionsPage')],
    {
      search: ['list'],
      isKept: true,
    },
  ),

  inShell(paths.inbox, [page(() => import('./features/newsletters/inbox-page.tsx'), 'InboxPage')], {
    search: ['id'],
  }),
  inShell(
    paths.notifications,
    [page(() => import('./features/notifications/notifications-page.tsx'), 'NotificationsPage')],
    {
      search: ['only'],
    },
  ),
  inShell(paths.calendar, [coming]),
  inShell(paths.booking, [coming]),
  inShell(paths.cct, [coming]),
  inShell(paths.chat, [chat, page(() => import('./features/chat/chat-home.tsx'), 'ChatHome')], {
    search: ['uid', 'folder'],
    isKept: true,
  }),
  inShell(
    conversationPath('$conversation'),
    [chat, page(() => import('./features/chat/conversation-page.tsx'), 'ConversationPage')],
    {
      search: ['message', 'folder', 'find', 'panel'],
    },
  ),
  inShell(paths.courses, [coming]),
  inShell(paths.events, [coming]),
  inShell(paths.finances, [coming]),
  // `_` in place of an id means none.
  inShell('/$hubId/$hubMenuId/clubs', [coming]),

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
    before: ({ search }) =>
      isSignedIn() ? safeRedirect(search['redirect'], window.location.origin) : undefined,
  },
  {
    path: paths.forgot,
    parts: [page(() => import('./features/sign-in/forgot-page.tsx'), 'ForgotPage')],
    search: [],
  },
  {
    path: paths.unsubscribe,
    parts: [page(() => import('./features/newsletters/unsubscribe-page.tsx'), 'UnsubscribePage')],
    search: ['from'],
  },
  {
    path: paths.reset,
    parts: [page(() => import('./features/sign-in/reset-page.tsx'), 'ResetPage')],
    search: [],
  },
];

export const router = createRouter({
  routes,
  later: {
    isAt: (pathname) => /^\/(?:admin|development|settings)(?:\/|$)/i.test(pathname),
    load: async () => (await import('./routes-later.tsx')).laterRoutes,
    frame: inShell('', []),
  },
  notFound: { path: '', parts: [page(() => import('./shell/not-found-page.tsx'), 'NotFoundPage')] },
});
