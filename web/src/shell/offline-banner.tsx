import { WifiOff } from 'lucide-react';
import { useMessages } from '../lib/messages.ts';
import { useOnline } from '../lib/online.ts';

export function OfflineBanner() {
  const { t } = useMessages();
  const isOnline = useOnline();
  return (
    <div aria-live="polite">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-sm font-medium text-warn">
          <WifiOff size={18} aria-hidden className="shrink-0" />
          {t('offline.banner')}
        </p>
      )}
    </div>
  );
}
