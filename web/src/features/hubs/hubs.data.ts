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

/** A hub's texts and membership rules. */
export type HubSettings = Omit<ManagedHub, 'id' | 'added' | 'isArchived'>;

/** Hubs determine the content of menus, including the user's own. */
export const stale = [listManagedHubs, listHubMembers, listHubs, getMenu] as const;

/** Creates a hub (once per `clientId`), or changes one. */
export const saveHub = (
  { id, clientId }: { id: string | null; clientId: string },
  settings: HubSettings,
): Promise<ManagedHub> =>
  id === null ? call(createHub, { clientId, ...settings }) : call(updateHub, { id, ...settings });

/** Reorders hubs immediately, and reverts if the call fails. */
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

/** Adds a person to a hub manually, or removes them. */
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
/** The people who were added to a hub manually, page by page. */
export const hubMembers = (id: string) => ({
  queryKey: [listHubMembers, { id }] as const,
  queryFn: ({ pageParam }: { pageParam: string }) =>
    call(listHubMembers, { id, size, ...(pageParam !== '' && { after: pageParam }) }),
  initialPageParam: '',
  getNextPageParam: (last: { items: readonly Face[] }) =>
    last.items.length < size ? undefined : last.items.at(-1)?.uid,
});
