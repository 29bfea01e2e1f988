import {
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
import type { Router, Shown } from './router.ts';
import { showPlace } from './scroll-memory.ts';

interface Here {
  router: Router;
  shown: Shown;
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
}

export function RouterProvider({ router, root: Root, crash }: ProviderProps) {
  const [shown, setShown] = useState(() => router.shown());
  // Another page is drawn in slices while the former one still answers; what changes on a page shows at once.
  useEffect(() => router.listen((next, isSamePage) => (isSamePage ? setShown(next) : startTransition(() => setShown(next)))), [router]);
  useLayoutEffect(() => {
    if (shown?.movesScroll) showPlace({ key: shown.key, hash: shown.address.hash, isReturn: shown.isReturn });
  }, [shown]);
  if (shown === null) return null;
  return (
    <HereContext value={{ router, shown }}>
      <CrashBoundary at={shown.key} crash={crash}>
        <Root />
      </CrashBoundary>
    </HereContext>
  );
}

/** The next part of the page. */
export function Outlet() {
  const { shown } = useHere();
  const depth = useContext(DepthContext);
  if (shown.error !== undefined) throw shown.error;
  const Part = shown.route.parts[depth]?.component;
  if (!Part) return null;
  return (
    <DepthContext value={depth + 1}>
      <Part />
    </DepthContext>
  );
}

interface BoundaryProps extends Pick<ProviderProps, 'crash'> {
  /** Another entry of the history is another try. */
  at: string;
  children: ReactNode;
}

class CrashBoundary extends Component<BoundaryProps, { at: string; thrown: { error: unknown } | null }> {
  override state = { at: this.props.at, thrown: null as { error: unknown } | null };
  static getDerivedStateFromError = (error: unknown) => ({ thrown: { error } });
  static getDerivedStateFromProps = ({ at }: BoundaryProps, state: { at: string }) => (at === state.at ? null : { at, thrown: null });
  override render() {
    const { thrown } = this.state;
    const Crash = this.props.crash;
    return thrown ? <Crash error={thrown.error} reset={() => this.setState({ thrown: null })} /> : this.props.children;
  }
}
