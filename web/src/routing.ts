import {
  createRootRoute,
  createRoute,
  redirect,
  type AnyRoute,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import { loginHref } from '#contract/redirect.ts';
import { isPublicAddress } from '#contract/sharing/shared-fields.ts';
import { isEmbedded } from './lib/host-page.ts';
import { onDemand, page } from './lib/page.tsx';
import { pickParams } from './lib/search-params.ts';
import { authStatus, session } from './lib/session-store.ts';

/*
 * Layouts and factories for the routes of features (`features/<name>/routes.ts`). Routes are part of the first load (main.tsx); pages
 * load on demand. Each route names its search parameters, and its page gets no others.
 */

type Page = ReturnType<typeof page>;
interface BeforeLoadContext {
  location: { publicHref: string };
}

export const isSignedIn = () => session.get().status === authStatus.LOGGED_IN;

/** The app is used by a visitor or by a signed-in person, which doesn't change until a reload (AUTH-04). */
export const isPublicMode = isPublicAddress(
  window.location.pathname,
  new URLSearchParams(window.location.search),
);

export const root = createRootRoute({
  component: page(() => import('./shell/root-layout.tsx'), 'RootLayout'),
  beforeLoad: ({ location: { pathname, searchStr, publicHref } }) => {
    if (isPublicAddress(pathname, new URLSearchParams(searchStr)) !== isPublicMode)
      throw redirect({ href: publicHref, reloadDocument: true });
  },
});

// In a frame, the URL stays the same, and members-only.tsx offers to sign in there.
export function membersOnly({ location }: BeforeLoadContext): void {
  if (!isSignedIn() && !isEmbedded()) throw redirect({ href: loginHref(location.publicHref) });
}

const menu = onDemand(() => import('./shell/menu.data.ts'));
/** The layout with the bars. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: page(() => import('./shell/app-shell.tsx'), 'AppShell'),
  // Prevents a layout shift when the menu loads. Usually the page already contains it.
  loader: async () => {
    if (isSignedIn()) await (await menu()).prefetchMenu();
  },
  shouldReload: false,
  gcTime: 0,
});

/** The layout without bars, for signed-in people: `section(bare, path, …)`. */
export const bare = createRoute({
  getParentRoute: () => root,
  id: 'bare',
  component: page(() => import('./shell/members-only.tsx'), 'MembersOnly'),
  beforeLoad: membersOnly,
});

/** A page for everyone, without bars. */
export const publicPage = <const P extends string, const N extends string = never>(
  path: P,
  component: Page,
  ...search: N[]
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    validateSearch: pickParams(...search),
  });

const shellPage =
  (staticData: StaticDataRouteOption) =>
  <const P extends string, const N extends string = never>(
    path: P,
    component: Page,
    ...search: N[]
  ) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      component,
      beforeLoad: membersOnly,
      validateSearch: pickParams(...search),
      staticData,
    });

/** A page for signed-in people, with the bars. */
export const inShell = shellPage({});

/** Like `inShell`, for the few pages that people often return to: they stay rendered behind other pages. */
export const keepAlive = shellPage({ keepAlive: true });

/** A path that redirects to another one. */
export const redirectRoute = <const P extends string>(path: P, to: string) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    beforeLoad: (context) => {
      membersOnly(context);
      throw redirect({ href: to });
    },
  });

/** A page whose sections have their own addresses. */
export const layout = <const I extends string>(id: I, component: Page) =>
  createRoute({ getParentRoute: () => shell, id, component, beforeLoad: membersOnly });

export const section = <R extends AnyRoute, const P extends string, const N extends string = never>(
  parent: R,
  path: P,
  component: Page,
  ...search: N[]
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component,
    validateSearch: pickParams(...search),
    staticData: { isSection: true },
  });

/** The address of a page with sections. The page shows its list of sections, or opens the first one (shell/sectioned-page.tsx). */
export const sectionList = <R extends AnyRoute, const P extends string>(parent: R, path: P) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component: () => null,
    staticData: { isSection: true },
  });

/** Pages with sections of several features. */
export const admin = layout(
  'admin-page',
  page(() => import('./features/admin/admin-page.tsx'), 'AdminPage'),
);
export const development = layout(
  'development-page',
  page(() => import('./features/development/development-page.tsx'), 'DevelopmentPage'),
);
export const settings = layout(
  'settings-page',
  page(() => import('./features/settings/settings-page.tsx'), 'SettingsPage'),
);

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page stays rendered behind other pages (shell/keep-alive-outlet.tsx). */
    keepAlive?: boolean;
    /** Visitors can see the page, although it has the bars. */
    isPublic?: boolean;
    /** The page is a section of another page. */
    isSection?: boolean;
  }
}
