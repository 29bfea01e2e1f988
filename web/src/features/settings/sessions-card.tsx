import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, LogOut } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, preloadDialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { sessionsQuery } from './settings.data.ts';

/** Own sessions, each with an end; and the end of all. */
export function SessionsCard() {
  const messages = useMessages();
  const { t, ago, date } = messages;
  const client = useQueryClient();
  const sessions = useQuery(sessionsQuery());
  const [isAsking, setAsking] = useState(false);

  const fail = (error: unknown) =>
    showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true });
  const end = useMutation({
    mutationFn: (id: string) => call('DELETE /api/v1/sessions/{id}', { id }),
    onSuccess: () => showToast({ message: t('account.ended') }),
    onError: fail,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  });
  const endAll = useMutation({
    mutationFn: () => call('POST /api/v1/sessions/end-all', { keepCurrent: false }),
    onSuccess: () => window.location.assign(paths.login),
    onError(error) {
      setAsking(false);
      fail(error);
    },
  });

  const items = sessions.data?.items.filter((item) => item.id !== end.variables || !end.isPending);
  return (
    <Card title={t('account.sessions')} description={t('account.sessionsBody')}>
      {items === undefined && sessions.error && (
        <ErrorState
          isSmall
          error={sessions.error}
          isRetrying={sessions.isFetching}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {items === undefined && !sessions.error && (
        <Loading className="grid gap-3">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </Loading>
      )}
      {items && (
        <ul className="grid divide-y divide-line">
          {items.map((item) => (
            <li key={item.id} className="flex items-center gap-3 py-3 first:pt-0">
              <span className="grid size-10 shrink-0 place-items-center rounded-full bg-fill text-ink-2">
                <Laptop size={20} strokeWidth={1.75} aria-hidden />
              </span>
              <div className="min-w-0 flex-1">
                <p className="font-medium">{item.device}</p>
                <p className="text-sm text-ink-2">
                  {item.isCurrent ? (
                    <span className="font-medium text-good">{t('account.thisDevice')}</span>
                  ) : (
                    t('account.lastSeen', { when: ago(item.lastSeenAt) })
                  )}
                  {' • '}
                  {t('account.since', { date: date(item.createdAt) })}
                </p>
              </div>
              {!item.isCurrent && (
                <Button
                  size="sm"
                  label={t('account.endNamed', { device: item.device })}
                  onClick={() => end.mutate(item.id)}
                >
                  {t('account.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {items?.length === 1 && <p className="pb-1 text-sm text-ink-2">{t('account.onlyThis')}</p>}
      <Button
        icon={LogOut}
        className="mt-3"
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setAsking(true)}
      >
        {t('account.everywhere')}
      </Button>
      <Dialog
        role="alertdialog"
        size="sm"
        title={t('account.everywhere')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t('account.cancel')}</Button>
            <Button variant="danger" isPending={endAll.isPending} onClick={() => endAll.mutate()}>
              {t('account.everywhere')}
            </Button>
          </>
        }
      >
        <p>{t('account.everywhereBody')}</p>
      </Dialog>
    </Card>
  );
}
