import { listEmployers } from '#contract/employers/calls.ts';
import { call } from '../../lib/call.ts';

/** Employers, page by page. */
export const employerPages = (search: string) => ({
  queryKey: [listEmployers, 'pages', search] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listEmployers,
      { ...(search !== '' && { search }), ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});
