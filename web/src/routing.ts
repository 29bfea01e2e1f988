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
import { knows } from './lib/search-params.ts';
import { authStatus, session } from './lib/session-store.ts';

/*
 * What the routes of features are made of (`features/<name>/routes.ts`): the frames that pages stand in, and the kinds of routes. All
 * of it is there at once (main.tsx); pages load on demand. Each route says which search parameters it knows; other names are not what
 * its page sees.
 */

type Page = ReturnType<typeof page>;
interface Going {
  location: { publicHref: string };
}

export const isSignedIn = () => session.get().status === authStatus.LOGGED_IN;

/** Who looks stays the same until the app starts anew: a visitor of a public page, or a person (AUTH-04). */
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

// In a host's page the address stays: whoever is not signed in is offered it there (members-only.tsx).
export function membersOnly({ location }: Going): void {
  if (!isSignedIn() && !isEmbedded()) throw redirect({ href: loginHref(location.publicHref) });
}

const menu = onDemand(() => import('./shell/menu.data.ts'));
/** The bars around pages. */
export const shell = createRoute({
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

/** For signed-in people, without bars. */
export const alone = createRoute({
  getParentRoute: () => root,
  id: 'alone',
  component: page(() => import('./shell/members-only.tsx'), 'MembersOnly'),
  beforeLoad: membersOnly,
});

/** Seen by anybody, without bars. */
export const open = <const P extends string, const N extends string = never>(
  path: P,
  component: Page,
  ...search: N[]
) => createRoute({ getParentRoute: () => root, path, component, validateSearch: knows(...search) });

const between =
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
      validateSearch: knows(...search),
      staticData,
    });

/** For signed-in people, with the bars. */
export const inShell = between({});

/** The same for the few pages that one goes to and fro between: they stay drawn behind others. */
export const kept = between({ isKept: true });

/** An address that only leads on. */
export const leadsTo = <const P extends string>(path: P, to: string | (() => Promise<string>)) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    beforeLoad: async (going) => {
      membersOnly(going);
      throw redirect({ href: typeof to === 'string' ? to : await to() });
    },
  });

/** A page of which the sections below have addresses of their own. */
export const around = <const I extends string>(id: I, component: Page) =>
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
    validateSearch: knows(...search),
    staticData: { isWithin: true },
  });

/** Pages whose sections come from several features. */
export const admin = around(
  'admin-page',
  page(() => import('./features/admin/admin-page.tsx'), 'AdminPage'),
);
export const development = around(
  'development-page',
  page(() => import('./features/development/development-page.tsx'), 'DevelopmentPage'),
);
export const settings = around(
  'settings-page',
  page(() => import('./features/settings/settings-page.tsx'), 'SettingsPage'),
);

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Stays drawn behind other pages (shell/keeping-outlet.tsx). */
    isKept?: boolean;
    /** Seen by anybody, although it stands within the bars. */
    isOpen?: boolean;
    /** Stands in another page. */
    isWithin?: boolean;
  }
}
