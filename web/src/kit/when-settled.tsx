import { Fragment, useState, type ReactNode } from 'react';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

/** The result of `useQuery` or `useInfiniteQuery`. */
interface Pending {
  readonly isPending: boolean;
  readonly fetchStatus: string;
}

/** Returns whether each query has data, failed, or isn't loading. */
export const areSettled = (...queries: readonly Pending[]): boolean =>
  queries.every(({ isPending, fetchStatus }) => !isPending || fetchStatus !== 'fetching');

/**
 * <WhenSettled queries={[suggested, featured]} skeleton={['h-48', 'h-96']}>…</WhenSettled>
 * Shows parts of a page together once their queries have settled, because a part that comes later would move those below it.
 */
export function WhenSettled({
  queries,
  skeleton,
  className = 'grid gap-4 lg:gap-5',
  children,
}: {
  queries: readonly Pending[];
  /** Classes of skeleton blocks, in the shape of the content. */
  skeleton: readonly string[];
  className?: string;
  children: ReactNode;
}) {
  // From then on, each part shows its own state. Otherwise a part that fails would be removed while it loads again, fail again, and so on.
  const [wasSettled, setSettled] = useState(false);
  const isSettled = wasSettled || areSettled(...queries);
  if (isSettled && !wasSettled) setSettled(true);
  if (isSettled) return children;
  return <Shape blocks={skeleton} className={className} />;
}

/** Skeleton blocks, for a fallback too. */
export const Shape = ({
  blocks,
  className = 'grid gap-4 lg:gap-5',
}: {
  blocks: readonly string[];
  className?: string;
}) => (
  <Loading className={className}>
    {blocks.map((block, nth) => (
      // The blocks never change their order.
      // eslint-disable-next-line react/no-array-index-key
      <Fragment key={nth}>
        <Skeleton className={block} />
      </Fragment>
    ))}
  </Loading>
);
