import { getDues, listMemberDues, previewDuesReminder } from '#contract/dues/calls.ts';
import type { DuesState } from '#contract/dues/limits.ts';
import { call, callQuery } from '../../lib/call.ts';

/** Calls to repeat after a plan or a member's dues change. */
export const staleDues = [getDues, listMemberDues, previewDuesReminder] as const;

export const duesQuery = (id: string) => callQuery(getDues, { id });
export const duesReminder = (id: string) => callQuery(previewDuesReminder, { id });

export interface MemberDuesFilter {
  readonly state: DuesState | null;
  readonly plan: string | null;
  readonly search: string;
}

/** The dues of a club's members for its officers, page by page. */
export const memberDuesPages = (id: string, { state, plan, search }: MemberDuesFilter) => ({
  queryKey: [listMemberDues, 'pages', id, state, plan, search] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listMemberDues,
      {
        id,
        ...(state !== null && { state }),
        ...(plan !== null && { plan }),
        ...(search !== '' && { search }),
        ...(pageParam !== null && { cursor: pageParam }),
      },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});
