import { CloudOff } from 'lucide-react';
import { errorText } from '../lib/error-text.ts';
import { useMessages } from '../lib/messages.ts';
import { Button } from './button.tsx';

/** <RetryBar error={pages.error} onRetry={pages.retry} />: shown if a part of a list failed to load. The rest stays visible. */
interface RetryBarProps {
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}

export function RetryBar({ error, onRetry, isRetrying }: RetryBarProps) {
  const messages = useMessages();
  return (
    <div
      role="alert"
      className="forced-edge sticky bottom-4 z-10 mx-auto flex w-full max-w-xl items-center gap-3 rounded-card border border-line raised py-2 ps-4 pe-2 shadow-float animate-rise max-md:bottom-[calc(var(--spacing-bottom-bar)+0.75rem)]"
    >
      <CloudOff size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-bad" />
      <p className="min-w-0 flex-1 text-sm">{errorText(error, messages)}</p>
      <Button isPending={isRetrying} onClick={onRetry}>
        {messages.t('error.retry')}
      </Button>
    </div>
  );
}
