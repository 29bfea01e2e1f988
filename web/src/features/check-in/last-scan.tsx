import { useMessages } from '../../lib/messages.ts';
import type { Scan } from '../door-scans/check-in-rules.ts';
import { ScanCard } from './scan-card.tsx';
import { useCheckInSession } from './use-check-in-session.ts';

interface LastScanProps {
  scan: Scan | null;
  onUndo: (scan: Scan) => Promise<void>;
  isIgnored: boolean;
  attendees: ReturnType<typeof useCheckInSession>['attendees'];
}

/** The result of the last scan. */
export function LastScan({ scan, onUndo, isIgnored, attendees }: LastScanProps) {
  const { t } = useMessages();
  return (
    <div role="status" aria-live="assertive" className="min-h-20">
      {scan && (
        <ScanCard
          scan={scan}
          attendees={attendees}
          onUndo={() => void onUndo(scan)}
          isUndone={scan.isUndo}
        />
      )}
      {!scan && (
        <p className="py-6 text-center text-ink-2">
          {t(isIgnored ? 'checkIn.ignored' : 'checkIn.pointAtCode')}
        </p>
      )}
    </div>
  );
}
