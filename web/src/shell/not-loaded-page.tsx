import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { RotateCw, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { untilLoaded, type Wait } from '../lib/later-part.ts';
import { useMessages } from '../lib/messages.ts';
import { isReached } from '../lib/online.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/**
 * The router draws what is under way, for which this page begins anew (its error boundary goes by the state of the route): it must
 * not begin the same once more.
 */
let drawing: Promise<void> | null = null;

/**
 * In the place of a page, or of what stands within one, that did not load. It opens by itself once it does; where the campus answers
 * and it still does not come, a reload is offered.
 */
export function NotLoadedPage({ isWithin }: { isWithin: boolean }) {
  const { t } = useMessages();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  // Of the first page that is shown, it is said; of a later one, a release may have replaced the files, and a page load fetches the
  // new ones. Where nothing answers that would take the app away.
  const [isFirst] = useState(
    () => router.state.resolvedLocation?.href === router.state.location.href,
  );
  useEffect(() => {
    let isHere = true;
    const { publicHref } = router.state.location;
    if (!isFirst)
      void isReached().then((isAnswered) => {
        if (isAnswered && isHere) window.location.assign(publicHref);
      });
    return () => {
      isHere = false;
    };
  }, [router, isFirst]);
  // With a network a moment passes before it is known what is the matter, or the page opens.
  const [wait, setWait] = useState<Wait | null>(navigator.onLine ? null : 'away');
  useEffect(() => {
    // Rejects where it does not load now either.
    const again = async () => {
      const { matches } = router.state;
      await Promise.all(
        matches.map(({ routeId }) => router.loadRouteChunk(router.routesById[routeId])),
      );
      await (drawing ??= router.invalidate().finally(() => (drawing = null)));
    };
    const { loaded, end } = untilLoaded(again, setWait);
    loaded.catch(() => undefined);
    return end;
  }, [router]);
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
