import { createRoute, createRouter, type AnyRoute } from '@tanstack/react-router';
import { routes } from './lists/routes.ts';
import { page } from './lib/page.tsx';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { admin, bare, development, root, settings, shell } from './routing.ts';

/*
 * The route tree: URL → page. Each feature declares its pages and their layouts (`features/<name>/routes.ts`); this file
 * combines them.
 */

/** An unknown URL: signed-in users see it within the bars (app-shell.tsx). */
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
/** A route's parents are part of its type, so for the types of paths, the tree can be flat. */
const routeTree = root as ReturnType<typeof root.addChildren<typeof all>>;

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  // Start loading a page when the user is about to click its link.
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
/** Returns whether a URL is a section of Settings, Admin or the developer section. */
export const isSection = (href: string): boolean =>
  routesAt(href).some((route) => withSections.includes(route));

/** Loads the code of a page before the user goes there, but no data. Returns whether it succeeded. */
export async function loadPage(href: string): Promise<boolean> {
  return Promise.all(routesAt(href).map((route) => router.loadRouteChunk(route))).then(
    () => true,
    () => false,
  );
}
