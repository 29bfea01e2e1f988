import type { ClubLogKind } from '#contract/club-office/limits.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { getClubOverview, getClubPeople, listClubLog } from '#contract/club-office/calls.ts';
import { call, callQuery } from '../../lib/call.ts';

export const clubPeople = (club: string) => callQuery(getClubPeople, { id: club });
export const clubOverview = (club: string) => callQuery(getClubOverview, { id: club });

/** The log's filters: a type of activity, a person, or all. */
export interface LogFilter {
  kind: ClubLogKind | '';
  officer: Face | null;
}

/** The activity in a club, newest first, page by page. */
export const logPages = (club: string, { kind, officer }: LogFilter) => ({
  queryKey: [listClubLog, 'pages', { club, kind, officer: officer?.uid }] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listClubLog,
      {
        id: club,
        size: 30,
        ...(kind !== '' && { kind }),
        ...(officer !== null && { officer: officer.uid }),
        ...(pageParam !== null && { cursor: pageParam }),
      },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});
