import { RotateCw, Unplug } from 'lucide-react';
import { CallError } from '../lib/call-error.ts';
import { useMessages } from '../lib/messages.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';

/** What a page shows when it threw. A call that failed has its own words; the rest is our mistake. */
export function CrashPage({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useMessages();
  return (
    <main id="main" tabIndex={-1} className="grid min-h-[70dvh] place-items-center p-4">
      {error instanceof CallError ? (
        <ErrorState isPage error={error} onRetry={reset} />
      ) : (
        <EmptyState
          isPage
          icon={Unplug}
          title={t('crash.title')}
          action={
            <Button variant="primary" icon={RotateCw} onClick={() => window.location.reload()}>
              {t('crash.reload')}
            </Button>
          }
        >
          {t('crash.body')}
        </EmptyState>
      )}
    </main>
  );
}
