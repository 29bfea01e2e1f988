import type { Application } from '#contract/club-registration/endpoints.ts';
import type { RenewalState } from '#contract/club-registration/limits.ts';
import { newClientId } from '#contract/client-id.ts';
import {
  createRegistration,
  createRenewal,
  getApplication,
  getSetup,
  listApplications,
  listRenewals,
} from '#contract/club-registration/calls.ts';
import {
  getClubLayout,
  listClubLabels,
  listClubMembers,
  listClubs,
} from '#contract/clubs/calls.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { nextOffset } from '../../lib/next-offset.ts';

/** Calls to repeat after a registration or renewal changes. */
export const staleApplication = [listApplications, getApplication, listRenewals] as const;
/** Calls to repeat after clubs are frozen. */
export const staleOverview = [listRenewals, listApplications, listClubs, getClubLayout] as const;
export const staleSetup = [getSetup, listRenewals, listApplications] as const;

export const applicationsQuery = () => callQuery(listApplications, {});
export const applicationQuery = (id: string) => callQuery(getApplication, { id });
export const setupQuery = () => callQuery(getSetup, {});
export const labelsQuery = () => callQuery(listClubLabels, {});

/** Stores an application from a reply in the cache. */
export const keepApplication = (application: Application): void => {
  queryClient.setQueryData(applicationQuery(application.id).queryKey, application);
};

export const beginRegistration = () => call(createRegistration, { clientId: newClientId() });
export const beginRenewal = (club: string) =>
  call(createRenewal, { id: club, clientId: newClientId() });

/** A club's members, page by page. */
export const rosterPages = (club: string) => ({
  queryKey: [listClubMembers, 'pages', { id: club, of: 'renewal' }] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(listClubMembers, { id: club, pageOffset: pageParam, pageSize: 100 }, signal),
  initialPageParam: 0,
  getNextPageParam: nextOffset,
});

/** Clubs with their renewal status, page by page. */
export const overviewPages = (state: RenewalState | null, search: string) => ({
  queryKey: [listRenewals, 'pages', { state, search }] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listRenewals,
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
