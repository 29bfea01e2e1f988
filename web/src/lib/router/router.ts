import type { ComponentType } from 'react';
import { later } from '../later.ts';
import { isReached } from '../online.ts';
import {
  hrefOf,
  paramsIn,
  readAddress,
  type Address,
  type Search,
  type Target,
} from './address.ts';
import { keepScroll, rememberScroll } from './scroll-memory.ts';

/*
 * Addresses and what is drawn at them: `createRouter({ routes, later, notFound })`, `<RouterProvider router>`, `<Link to>`.
 * A navigation asks those who may hold it, tells those who wait for one, changes the address bar, loads what is drawn
 * there, and then shows it; until then the former page stays.
 */

/** A part of a page: at hand, or loaded on demand. */
export interface Part {
  component: ComponentType | null;
  load?: () => Promise<unknown>;
}

export interface Route {
  /** `$name` stands for one part of a path. */
  readonly path: string;
  /** From the outermost to the page; each shows the next one in its `<Outlet />`. */
  readonly parts: readonly Part[];
  /** Search parameters it knows; all where left out. */
  readonly search?: readonly string[];
  /** Asked before anything loads: another address to go to instead. */
  readonly before?: (address: Address) => string | undefined;
  /** Fetched together with the parts. */
  readonly data?: () => Promise<unknown>;
  /** For signed-in people only. */
  readonly isMember?: boolean;
  /** Stays drawn behind other pages (outlet.tsx): for the few that one goes to and fro between. Its effects begin anew each time. */
  readonly isKept?: boolean;
  /** Seen by anybody, and only when the address has share=1 (AUTH-04). Into and out of it the app starts anew. */
  readonly isPublic?: boolean;
}

/** Routes that load when somebody first goes to one of their addresses. */
export interface LaterRoutes {
  isAt: (pathname: string) => boolean;
  load: () => Promise<readonly Route[]>;
  /** What they have in common: around the page that says that they did not come. */
  frame?: Route;
}

/** What is shown. */
export interface Shown {
  readonly address: Address;
  /** Of the entry in the tab's history. */
  readonly key: string;
  readonly route: Route;
  readonly params: Search;
  /** Those of the address that the page knows. */
  readonly search: Search;
  /** Reached by back or a reload: the page stands where one left it. Forward begins at the top, as all other ways do (ROUTE-06). */
  readonly isReturn: boolean;
  /** Whether the place in the page is to change with the address. */
  readonly movesScroll: boolean;
  /** Why its parts did not load. */
  readonly error?: unknown;
}

export type Navigation = Target & { replace?: boolean; resetScroll?: boolean };
export type Hold = (next: Address) => Promise<boolean> | boolean;
type Before = (event: { pathChanged: boolean }) => void;
type Watch = (shown: Shown, isSamePage: boolean) => void;

interface Entry {
  key: string;
  index: number;
}

/** A page that loads on demand: `page(() => import('./home-page.tsx'), 'HomePage')`. */
export function page<N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
): Part {
  const module = later(load);
  const part: Part = { component: null };
  part.load = async () => {
    part.component = (await module.load())[name];
  };
  return part;
}

const newKey = () => Math.random().toString(36).slice(2, 10);
const entryHere = (): Entry | null =>
  (window.history.state as Entry | null)?.key ? (window.history.state as Entry) : null;

export type Router = ReturnType<typeof createRouter>;

export function createRouter({
  routes,
  later,
  notFound,
}: {
  routes: readonly Route[];
  later?: LaterRoutes;
  notFound: Route;
}) {
  const befores = new Set<Before>();
  const holds = new Set<Hold>();
  const watchers = new Set<Watch>();
  let shown: Shown | null = null;
  let entry: Entry = { key: '', index: 0 };
  /** The last navigation; an older one that is still loading shows nothing any more. */
  let turn = 0;
  /** Called when a move of our own has arrived. */
  let arrived: (() => void) | null = null;

  let known = routes;
  let missing = later;
  let failure: unknown;
  let fetching: Promise<void> | undefined;
  const fetchMissing = (): Promise<void> =>
    (fetching ??= Promise.resolve(missing?.load()).then(
      (more = []) => {
        known = [...routes, ...more];
        missing = undefined;
      },
      (error: unknown) => {
        failure = error;
        fetching = undefined;
      },
    ));
  const frame: Route = later?.frame ?? { path: '', parts: [] };
  /** Stands for a route that has not come; as any page it says when it did not. */
  const unknown: Route = {
    ...frame,
    parts: [...frame.parts, { component: null, load: () => Promise.reject(failure) }],
    before: (address) => (failure === undefined ? undefined : frame.before?.(address)),
  };

  const match = (address: Address): { route: Route; params: Search } => {
    if (missing?.isAt(address.pathname)) return { route: unknown, params: {} };
    for (const route of known) {
      if (route.isPublic && address.search['share'] !== '1') continue;
      const params = paramsIn(route.path, address.pathname);
      if (params) return { route, params };
    }
    return { route: notFound, params: {} };
  };

  /** The address after those that lead elsewhere. */
  const settle = (href: string): Address => {
    let address = readAddress(href);
    for (let step = 0; step < 5; step++) {
      const next = match(address).route.before?.(address);
      if (next === undefined) break;
      address = readAddress(next);
    }
    return address;
  };

  const lacksRoute = (href: string) => match(settle(href)).route === unknown;
  /** Waits for the routes that are missing; answers whether the navigation that asked is still the last one. */
  const bringRoutes = async (): Promise<boolean> => {
    const mine = ++turn;
    await fetchMissing();
    return mine === turn;
  };

  const loadParts = ({ parts, data }: Route) =>
    Promise.all([
      ...parts.filter((part) => !part.component).map((part) => part.load?.()),
      data?.(),
    ]);

  const mayLeave = async (next: Address): Promise<boolean> => {
    // Those of now: one that asks is put anew as its page draws, and is not to ask twice.
    const present = Array.from(holds);
    for (const hold of present) if (!(await hold(next))) return false;
    return true;
  };

  const show = async (
    address: Address,
    how: { isReturn: boolean; movesScroll: boolean },
  ): Promise<void> => {
    const mine = ++turn;
    const { route, params } = match(address);
    const search = Object.entries(address.search).filter(
      ([name]) => route.search?.includes(name) ?? true,
    );
    const next: Shown = {
      address,
      key: entry.key,
      route,
      params,
      search: Object.fromEntries(search),
      ...how,
    };
    const isSamePage = route === shown?.route && shown.error === undefined;
    const set = (what: Shown) => {
      shown = what;
      for (const watch of watchers) watch(what, isSamePage);
    };
    // Nothing to wait for: what a person chose shows in the same task.
    if (isSamePage) return set(next);
    try {
      await loadParts(route);
    } catch (error) {
      // A release has replaced the files: a page load fetches the new ones. Where nothing answers it would take the app away.
      const isReplaced = shown !== null && (await isReached());
      if (mine !== turn) return;
      return isReplaced ? window.location.assign(address.href) : set({ ...next, error });
    }
    if (mine === turn) set(next);
  };

  const tellBefore = (next: Address) => {
    const pathChanged = next.pathname !== shown?.address.pathname;
    for (const tell of befores) tell({ pathChanged });
  };

  /** Whether somebody else is looking there: a visitor in place of a person, or the other way round. */
  const changesMode = (href: string): boolean =>
    shown !== null &&
    (match(readAddress(href)).route.isPublic ?? false) !== (shown.route.isPublic ?? false);

  const onPop = async (): Promise<void> => {
    if (arrived) {
      arrived();
      arrived = null;
      return;
    }
    if (changesMode(window.location.href)) return window.location.reload();
    if (lacksRoute(window.location.href) && !(await bringRoutes())) return;
    const next = entryHere() ?? { key: newKey(), index: 0 };
    const address = settle(window.location.href);
    if (holds.size > 0) {
      // The browser has moved already: back to where we are until it may.
      const step = next.index - entry.index;
      const move = async (by: number) => {
        if (by === 0) return;
        await new Promise<void>((resolve) => {
          arrived = resolve;
          window.history.go(by);
        });
      };
      await move(-step);
      if (!(await mayLeave(address))) return;
      await move(step);
    }
    rememberScroll(entry.key);
    const isReturn = next.index < entry.index;
    entry = next;
    if (entryHere()?.key !== entry.key || address.href !== readAddress(window.location.href).href)
      window.history.replaceState(entry, '', address.href);
    tellBefore(address);
    await show(address, { isReturn, movesScroll: true });
  };

  const navigate = async (to: Navigation): Promise<void> => {
    const href = hrefOf(to);
    if (lacksRoute(href) && !(await bringRoutes())) return;
    const address = settle(href);
    if (holds.size > 0 && !(await mayLeave(address))) return;
    // Not where it settles: that was asked of who is here now.
    if (changesMode(href)) return window.location.assign(readAddress(href).href);
    tellBefore(address);
    rememberScroll(entry.key);
    const isHere = address.href === shown?.address.href;
    if (to.replace || isHere) {
      entry = { key: newKey(), index: entry.index };
      window.history.replaceState(entry, '', address.href);
    } else {
      entry = { key: newKey(), index: entry.index + 1 };
      window.history.pushState(entry, '', address.href);
    }
    await show(address, { isReturn: false, movesScroll: to.resetScroll !== false });
  };

  return {
    navigate,
    back: () => window.history.back(),
    canGoBack: () => entry.index > 0,
    /** What is shown; null before `load`. */
    shown: () => shown,
    match: (href: string) => match(readAddress(href)).route,
    /** Loads what is drawn at an address, before somebody goes there; answers whether it is there. */
    async preload(href: string): Promise<boolean> {
      const load = () =>
        Promise.all(
          match(readAddress(href)).route.parts.map((part) => part.component ?? part.load?.()),
        );
      return (lacksRoute(href) ? fetchMissing().then(load) : load()).then(
        () => true,
        () => false,
      );
    },
    /** Loads once more what is to be shown and did not load, and shows it; rejects where it does not load now either. */
    async again(): Promise<void> {
      if (shown?.error === undefined) return;
      const [mine, { address, isReturn }] = [turn, shown];
      await fetchMissing();
      const next = settle(address.href);
      await loadParts(match(next).route);
      // Somebody may have gone elsewhere meanwhile.
      if (mine !== turn) return;
      if (next.href !== address.href) window.history.replaceState(entry, '', next.href);
      await show(next, { isReturn, movesScroll: true });
    },
    /** Shows the address of the window; once, when it is known who is here. */
    async load(): Promise<void> {
      if (lacksRoute(window.location.href)) await fetchMissing();
      const former = entryHere();
      entry = former ?? { key: newKey(), index: 0 };
      const address = settle(window.location.href);
      window.history.replaceState(entry, '', address.href);
      await show(address, {
        isReturn: former !== null,
        movesScroll: former !== null || address.hash !== '',
      });
    },
    /** Tells what is shown from now on, and follows the browser's own back and forward; answers how to stop. */
    listen(watch: Watch): () => void {
      const pop = () => void onPop();
      const hide = () => {
        rememberScroll(entry.key);
        keepScroll();
      };
      watchers.add(watch);
      window.history.scrollRestoration = 'manual';
      window.addEventListener('popstate', pop);
      window.addEventListener('pagehide', hide);
      return () => {
        watchers.delete(watch);
        window.removeEventListener('popstate', pop);
        window.removeEventListener('pagehide', hide);
      };
    },
    /** Called before each navigation, also those that lead to the same page. */
    onBefore(tell: Before): () => void {
      befores.add(tell);
      return () => void befores.delete(tell);
    },
    /** Asked before the page is left; whoever answers no keeps it. */
    hold(ask: Hold): () => void {
      holds.add(ask);
      return () => void holds.delete(ask);
    },
  };
}
