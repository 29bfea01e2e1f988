import { useMutation, useQuery } from '@tanstack/react-query';
import { EyeOff, Flag } from 'lucide-react';
import { useState } from 'react';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { nameOf } from '../people/person.ts';
import { ReportDialog } from './report-dialog.tsx';

/** People one has blocked, to let them back or to report them: elsewhere one no longer meets them. */
export function BlockedCard() {
  const messages = useMessages();
  const { t, ago } = messages;
  const { data } = useQuery(callQuery('GET /api/v1/blocks', {}));
  // Whom the dialog is about; it keeps the name while it closes.
  const [reported, setReported] = useState({ uid: '', name: '', isOpen: false });
  const unblock = useMutation({
    mutationFn: ({ uid }: { uid: string; name: string }) =>
      call('DELETE /api/v1/blocks/{uid}', { uid }),
    onSuccess(_, { name }) {
      void queryClient.invalidateQueries();
      showToast({ message: t('safety.unblocked', { name }) });
    },
    onError: (error) =>
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true }),
  });
  if (data === undefined) return null;
  return (
    <Card title={t('safety.blockedPeople')} description={t('safety.blockedBody')}>
      {data.items.length === 0 ? (
        <p className="text-ink-2">{t('safety.nobody')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.items.map((person) => {
            const name = person.isShown ? nameOf(person) : t('safety.notShown');
            return (
              <li key={person.uid} className="flex min-h-16 flex-wrap items-center gap-3 py-2">
                {person.isShown ? (
                  <Avatar name={name} photoUrl={person.photoUrl} size={2.5} />
                ) : (
                  <span className="grid size-10 shrink-0 place-items-center rounded-full bg-fill-2 text-ink-2">
                    <EyeOff size={18} strokeWidth={1.9} aria-hidden />
                  </span>
                )}
                <span className="grid min-w-40 flex-1">
                  <span className="page-start truncate font-medium" dir="auto">
                    {name}
                  </span>
                  <span className="text-sm text-ink-2">
                    {t('safety.since', { when: ago(person.since) })}
                  </span>
                </span>
                <span className="ms-auto flex gap-2">
                  <Button
                    variant="quiet"
                    icon={Flag}
                    label={t('safety.reportTitle', { name })}
                    onClick={() => setReported({ uid: person.uid, name, isOpen: true })}
                  >
                    {t('safety.report')}
                  </Button>
                  <Button
                    variant="outline"
                    label={t('safety.unblockNamed', { name })}
                    isPending={unblock.isPending && unblock.variables.uid === person.uid}
                    onClick={() => unblock.mutate({ uid: person.uid, name })}
                  >
                    {t('safety.unblock')}
                  </Button>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <ReportDialog
        key={reported.uid}
        {...reported}
        onClose={() => setReported((one) => ({ ...one, isOpen: false }))}
      />
    </Card>
  );
}
