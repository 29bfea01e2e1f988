import { useMatches, type RegisteredRouter } from '@tanstack/react-router';
import { createContext, useContext, useState, type ComponentType } from 'react';
import { lazyModule } from './lazy-module.ts';

/** A page, or data it needs to render, did not load (shell/page-error.tsx). */
export class PageNotLoaded extends Error {}

/** Loads a module once, and retries after a failure. */
export function onDemand<M>(load: () => Promise<M>): () => Promise<M> {
  const module = lazyModule(load);
  return () =>
    module.load().catch((cause: unknown) => {
      throw new PageNotLoaded('A page did not load', { cause });
    });
}

/**
 * A component of a route that loads on demand: `page(() => import('./home-page.tsx'), 'HomePage')`. Unlike
 * `lazyRouteComponent`, it doesn't reload the app automatically or cache a failure, which would break the app offline.
 */
export function page<N extends string>(
  // The route tree doesn't need the component's result, so the types of pages may depend on those of the tree.
  load: () => Promise<Record<N, (props: never) => void>>,
  name: N,
) {
  const fetch = onDemand(load);
  let Loaded: ComponentType | undefined;
  const Page = () => Loaded && <Loaded />;
  return Object.assign(Page, {
    preload: (): Promise<void> | undefined =>
      Loaded
        ? undefined
        : fetch().then((module) => {
            Loaded = module[name] as unknown as ComponentType;
          }),
  });
}

/** The route of the surrounding page, which may be hidden behind others (shell/keep-alive-outlet.tsx). */
export const KeepAliveRoute = createContext<string | undefined>(undefined);

interface Shown {
  routeId: string;
  params: object;
  _strictSearch: object;
}

/** Returns what `select` reads from the visible page's match. A hidden page has no match and keeps its last value. */
function useShown<T>(select: (match: Shown) => T): T | undefined {
  const stored = useContext(KeepAliveRoute);
  const now = useMatches({
    select: (matches: readonly Shown[]) => {
      const own =
        stored === undefined ? matches.at(-1) : matches.find((one) => one.routeId === stored);
      return own && select(own);
    },
    structuralSharing: true,
  } as never) as T | undefined;
  const [last, setLast] = useState(now);
  if (now !== undefined && now !== last) setLast(now);
  return now ?? last;
}

type Routes = RegisteredRouter['routesById'];
type Names<S> = S extends S ? (string extends keyof S ? never : keyof S) : never;
type Known<S> = { readonly [N in Names<S>]?: string };
export type PageSearch = Known<Routes[keyof Routes]['types']['searchSchema']>;
export type PageParams = Known<Routes[keyof Routes]['types']['params']>;

/** The search parameters that the page declares. TanStack's own hook also returns others. */
export const useSearch = (): PageSearch => useShown((match) => match._strictSearch) ?? {};
export const useParams = (): PageParams => useShown((match) => match.params) ?? {};
