import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Face } from '#contract/people/endpoints.ts';
import type { Post } from '#contract/posts/endpoints.ts';
import { postLimits } from '#contract/posts/limits.ts';
import { listKnownLikers, listLikers } from '#contract/posts/calls.ts';
import { call, callQuery } from '../../lib/call.ts';

/** Time for which loaded data stays fresh, in milliseconds. */
const freshMs = 60_000;

/** Returns the user's connections who like each post. Posts far down a long feed have none. */
export function useKnownLikers(posts: readonly Post[]): ReadonlyMap<string, readonly Face[]> {
  const ids = posts
    .filter(({ likes, isScheduled }) => likes > 0 && !isScheduled)
    .slice(0, postLimits.likersOf)
    .map(({ id }) => id);
  const { data } = useQuery({
    ...callQuery(listKnownLikers, { posts: ids.join(',') }),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
    staleTime: freshMs,
  });
  return new Map(data?.items.map(({ post, people }) => [post, people]));
}

/** The people who like a post, page by page. */
export const useLikers = (id: string) =>
  useInfiniteQuery({
    queryKey: [listLikers, id] as const,
    queryFn: ({ pageParam }) =>
      call(listLikers, {
        id,
        size: 50,
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // Refetch each time the dialog opens.
    staleTime: 0,
  });
