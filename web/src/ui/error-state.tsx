import { CloudOff, RotateCw } from 'lucide-react';
import { errorText } from '../lib/error-text.ts';
import { useMessages } from '../lib/messages.ts';
import { Button } from './button.tsx';

/** <ErrorState error={query.error} onRetry={query.refetch} />: an error with a retry button. */
interface ErrorStateProps {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  isSmall?: boolean;
  /** True if it is the only content of the page. */
  isPage?: boolean;
}

export function ErrorState({
  error,
  title,
  onRetry,
  isRetrying = false,
  isSmall = false,
  isPage = false,
}: ErrorStateProps) {
  // Heading level 1 alone on a page, 2 below the page's heading, and 3 in a card, which has its own heading.
  const Heading = isPage ? 'h1' : isSmall ? 'h3' : 'h2';
  const messages = useMessages();
  const { t } = messages;
  const retry = onRetry && (
    <Button icon={RotateCw} isPending={isRetrying} onClick={onRetry}>
      {t('error.retry')}
    </Button>
  );
  if (isSmall)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-3.5 gap-y-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-bad-soft text-bad">
          <CloudOff size={20} strokeWidth={1.75} aria-hidden />
        </span>
        <div className="min-w-40 flex-1">
          <Heading>{title ?? t('error.title')}</Heading>
          <p className="text-sm text-ink-2">{errorText(error, messages)}</p>
        </div>
        {retry}
      </div>
    );
  return (
    <div
      role="alert"
      className="mx-auto grid max-w-sm justify-items-center gap-2 px-4 py-14 text-center"
    >
      <span className="mb-2 grid size-14 place-items-center rounded-full bg-bad-soft text-bad">
        <CloudOff size={24} strokeWidth={1.75} aria-hidden />
      </span>
      <Heading className="text-lg!">{title ?? t('error.title')}</Heading>
      <p className="text-ink-2 text-balance">{errorText(error, messages)}</p>
      {retry && <div className="mt-3">{retry}</div>}
    </div>
  );
}
