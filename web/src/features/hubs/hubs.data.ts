import type { ManagedHub } from '#contract/hubs/endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import {
  addHubMember,
  createHub,
  listHubMembers,
  listHubs,
  listManagedHubs,
  orderHubs,
  removeHubMember,
  updateHub,
} from '#contract/hubs/calls.ts';
import { getMenu } from '#contract/menus/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call, queryClient } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { managedHubs } from '../menus/menus.data.ts';
import { nameOf } from '../people/person.ts';

/** What a hub says of itself and of who belongs. */
export type HubSettings = Omit<ManagedHub, 'id' | 'added' | 'isArchived'>;

/** Hubs decide what menus show: one’s own among them. */
export const stale = [listManagedHubs, listHubMembers, listHubs, getMenu] as const;

/** Makes a hub, once for each `clientId`, or changes one. */
export const saveHub = (
  { id, clientId }: { id: string | null; clientId: string },
  settings: HubSettings,
): Promise<ManagedHub> =>
  id === null ? call(createHub, { clientId, ...settings }) : call(updateHub, { id, ...settings });

/** Orders hubs at once, and puts them back where the server could not be told. */
export const useOrderHubs = () =>
  useAction((ids: string[]) => call(orderHubs, { ids }), {
    optimistic(ids) {
      const { queryKey } = managedHubs();
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(
        queryKey,
        (old) =>
          old && { items: old.items.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) },
      );
      return () => queryClient.setQueryData(queryKey, before);
    },
    invalidates: stale,
  });

export function useArchiveHub() {
  const { t } = useMessages();
  return useAction(
    ({ hub: { id }, isArchived }: { hub: ManagedHub; isArchived: boolean }) =>
      call(updateHub, { id, isArchived }),
    {
      invalidates: stale,
      success: ({ name }, { isArchived }) =>
        t(isArchived ? 'hubs.archived' : 'hubs.returned', { name }),
      undo: ({ hub, isArchived }) => (isArchived ? { hub, isArchived: false } : undefined),
    },
  );
}

/** Adds somebody to a hub by hand, or takes them out again. */
export function usePutMember(id: string) {
  const { t } = useMessages();
  return useAction(
    ({ person: { uid }, isIn }: { person: Face; isIn: boolean }) =>
      call(isIn ? addHubMember : removeHubMember, { id, uid }),
    {
      invalidates: stale,
      success: (_, { person, isIn }) =>
        t(isIn ? 'hubs.personAdded' : 'hubs.personRemoved', { name: nameOf(person) }),
      undo: ({ person, isIn }) => (isIn ? undefined : { person, isIn: true }),
    },
  );
}

const size = 50;
/** People added to a hub by hand, page by page. */
export const hubMembers = (id: string) => ({
  queryKey: [listHubMembers, { id }] as const,
  queryFn: ({ pageParam }: { pageParam: string }) =>
    call(listHubMembers, { id, size, ...(pageParam !== '' && { after: pageParam }) }),
  initialPageParam: '',
  getNextPageParam: (last: { items: readonly Face[] }) =>
    last.items.length < size ? undefined : last.items.at(-1)?.uid,
});
