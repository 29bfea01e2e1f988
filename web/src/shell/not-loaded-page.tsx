import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { RotateCw, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { retryUntilLoaded, type LoadProblem } from '../lib/lazy-component.ts';
import { useMessages } from '../lib/messages.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/**
 * The running render of the router, for which this page mounts again (its error boundary depends on the route's state). It
 * must not start the same render again.
 */
let drawing: Promise<void> | null = null;

/**
 * Replaces a page that did not load, or the part within it. Retries until it loads. If the server answers and the page still fails, it
 * loads the address again; for the first page of a document it offers a reload instead, so that a broken release can't loop.
 */
export function NotLoadedPage({ isWithin }: { isWithin: boolean }) {
  const { t } = useMessages();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const [isFirst] = useState(
    () => router.state.resolvedLocation?.href === router.state.location.href,
  );
  // Online, it takes a moment until the reason is known, or the page opens.
  const [wait, setWait] = useState<LoadProblem | null>(navigator.onLine ? null : 'away');
  useEffect(() => {
    // Rejects if it fails to load again.
    const retry = async () => {
      const { matches } = router.state;
      await Promise.all(
        matches.map(({ routeId }) => router.loadRouteChunk(router.routesById[routeId])),
      );
      await (drawing ??= router.invalidate().finally(() => (drawing = null)));
    };
    const { publicHref } = router.state.location;
    const listen = (kind: LoadProblem) => {
      // A page load helps if a release replaced the files, or if the browser caches the failure (lib/lazy-module.ts). The
      // first page of a document was just loaded, so there the user decides.
      if (kind === 'replaced' && !isFirst) window.location.assign(publicHref);
      setWait(kind);
    };
    const { loaded, end } = retryUntilLoaded(retry, listen);
    loaded.catch(() => undefined);
    return end;
  }, [router, isFirst]);
  const title = t(wait === 'replaced' ? 'notLoaded.replaced' : 'notLoaded.away');
  usePageTitle(wait === null ? '' : title);
  const content = wait !== null && (
    <EmptyState
      isPage={!isWithin}
      icon={Unplug}
      title={title}
      action={
        wait === 'replaced' ? (
          <Button variant="primary" icon={RotateCw} onClick={() => window.location.reload()}>
            {t('crash.reload')}
          </Button>
        ) : (
          canGoBack && <Button onClick={() => router.history.back()}>{t('notLoaded.back')}</Button>
        )
      }
    >
      {t(wait === 'replaced' ? 'notLoaded.replacedBody' : 'notLoaded.awayBody')}
    </EmptyState>
  );
  const look = 'grid min-h-[70dvh] place-items-center p-4';
  if (isWithin) return <div className={look}>{content}</div>;
  return (
    <main id="main" tabIndex={-1} className={look}>
      {content}
    </main>
  );
}
