import { useMutation, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { Hub } from '#contract/hubs/endpoints.ts';
import { call, callQuery, queryClient } from '../lib/call.ts';
import { errorText } from '../lib/error-text.ts';
import { useMessages } from '../lib/messages.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { showAlert } from '../ui/alerts.ts';
import { HubMark } from './hub-mark.tsx';
import { menuQuery } from './menu.data.ts';
import { closeMenus } from './menus.ts';
import { showToast } from '../ui/toasts.ts';

const hubsQuery = () => callQuery('GET /api/v1/hubs', {});

/** The hubs a person belongs to, the one they are in, and none (HUB-01). */
export function SwitchHub() {
  const messages = useMessages();
  const { t } = messages;
  const { data, error, isFetching, refetch } = useQuery(hubsQuery());
  const move = useMutation({
    mutationFn: (hub: Hub | null) => call('PUT /api/v1/hubs/chosen', { hub: hub?.id ?? null }),
    async onSuccess({ chosen }, hub) {
      queryClient.setQueryData(hubsQuery().queryKey, (old) => old && { ...old, chosen });
      await queryClient.refetchQueries({ queryKey: menuQuery().queryKey });
      closeMenus();
      showToast({ message: hub ? t('hubs.moved', { name: hub.name }) : t('hubs.left') });
    },
    onError: (failed) =>
      showAlert({ type: 'Error', message: errorText(failed, messages), autoClose: true }),
  });
  const row = (hub: Hub | null) => {
    const isHere = data?.chosen === (hub?.id ?? null);
    const isMoving = move.isPending && move.variables?.id === hub?.id;
    return (
      <li key={hub?.id ?? '_'}>
        <button
          type="button"
          aria-current={isHere ? 'true' : undefined}
          aria-busy={isMoving}
          onClick={() => {
            if (isHere) closeMenus();
            else if (!move.isPending) move.mutate(hub);
          }}
          className="relative flex min-h-14 w-full items-center gap-3 overflow-hidden rounded-card px-3 py-2 text-start transition-colors duration-150 hover:bg-fill aria-[current=true]:bg-brand-soft"
        >
          <HubMark hub={hub} />
          <span className="grid min-w-0 flex-1" dir="auto">
            <span className={isHere ? 'font-bold text-brand-text' : 'font-medium'}>
              {hub?.name ?? t('hubs.none')}
            </span>
            <span className="text-sm text-ink-2">{hub ? hub.description : t('hubs.noneBody')}</span>
          </span>
          {isHere && <Check size={20} aria-hidden className="shrink-0 text-brand-text" />}
          {isMoving && <span className="pending-bar mx-3" aria-hidden />}
        </button>
      </li>
    );
  };
  return (
    <Dialog title={t('menu.switch')} isOpen onClose={closeMenus}>
      {data ? (
        <ul className="-mx-2 grid gap-1">{[...data.items, null].map(row)}</ul>
      ) : error ? (
        <ErrorState isSmall error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Loading className="grid gap-2">
          {[1, 2, 3].map((one) => (
            <Skeleton key={one} className="h-14" />
          ))}
        </Loading>
      )}
    </Dialog>
  );
}
