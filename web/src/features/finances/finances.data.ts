import type { AccountSort } from '#contract/finances/limits.ts';
import {
  findStudents,
  getBursar,
  getFinanceSettings,
  listHolds,
  listProxies,
  listProxyReads,
  listStudentAccounts,
  readStudent,
} from '#contract/finances/calls.ts';
import { call, callQuery } from '../../lib/call.ts';

export const bursarQuery = () => callQuery(getBursar, {});
export const holdsQuery = () => callQuery(listHolds, {});
export const proxiesQuery = () => callQuery(listProxies, {});

/** Loads what a person viewed and when, page by page. */
export const readPages = (id: string) => ({
  queryKey: [listProxyReads, 'pages', id] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(listProxyReads, { id, ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

export const studentsQuery = (search: string) => callQuery(findStudents, { search });
/** The server records each view, so returning to the window doesn't send another one. */
export const studentQuery = (uid: string) => ({
  ...callQuery(readStudent, { uid }),
  staleTime: 60_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});
export const settingsQuery = () => callQuery(getFinanceSettings, {});

/** The server records each page, so returning to the window doesn't request it again. */
export const accountPages = (
  show: 'overdue' | 'holds',
  sort: AccountSort,
  order: 'asc' | 'desc',
) => ({
  queryKey: [listStudentAccounts, 'pages', show, sort, order] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listStudentAccounts,
      { show, sort, order, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
  staleTime: 60_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});
