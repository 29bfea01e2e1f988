import type { AccountSort } from '#contract/finances/limits.ts';
import { call, callQuery } from '../../lib/call.ts';

const bursarCall = 'GET /api/v1/finance/bursar';
export const proxiesCall = 'GET /api/v1/finance/proxies';
const readsCall = 'GET /api/v1/finance/proxies/{id}/reads';
export const studentCall = 'GET /api/v1/school/finances/people/{uid}';
export const accountsCall = 'GET /api/v1/school/finances/accounts';
export const settingsCall = 'GET /api/v1/school/finances/settings';

export const bursarQuery = () => callQuery(bursarCall, {});
export const holdsQuery = () => callQuery('GET /api/v1/finance/holds', {});
export const proxiesQuery = () => callQuery(proxiesCall, {});

/** Loads what a person viewed and when, page by page. */
export const readPages = (id: string) => ({
  queryKey: [readsCall, 'pages', id] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(readsCall, { id, ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

export const studentsQuery = (search: string) =>
  callQuery('GET /api/v1/school/finances/people', { search });
/** The server records each view, so returning to the window doesn't send another one. */
export const studentQuery = (uid: string) => ({
  ...callQuery(studentCall, { uid }),
  staleTime: 60_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});
export const settingsQuery = () => callQuery(settingsCall, {});

/** The server records each page, so returning to the window doesn't request it again. */
export const accountPages = (
  show: 'overdue' | 'holds',
  sort: AccountSort,
  order: 'asc' | 'desc',
) => ({
  queryKey: [accountsCall, 'pages', show, sort, order] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      accountsCall,
      { show, sort, order, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
  staleTime: 60_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});
