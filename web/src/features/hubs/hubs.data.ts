import { useMutation } from '@tanstack/react-query';
import type { ManagedHub } from '#contract/hubs.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { menuQuery } from '../../shell/menu.data.ts';
import { showAlert } from '../../ui/alerts.ts';
import { managedHubs } from '../menus/menus.data.ts';

/** What a hub says of itself and of who belongs. */
export type HubSettings = Omit<ManagedHub, 'id' | 'added' | 'isArchived'>;

const keep = (hub: ManagedHub) =>
  queryClient.setQueryData(managedHubs().queryKey, (old) => {
    if (!old) return old;
    const isKnown = old.items.some(({ id }) => id === hub.id);
    return {
      items: isKnown
        ? old.items.map((one) => (one.id === hub.id ? hub : one))
        : [...old.items, hub],
    };
  });

/** Hubs decide what menus show: one’s own among them. */
const refreshOwn = () => {
  void queryClient.invalidateQueries({ queryKey: ['GET /api/v1/hubs'] });
  void queryClient.invalidateQueries({ queryKey: menuQuery().queryKey });
};

export async function saveHub(id: string | null, settings: HubSettings): Promise<ManagedHub> {
  const hub =
    id === null
      ? await call('POST /api/v1/school/hubs', settings)
      : await call('PATCH /api/v1/school/hubs/{id}', { id, ...settings });
  keep(hub);
  refreshOwn();
  return hub;
}

export async function archiveHub(id: string, isArchived: boolean): Promise<void> {
  keep(await call('PATCH /api/v1/school/hubs/{id}', { id, isArchived }));
  refreshOwn();
}

/** Orders hubs at once, and puts them back where the server could not be told. */
export function useOrderHubs(): (ids: string[]) => void {
  const messages = useMessages();
  const order = useMutation({
    mutationFn: (ids: string[]) => call('PUT /api/v1/school/hubs/order', { ids }),
    onMutate(ids) {
      const before = queryClient.getQueryData(managedHubs().queryKey);
      queryClient.setQueryData(
        managedHubs().queryKey,
        (old) =>
          old && { items: old.items.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) },
      );
      return { before };
    },
    onSuccess(kept) {
      queryClient.setQueryData(managedHubs().queryKey, kept);
      refreshOwn();
    },
    onError(failed, _ids, context) {
      queryClient.setQueryData(managedHubs().queryKey, context?.before);
      showAlert({ type: 'Error', message: errorText(failed, messages), autoClose: true });
    },
  });
  return order.mutate;
}

const membersKey = (id: string) => ['GET /api/v1/school/hubs/{id}/members', { id }] as const;
const membersSize = 50;

/** People added to a hub by hand, page by page. */
export const hubMembers = (id: string) => ({
  queryKey: membersKey(id),
  queryFn: ({ pageParam }: { pageParam: string }) =>
    call('GET /api/v1/school/hubs/{id}/members', {
      id,
      size: membersSize,
      ...(pageParam !== '' && { after: pageParam }),
    }),
  initialPageParam: '',
  getNextPageParam: (last: { items: readonly { uid: string }[] }) =>
    last.items.length < membersSize ? undefined : last.items.at(-1)?.uid,
});

export async function setMember(id: string, uid: string, isIn: boolean): Promise<void> {
  await call(
    isIn
      ? 'PUT /api/v1/school/hubs/{id}/members/{uid}'
      : 'DELETE /api/v1/school/hubs/{id}/members/{uid}',
    { id, uid },
  );
  void queryClient.invalidateQueries({ queryKey: managedHubs().queryKey });
  refreshOwn();
  await queryClient.invalidateQueries({ queryKey: membersKey(id) });
}

/** People whose name begins like this, to add them. */
export const peopleLike = (word: string) =>
  callQuery('GET /mobile_ws/v18/user_all', { search_word: word, range: '0', limit: '6' });
