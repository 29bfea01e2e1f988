import { RotateCw, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { untilLoaded, type Wait } from '../lib/later-part.ts';
import { useMessages } from '../lib/messages.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { useCanGoBack, useRouter } from '../lib/router/hooks.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/**
 * In the place of a page, or of what stands within one, that did not load. It opens by itself once it does; where the campus answers
 * and it still does not come, a reload is offered.
 */
export function NotLoadedPage({ isWithin }: { isWithin: boolean }) {
  const { t } = useMessages();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  // With a network a moment passes before it is known what is the matter, or the page opens.
  const [wait, setWait] = useState<Wait | null>(navigator.onLine ? null : 'away');
  useEffect(() => {
    const { loaded, end } = untilLoaded(router.again, setWait);
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
          canGoBack && <Button onClick={router.back}>{t('notLoaded.back')}</Button>
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
