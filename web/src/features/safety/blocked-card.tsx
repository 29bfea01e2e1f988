import { useMutation, useQuery } from '@tanstack/react-query';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../shell/alerts.ts';
import { showToast } from '../../shell/toasts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** People one has blocked, to let them back. */
export function BlockedCard() {
  const messages = useMessages();
  const { t, ago } = messages;
  const { data } = useQuery(callQuery('GET /api/v1/blocks', {}));
  const unblock = useMutation({
    mutationFn: ({ uid }: { uid: string; name: string }) => call('DELETE /api/v1/blocks/{uid}', { uid }),
    onSuccess(_, { name }) {
      void queryClient.invalidateQueries();
      showToast({ message: t('safety.unblocked', { name }) });
    },
    onError: (error) => showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true }),
  });
  if (data === undefined) return null;
  return (
    <Card title={t('safety.blockedPeople')} description={t('safety.blockedBody')}>
      {data.items.length === 0 ? (
        <p className="text-ink-2">{t('safety.nobody')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.items.map((person) => {
            const name = `${person.firstName} ${person.lastName}`.trim();
            return (
              <li key={person.uid} className="flex min-h-16 items-center gap-3 py-2">
                <Avatar name={name} photoUrl={person.photoUrl} size={2.5} />
                <span className="grid min-w-0 flex-1">
                  <span className="truncate font-medium" dir="auto">
                    {name}
                  </span>
                  <span className="text-sm text-ink-2">{t('safety.since', { when: ago(person.since) })}</span>
                </span>
                <Button
                  variant="outline"
                  label={t('safety.unblockNamed', { name })}
                  isPending={unblock.isPending && unblock.variables.uid === person.uid}
                  onClick={() => unblock.mutate({ uid: person.uid, name })}
                >
                  {t('safety.unblock')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
