import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConnectAction } from '#contract/connections/endpoints.ts';
import type { ConnectionStatus, User } from '#contract/people/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { act, applyStatus, refreshAfter } from './connections.data.ts';

/** Runs connect actions of one person. While one is under way the status is -2 (requesting); a failure changes nothing (CONN-06). */
export function useConnect(person: User, onDone: (status: ConnectionStatus) => void) {
  const client = useQueryClient();
  const { t } = useMessages();
  const mutationKey = ['connect', person.uid];
  const mutation = useMutation({
    mutationKey,
    mutationFn: (action: ConnectAction) => act(person.uid, action),
    onSuccess: (status) => {
      applyStatus(client, person.uid, status);
      refreshAfter(client, person.uid);
      onDone(status);
    },
    onError: () => {
      showAlert({ type: 'Error', message: t('connect.failed'), autoClose: true });
      // Somebody else may have been faster: show what holds now.
      refreshAfter(client, person.uid);
    },
  });
  return {
    run: (action: ConnectAction) => {
      // A doubled click is one click, also before the first has been drawn, and where the person stands twice.
      if (client.isMutating({ mutationKey }) === 0) mutation.mutate(action);
    },
    pending: mutation.isPending ? mutation.variables : null,
  };
}
