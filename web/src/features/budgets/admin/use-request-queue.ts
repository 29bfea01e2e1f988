import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { requestStates, type RequestState } from '#contract/budgets/limits.ts';
import { useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { requestPages } from '../budgets.data.ts';

/** The states that the queue lists. A draft isn't the committee's yet. */
export const queueStates = requestStates.filter((state) => state !== 'draft');
export type QueueState = RequestState | 'all';

/** Interval for refreshing new requests and current reviewers in the queue, in milliseconds. */
const freshMs = 60_000;

const stateOf = (text: string | undefined): QueueState =>
  text === 'all' ? 'all' : (queueStates.find((one) => one === text) ?? 'submitted');

/** The committee's queue. The URL contains its filters and the open request, which is shown next to the list. */
export function useRequestQueue() {
  const navigate = useNavigate();
  const { request, state: asked, search = '' } = useSearch();
  const state = stateOf(asked);
  const requests = useInfiniteQuery({
    ...requestPages({
      ...(state !== 'all' && { state }),
      ...(search !== '' && { search }),
      order: state === 'submitted' ? 'waiting' : 'newest',
    }),
    refetchInterval: freshMs,
  });
  const rows = requests.data?.pages.flatMap(({ items }) => items) ?? [];
  const change = (next: { request?: string | null; state?: QueueState; search?: string }) => {
    const shown = { state, search, ...next };
    const open = next.request === undefined ? request : next.request;
    void navigate({
      to: paths.adminBudgets,
      search: {
        tab: 'requests',
        ...(shown.state !== 'submitted' && { state: shown.state }),
        ...(shown.search !== '' && { search: shown.search }),
        ...(open !== null && open !== undefined && { request: open }),
      },
      replace: true,
      resetScroll: false,
    });
  };
  const at = rows.findIndex(({ id }) => id === request);
  return {
    requests,
    rows,
    state,
    search,
    /** The ID of the open request. */
    request,
    /** The row after or before the open one; the first if none is open. */
    neighbor: (by: 1 | -1) => (at === -1 ? rows[0] : rows[at + by])?.id,
    /** Opens a request, or closes the open one. */
    open: (id: string | null) => change({ request: id }),
    change,
  };
}
