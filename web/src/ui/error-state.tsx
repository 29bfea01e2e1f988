import { CloudOff, RotateCw } from 'lucide-react';
import { errorText } from '../lib/error-text.ts';
import { useMessages } from '../lib/messages.ts';
import { Button } from './button.tsx';

/** <ErrorState error={query.error} onRetry={query.refetch} />: what happened and what to do. */
interface ErrorStateProps {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  isSmall?: boolean;
  /** It is all there is on the page. */
  isPage?: boolean;
}

export function ErrorState({ error, title, onRetry, isRetrying = false, isSmall = false, isPage = false }: ErrorStateProps) {
  // Alone on a page it is the heading; under the page's heading the second; in a card, which has its own, the third.
  const Heading = isPage ? 'h1' : isSmall ? 'h3' : 'h2';
  const messages = useMessages();
  const { t } = messages;
  return (
    <div role="alert" className={`mx-auto grid max-w-sm justify-items-center gap-2 text-center ${isSmall ? 'py-4' : 'px-4 py-14'}`}>
      <span className={`mb-2 grid place-items-center rounded-full bg-bad-soft text-bad ${isSmall ? 'size-11' : 'size-14'}`}>
        <CloudOff size={isSmall ? 20 : 24} strokeWidth={1.75} aria-hidden />
      </span>
      <Heading className={isPage ? 'text-lg!' : 'text-base! tracking-normal!'}>{title ?? t('error.title')}</Heading>
      <p className="text-ink-2 text-balance">{errorText(error, messages)}</p>
      {onRetry && (
        <Button icon={RotateCw} className="mt-3" isPending={isRetrying} onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  );
}
