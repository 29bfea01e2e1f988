import {
  CatchBoundary,
  Outlet,
  useChildMatches,
  useRouter,
  type AnyRoute,
} from '@tanstack/react-router';
import { Activity, memo, useState, type ComponentType } from 'react';
import { KeptRoute } from '../lib/page.tsx';
import { PageError } from './page-error.tsx';

/** Drawn by itself: a `<Match>` would be drawn empty once its route is left. */
const KeptPage = memo(function KeptPage({ routeId }: { routeId: string }) {
  const routes: Readonly<Record<string, AnyRoute>> = useRouter().routesById;
  const Component = routes[routeId]?.options.component as ComponentType | undefined;
  return <KeptRoute value={routeId}>{Component && <Component />}</KeptRoute>;
});

/**
 * `<Outlet />`; but pages of routes that are kept stay behind the one that is shown, drawn and unseen, with nothing at work in them:
 * going to one again takes no drawing (decision 031). `#main` is the page that is shown (main-place.ts).
 */
export function KeepingOutlet() {
  const shown = useChildMatches({
    select: ([match]) =>
      match?.staticData.isKept && match.status === 'success' ? match.routeId : null,
  }) as string | null;
  const [stored, setKept] = useState<readonly string[]>([]);
  let pages = stored;
  // In the order in which they came: React would move the whole of a page that changes its place.
  if (shown !== null && !stored.includes(shown)) {
    pages = [...stored, shown];
    setKept(pages);
  }
  return (
    <>
      {shown === null && <Outlet />}
      {pages.map((id) => (
        <Activity key={id} mode={id === shown ? 'visible' : 'hidden'}>
          <CatchBoundary getResetKey={() => shown ?? ''} errorComponent={PageError}>
            <KeptPage routeId={id} />
          </CatchBoundary>
        </Activity>
      ))}
    </>
  );
}
