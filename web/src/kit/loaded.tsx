import type { LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { CallError, type CallErrorCode } from '../lib/call-error.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { RetryBar } from '../ui/retry-bar.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

/** As `useQuery` and `useInfiniteQuery` answer it. */
export interface LoadedQuery<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** What is said when there is nothing. */
export interface Empty {
  icon: LucideIcon;
  title: string;
  body?: ReactNode;
  action?: ReactNode;
  /** It is all there is on the page. */
  isPage?: boolean;
}

/**
 * <Loaded query={hubs} skeleton={['h-18', 'h-18']} empty={{ icon: Boxes, title: … }}>{({ items }) => …}</Loaded>
 * What a query answers; until then its skeleton, its error with "Try again", or that there is nothing.
 */
interface LoadedProps<T> {
  query: LoadedQuery<T>;
  /** Blocks in the shape of what comes, by their heights; or that shape itself. */
  skeleton?: readonly string[] | ReactNode;
  /** In a card: what is said takes one line. */
  isSmall?: boolean;
  /** It is all there is on the page. */
  isPage?: boolean;
  empty?: Empty;
  /** Whether there is nothing; without, whether the list in the answer has no items. */
  isEmpty?: (data: T) => boolean;
  /** Errors that are no failure: what is said in their place, by their codes. */
  refused?: { readonly [C in CallErrorCode]?: Empty };
  /** When asking again fails, what is there stays, with a bar that says so. */
  saysStale?: boolean;
  children: (data: T) => ReactNode;
}

export function Loaded<T>({
  query: { data, error, isFetching, refetch },
  skeleton = ['h-18', 'h-18', 'h-18'],
  isSmall = false,
  isPage = false,
  empty,
  isEmpty = hasNoItems,
  refused = {},
  saysStale = false,
  children,
}: LoadedProps<T>) {
  const retry = { error, onRetry: () => void refetch(), isRetrying: isFetching };
  if (data === undefined) {
    if (!error) return <Shape of={skeleton} />;
    const said = error instanceof CallError ? refused[error.code] : undefined;
    return said ? (
      <Nothing isSmall={isSmall} isPage={isPage} {...said} />
    ) : (
      <ErrorState isSmall={isSmall} isPage={isPage} {...retry} />
    );
  }
  const staleBar = saysStale && error ? <RetryBar {...retry} /> : null;
  return (
    <>
      {empty && isEmpty(data) ? (
        <Nothing isSmall={isSmall} isPage={isPage} {...empty} />
      ) : (
        children(data)
      )}
      {staleBar}
    </>
  );
}

const Nothing = ({ body, ...rest }: Empty & { isSmall: boolean; isPage: boolean }) => (
  <EmptyState {...rest}>{body}</EmptyState>
);

const isList = (of: unknown): of is readonly string[] => Array.isArray(of);

function Shape({ of }: { of: readonly string[] | ReactNode }) {
  return (
    <Loading className="grid gap-3">
      {isList(of)
        ? of.map((height, nth) => (
            // They never change places.
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

/** Of a list, of an answer with `items`, or of pages of such answers. */
function hasNoItems(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0;
  const { items, pages } = data as Answer;
  return items?.length === 0 || pages?.every((page) => page.items.length === 0) === true;
}
