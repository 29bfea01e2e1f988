import type { LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { CallError, type CallErrorCode } from '../lib/call-error.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { RetryBar } from '../ui/retry-bar.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

/** The result of `useQuery` or `useInfiniteQuery`. */
export interface QueryResult<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** An empty state. */
export interface EmptyContent {
  icon: LucideIcon;
  title: string;
  body?: ReactNode;
  action?: ReactNode;
  /** True if it is the only content of the page. */
  isPage?: boolean;
}

interface QueryBoundaryProps<T> {
  query: QueryResult<T>;
  /** The heights of skeleton blocks, or the skeleton itself. */
  skeleton?: readonly string[] | ReactNode;
  /** For cards: the error or empty state takes one line. */
  isSmall?: boolean;
  /** The page contains nothing else. */
  isPage?: boolean;
  empty?: EmptyContent;
  /** By default, whether the list in the data has no items. */
  isEmpty?: (data: T) => boolean;
  /** Content in place of expected errors, by error code. */
  errorContent?: { readonly [C in CallErrorCode]?: EmptyContent };
  /** If a refetch fails, a bar below the old data shows the error. */
  showsRefetchError?: boolean;
  children: (data: T) => ReactNode;
}

/**
 * <QueryBoundary query={hubs} skeleton={['h-18', 'h-18']} empty={{ icon: Boxes, title: … }}>{({ items }) => …}</QueryBoundary>
 * Shows the data of a query; until then a skeleton, an error with "Try again", or the empty state.
 */
export function QueryBoundary<T>({
  query: { data, error, isFetching, refetch },
  skeleton = ['h-18', 'h-18', 'h-18'],
  isSmall = false,
  isPage = false,
  empty,
  isEmpty = hasNoItems,
  errorContent = {},
  showsRefetchError = false,
  children,
}: QueryBoundaryProps<T>) {
  const retry = { error, onRetry: () => void refetch(), isRetrying: isFetching };
  if (data === undefined) {
    if (!error) return <Shape of={skeleton} />;
    const content = error instanceof CallError ? errorContent[error.code] : undefined;
    return content ? (
      <EmptyResult isSmall={isSmall} isPage={isPage} {...content} />
    ) : (
      <ErrorState isSmall={isSmall} isPage={isPage} {...retry} />
    );
  }
  const staleBar = showsRefetchError && error ? <RetryBar {...retry} /> : null;
  return (
    <>
      {empty && isEmpty(data) ? (
        <EmptyResult isSmall={isSmall} isPage={isPage} {...empty} />
      ) : (
        children(data)
      )}
      {staleBar}
    </>
  );
}

const EmptyResult = ({ body, ...rest }: EmptyContent & { isSmall: boolean; isPage: boolean }) => (
  <EmptyState {...rest}>{body}</EmptyState>
);

const isList = (of: unknown): of is readonly string[] => Array.isArray(of);

function Shape({ of }: { of: readonly string[] | ReactNode }) {
  return (
    <Loading className="grid gap-3">
      {isList(of)
        ? of.map((height, nth) => (
            // The blocks never change their order.
            // eslint-disable-next-line react/no-array-index-key
            <Fragment key={nth}>
              <Skeleton className={height} />
            </Fragment>
          ))
        : of}
    </Loading>
  );
}

interface Answer {
  items?: readonly unknown[];
  pages?: readonly { items: readonly unknown[] }[];
}

/** Handles a list, an object with `items`, and pages of such objects. */
function hasNoItems(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0;
  const { items, pages } = data as Answer;
  return items?.length === 0 || pages?.every((page) => page.items.length === 0) === true;
}
