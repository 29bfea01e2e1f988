import { WifiOff } from 'lucide-react';
import { Suspense } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useMessages } from '../lib/messages.ts';
import { offlinePage, signInWhenReached } from '../lib/offline-state.ts';
import { useOnline } from '../lib/online.ts';
import { useStore } from '../lib/store.ts';
import { Banner } from '../ui/banner.tsx';

const OfflineNotice = lazyComponent(() => import('./offline-notice.tsx'), 'OfflineNotice');

/** Shows that the user is offline and, once known, when the page was last updated. */
export function OfflineBanner() {
  const { t } = useMessages();
  const isOnline = useOnline();
  const isFromDevice = useStore(signInWhenReached) !== null;
  const page = useStore(offlinePage);
  const plain = (
    <Banner tone="warn" icon={WifiOff}>
      {t('offline.banner')}
    </Banner>
  );
  return (
    <div aria-live="polite">
      {(!isOnline || isFromDevice) &&
        (page === null ? (
          plain
        ) : (
          <Suspense fallback={plain}>
            <OfflineNotice page={page} />
          </Suspense>
        ))}
    </div>
  );
}
