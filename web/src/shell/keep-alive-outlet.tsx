import {
  CatchBoundary,
  Outlet,
  useChildMatches,
  useRouter,
  type AnyRoute,
} from '@tanstack/react-router';
import { Activity, memo, useState, type ComponentType } from 'react';
import { KeepAliveRoute } from '../lib/page.tsx';
import { PageError } from './page-error.tsx';

/** Renders the component itself, because `<Match>` renders nothing after its route is left. */
const KeepAlivePage = memo(function KeptPage({ routeId }: { routeId: string }) {
  const routes: Readonly<Record<string, AnyRoute>> = useRouter().routesById;
  const Component = routes[routeId]?.options.component as ComponentType | undefined;
  return <KeepAliveRoute value={routeId}>{Component && <Component />}</KeepAliveRoute>;
});

/**
 * Like `<Outlet />`, but pages of `keepAlive` routes stay rendered and hidden behind the current page, without effects. Returning to
 * one needs no rendering (decision 031). `#main` is the current page (main-ref.ts).
 */
export function KeepAliveOutlet() {
  const shown = useChildMatches({
    select: ([match]) =>
      match?.staticData.keepAlive && match.status === 'success' ? match.routeId : null,
  }) as string | null;
  const [mounted, setMounted] = useState<readonly string[]>([]);
  let pages = mounted;
  // In order of first visit: React would move the DOM of a page whose position changes.
  if (shown !== null && !mounted.includes(shown)) {
    pages = [...mounted, shown];
    setMounted(pages);
  }
  return (
    <>
      {shown === null && <Outlet />}
      {pages.map((id) => (
        <Activity key={id} mode={id === shown ? 'visible' : 'hidden'}>
          <CatchBoundary getResetKey={() => shown ?? ''} errorComponent={PageError}>
            <KeepAlivePage routeId={id} />
          </CatchBoundary>
        </Activity>
      ))}
    </>
  );
}
