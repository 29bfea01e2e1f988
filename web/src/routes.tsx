import { createRoute, createRouter, type AnyRoute } from '@tanstack/react-router';
import { routes } from './lists/routes.ts';
import { page } from './lib/page.tsx';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { admin, bare, development, root, settings, shell } from './routing.ts';

/*
 * The map: URL → page. Each feature says which pages it has and in which frame they stand (`features/<name>/routes.ts`); here they
 * become one tree.
 */

/** An address that nobody knows: for signed-in people within the bars (app-shell.tsx). */
const nowhere = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: page(() => import('./shell/not-found-page.tsx'), 'NotFoundPage'),
  staticData: { isPublic: true },
});

const all = [shell, bare, admin, development, settings, nowhere, ...routes] as const;
const parentOf = ({ options }: (typeof all)[number]) => options.getParentRoute();
for (const parent of new Set(all.map(parentOf)))
  parent.addChildren(all.filter((route) => parentOf(route) === parent));
/** Whom a route stands below is part of its own type, so for the types of addresses the tree may as well be flat. */
const routeTree = root as ReturnType<typeof root.addChildren<typeof all>>;

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
}

const routesAt = (href: string) =>
  router.getMatchedRoutes(new URL(href, window.location.origin).pathname)[0];

const withSections: readonly AnyRoute[] = [admin, development, settings];
/** Whether a section of Settings, Admin or the dev space stands at an address. */
export const isSection = (href: string): boolean =>
  routesAt(href).some((route) => withSections.includes(route));

/** Loads what is drawn at an address, before somebody goes there, and asks nothing else; answers whether it is there. */
export async function loadPage(href: string): Promise<boolean> {
  return Promise.all(routesAt(href).map((route) => router.loadRouteChunk(route))).then(
    () => true,
    () => false,
  );
}
