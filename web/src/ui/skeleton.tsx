import type { ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';

/*
 * <Loading><Skeleton className="h-5 w-40" /> …</Loading>: the shape of loading content, announced once as "Loading". Give a
 * skeleton exactly the size of what replaces it.
 */
export function Skeleton({
  className = '',
  isRound = false,
}: {
  className?: string;
  isRound?: boolean;
}) {
  return (
    <span aria-hidden className={`skeleton block ${isRound ? 'rounded-full!' : ''} ${className}`} />
  );
}

export function Loading({ children, className = '' }: { children: ReactNode; className?: string }) {
  const { t } = useMessages();
  return (
    <div aria-live="polite" aria-busy className={className}>
      <span className="sr-only">{t('state.loading')}</span>
      {children}
    </div>
  );
}
