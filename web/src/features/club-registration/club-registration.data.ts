import type { Application } from '#contract/club-registration/endpoints.ts';
import type { RenewalState } from '#contract/club-registration/limits.ts';
import { newClientId } from '#contract/client-id.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';

const listCall = 'GET /api/v1/club-registrations';
const getCall = 'GET /api/v1/club-registrations/{id}';
const setupCall = 'GET /api/v1/school/club-registration';
const overviewCall = 'GET /api/v1/school/club-registration/clubs';

/** What changes with a registration or renewal. */
export const staleApplication = [listCall, getCall, overviewCall] as const;
/** What changes when clubs are frozen. */
export const staleOverview = [
  overviewCall,
  listCall,
  'GET /api/v1/clubs',
  'GET /api/v1/clubs/{id}/layout',
] as const;
export const staleSetup = [setupCall, overviewCall, listCall] as const;

export const applicationsQuery = () => callQuery(listCall, {});
export const applicationQuery = (id: string) => callQuery(getCall, { id });
export const setupQuery = () => callQuery(setupCall, {});
export const labelsQuery = () => callQuery('GET /api/v1/club-labels', {});

/** An application as the server has answered it. */
export const keepApplication = (application: Application): void => {
  queryClient.setQueryData(applicationQuery(application.id).queryKey, application);
};

export const beginRegistration = () =>
  call('POST /api/v1/club-registrations', { clientId: newClientId() });
export const beginRenewal = (club: string) =>
  call('POST /api/v1/clubs/{id}/renewal', { id: club, clientId: newClientId() });

/** Members of a club, page by page. */
export const rosterPages = (club: string) => ({
  queryKey: ['GET /api/v1/clubs/{id}/members', 'pages', { id: club, of: 'renewal' }] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(
      'GET /api/v1/clubs/{id}/members',
      { id: club, pageOffset: pageParam, pageSize: 100 },
      signal,
    ),
  initialPageParam: 0,
  getNextPageParam: (
    last: { items: readonly unknown[]; total: number },
    all: readonly { items: readonly unknown[] }[],
  ) => {
    const shown = all.reduce((sum, { items }) => sum + items.length, 0);
    return last.items.length === 0 || shown >= last.total ? undefined : shown;
  },
});

/** Clubs with where they stand in the renewal, page by page. */
export const overviewPages = (state: RenewalState | null, search: string) => ({
  queryKey: [overviewCall, 'pages', { state, search }] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      overviewCall,
      {
        search,
        size: 50,
        ...(state !== null && { state }),
        ...(pageParam !== null && { cursor: pageParam }),
      },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});
