import {
  getElection,
  getElectionResult,
  getElectionSettings,
  getPaperEntry,
  listElections,
  listVoters,
} from '#contract/elections/calls.ts';
import { call, callQuery } from '../../lib/call.ts';

/** Calls to repeat after an election changes. */
export const staleElections = [
  listElections,
  getElection,
  getElectionSettings,
  getElectionResult,
  getPaperEntry,
  listVoters,
] as const;

/** The elections of the user, page by page. `club` limits them to one club. */
export const electionPages = (club?: string) => ({
  queryKey: [listElections, 'pages', club ?? ''] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listElections,
      { ...(club !== undefined && { club }), ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

export const electionQuery = (id: string) => callQuery(getElection, { id });
export const electionSettings = (id: string) => callQuery(getElectionSettings, { id });
export const electionResult = (id: string) => callQuery(getElectionResult, { id });

/** The voters of an election, page by page. */
export const voterPages = (id: string) => ({
  queryKey: [listVoters, 'pages', id] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(listVoters, { id, ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});
