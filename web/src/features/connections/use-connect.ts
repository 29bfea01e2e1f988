import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConnectAction } from '#contract/connections/endpoints.ts';
import type { ConnectionStatus, User } from '#contract/people/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { showAlert } from '../../ui/alerts.ts';
import { act, applyStatus, refreshAfter } from './connections.data.ts';

/** The new statuses of people that the user's connect actions changed, by ID, until the page is reloaded. */
const results = createStore<ReadonlyMap<string, ConnectionStatus>>(new Map());
export const useConnectResults = () => useStore(results);

/**
 * Runs connect actions for a person. During an action, the status is -2 (requesting). A failure changes nothing
 * (CONN-06).
 */
export function useConnect(person: User, onDone: (status: ConnectionStatus) => void) {
  const client = useQueryClient();
  const { t } = useMessages();
  const mutationKey = ['connect', person.uid];
  const mutation = useMutation({
    mutationKey,
    mutationFn: (action: ConnectAction) => act(person.uid, action),
    onSuccess: (status) => {
      results.set(new Map([...results.get(), [person.uid, status]]));
      applyStatus(client, person.uid, status);
      refreshAfter(client, person.uid);
      onDone(status);
    },
    onError: () => {
      showAlert({ type: 'Error', message: t('connect.failed'), autoClose: true });
      // Someone else may have been faster, so show the current status.
      refreshAfter(client, person.uid);
    },
  });
  return {
    run: (action: ConnectAction) => {
      // A double click counts once, even before the first click has rendered, and if the person is shown twice.
      if (client.isMutating({ mutationKey }) === 0) mutation.mutate(action);
    },
    pending: mutation.isPending ? mutation.variables : null,
  };
}
