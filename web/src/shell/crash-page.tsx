import { RotateCw, Unplug } from 'lucide-react';
import { CallError } from '../lib/call-error.ts';
import { useMessages } from '../lib/messages.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';

/** Shown for a page that threw an error. A failed call has its own text; other errors are ours. */
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
