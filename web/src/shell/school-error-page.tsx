import { useState } from 'react';
import { CallError } from '../lib/call-error.ts';
import { useMessages } from '../lib/messages.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { SearchX } from 'lucide-react';

/** The school failed to load, so nothing else can be shown. */
export function SchoolErrorPage({
  error,
  onRetry,
}: {
  error: unknown;
  onRetry: () => Promise<void>;
}) {
  const { t } = useMessages();
  const [isRetrying, setRetrying] = useState(false);
  const isUnknown = error instanceof CallError && error.code === 'unknown_school';
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      {isUnknown ? (
        <EmptyState isPage icon={SearchX} title={t('school.unknownTitle')}>
          {t('school.unknownBody')}
        </EmptyState>
      ) : (
        <ErrorState
          isPage
          error={error}
          title={t('school.errorTitle')}
          isRetrying={isRetrying}
          onRetry={() => {
            setRetrying(true);
            void onRetry();
          }}
        />
      )}
    </main>
  );
}
