import { WifiOff } from 'lucide-react';
import { useMessages } from '../lib/messages.ts';
import { useOnline } from '../lib/online.ts';
import { Banner } from '../ui/banner.tsx';

export function OfflineBanner() {
  const { t } = useMessages();
  const isOnline = useOnline();
  return (
    <div aria-live="polite">
      {!isOnline && (
        <Banner tone="warn" icon={WifiOff}>
          {t('offline.banner')}
        </Banner>
      )}
    </div>
  );
}
