import { useMatches, type RegisteredRouter } from '@tanstack/react-router';
import { createContext, useContext, useState, type ComponentType } from 'react';
import { lazyModule } from './lazy-module.ts';

/** A page, or what it needs before it can be drawn, did not load (shell/page-error.tsx). */
export class PageNotLoaded extends Error {}

/** Fetches once; what did not come is fetched again the next time. */
export function onDemand<M>(load: () => Promise<M>): () => Promise<M> {
  const module = lazyModule(load);
  return () =>
    module.load().catch((cause: unknown) => {
      throw new PageNotLoaded('A page did not load', { cause });
    });
}

/**
 * A component of a route that loads on demand: `page(() => import('./home-page.tsx'), 'HomePage')`. Unlike `lazyRouteComponent` it
 * neither reloads the app by itself nor remembers a failure: without network that would take the app away.
 */
export function page<N extends string>(
  // Its result is none of the map's business, so the types of pages may follow from those of the map.
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

/** The route of the page around us, where it may stand unseen behind others (shell/keep-alive-outlet.tsx). */
export const KeepAliveRoute = createContext<string | undefined>(undefined);

interface Shown {
  routeId: string;
  params: object;
  _strictSearch: object;
}

/** What `select` reads of the page that is shown. One that is kept while others are seen has no match, and goes on with its last. */
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

/** The search parameters that the page knows. TanStack's own hook also gives those that it does not. */
export const useSearch = (): PageSearch => useShown((match) => match._strictSearch) ?? {};
export const useParams = (): PageParams => useShown((match) => match.params) ?? {};
