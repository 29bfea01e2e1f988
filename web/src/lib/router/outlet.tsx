import {
  Activity,
  Component,
  createContext,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import type { Part, Router, Shown } from './router.ts';
import { showPlace } from './scroll-memory.ts';

interface Here {
  router: Router;
  shown: Shown;
  missing: ProviderProps['missing'];
}

const HereContext = createContext<Here | null>(null);
const DepthContext = createContext(0);

/** Router and what is shown, for the hooks. */
export function useHere(): Here {
  const here = useContext(HereContext);
  if (here === null) throw new Error('There is no router');
  return here;
}

interface ProviderProps {
  /** One that has loaded. */
  router: Router;
  /** Around every page; shows it in its `<Outlet />`. */
  root: ComponentType;
  /** In the place of everything, when a page threw. */
  crash: ComponentType<{ error: unknown; reset: () => void }>;
  /** In the place of the first part that did not load; `isWithin` a page, which is there. */
  missing: ComponentType<{ isWithin: boolean }>;
}

export function RouterProvider({ router, root: Root, crash, missing }: ProviderProps) {
  const [shown, setShown] = useState(() => router.shown());
  // Another page is drawn in slices while the former one still answers; what changes on a page shows at once.
  useEffect(
    () =>
      router.listen((next, isSamePage) =>
        isSamePage ? setShown(next) : startTransition(() => setShown(next)),
      ),
    [router],
  );
  useLayoutEffect(() => {
    if (shown?.movesScroll)
      showPlace({ key: shown.key, hash: shown.address.hash, isReturn: shown.isReturn });
  }, [shown]);
  if (shown === null) return null;
  return (
    <HereContext value={{ router, shown, missing }}>
      <CrashBoundary at={shown.key} crash={crash}>
        <Root />
      </CrashBoundary>
    </HereContext>
  );
}

/** Whether this is where it is said that the page did not load: what is around it is drawn as ever. */
const isMissing = ({ error, route: { parts } }: Shown, depth: number): boolean =>
  error !== undefined && (depth >= parts.length - 1 || !parts[depth]?.component);

/** The shell is around pages, so the first part within it is a page; what is deeper stands in one. */
const isWithinPage = (depth: number): boolean => depth > 1;

/** The next part of the page. */
export function Outlet() {
  const { shown, missing: Missing } = useHere();
  const depth = useContext(DepthContext);
  if (isMissing(shown, depth)) return <Missing key={shown.key} isWithin={isWithinPage(depth)} />;
  const Part = shown.route.parts[depth]?.component;
  if (!Part) return null;
  return (
    <DepthContext value={depth + 1}>
      <Part />
    </DepthContext>
  );
}

interface Kept {
  /** Entry of the history in which it was drawn first. */
  readonly key: string;
  readonly part: Part;
  /** As it was when the page was last seen: nobody has gone anywhere since, as far as it knows. */
  readonly here: Here;
  /** The same element until it is seen again, so that nobody else's navigation draws it anew. */
  readonly page: ReactNode;
}

/**
 * The same; but pages of routes that are kept stay behind the one that is shown, drawn and unseen, with nothing at work in them:
 * going to one again takes no drawing. The page that is shown comes first in the document, so `#main` is its own.
 */
export function KeepingOutlet() {
  const here = useHere();
  const { route, key } = here.shown;
  const depth = useContext(DepthContext);
  const [kept, setKept] = useState<readonly Kept[]>([]);
  const { missing: Missing } = here;
  // Nobody's page: all of those that are kept stand behind it.
  const part = isMissing(here.shown, depth) ? undefined : route.parts[depth];
  let pages = kept;
  if (part?.component && kept[0]?.here !== here) {
    const behind = kept.filter((one) => one.part !== part && one.here.shown.route.isKept === true);
    const page = (
      <HereContext value={here}>
        <part.component />
      </HereContext>
    );
    pages = [
      { key: kept.find((one) => one.part === part)?.key ?? key, part, here, page },
      ...behind,
    ];
    setKept(pages);
  }
  return (
    <DepthContext value={depth + 1}>
      {isMissing(here.shown, depth) && <Missing key={key} isWithin={isWithinPage(depth)} />}
      {pages.map((one) => (
        <Activity key={one.key} mode={one.part === part ? 'visible' : 'hidden'}>
          {one.page}
        </Activity>
      ))}
    </DepthContext>
  );
}

interface BoundaryProps extends Pick<ProviderProps, 'crash'> {
  /** Another entry of the history is another try. */
  at: string;
  children: ReactNode;
}

class CrashBoundary extends Component<
  BoundaryProps,
  { at: string; thrown: { error: unknown } | null }
> {
  override state = { at: this.props.at, thrown: null as { error: unknown } | null };
  static getDerivedStateFromError = (error: unknown) => ({ thrown: { error } });
  static getDerivedStateFromProps = ({ at }: BoundaryProps, state: { at: string }) =>
    at === state.at ? null : { at, thrown: null };
  override render() {
    const { thrown } = this.state;
    const Crash = this.props.crash;
    return thrown ? (
      <Crash error={thrown.error} reset={() => this.setState({ thrown: null })} />
    ) : (
      this.props.children
    );
  }
}
