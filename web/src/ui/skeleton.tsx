import type { ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';

/*
 * <Loading><Skeleton className="h-5 w-40" /> …</Loading>: the shape of loading content, announced once as "Loading". Give a
 * skeleton exactly the size of what replaces it. A block as wide as its container and at least 4rem high is drawn as a card
 * with rows, because most content of this size is.
 */
export function Skeleton({
  className = '',
  isRound = false,
}: {
  className?: string;
  isRound?: boolean;
}) {
  const height = isRound ? null : cardHeight(className);
  if (height !== null) return <CardShape className={className} rows={rowsIn(height)} />;
  return (
    <span aria-hidden className={`skeleton block ${isRound ? 'rounded-full!' : ''} ${className}`} />
  );
}

/** Returns the height of a card, as the number in `h-96`. Margins and a maximum width may follow. */
const cardHeight = (className: string): number | null => {
  const height = Number(/^h-(\d+)(?: m-\d+| max-w-\w+)*$/.exec(className)?.[1] ?? 0);
  return height >= 16 ? height : null;
};

/** A row is 3.5rem high, and the padding of a card 2rem. */
const rowsIn = (height: number): number => Math.min(6, Math.max(1, Math.floor((height - 8) / 14)));

const CardShape = ({ className, rows }: { className: string; rows: number }) => (
  <span aria-hidden className={`card block overflow-hidden px-4 py-3 ${className}`}>
    {Array.from({ length: rows }, (_, nth) => (
      // The rows never change their order.
      // eslint-disable-next-line react/no-array-index-key
      <span key={nth} className="flex h-14 items-center gap-3">
        <span className="skeleton block size-9 shrink-0 rounded-full!" />
        <span className="grid flex-1 gap-2">
          <span className="skeleton block h-4 w-2/5" />
          <span className="skeleton block h-3 w-3/5" />
        </span>
      </span>
    ))}
  </span>
);

export function Loading({ children, className = '' }: { children: ReactNode; className?: string }) {
  const { t } = useMessages();
  return (
    <div aria-live="polite" aria-busy className={className}>
      <span className="sr-only">{t('state.loading')}</span>
      {children}
    </div>
  );
}
