import { useMutation, useQuery } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoints.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';

const changeCall = 'PATCH /api/v1/chat/privacy';
const privacyOfChat = callQuery('GET /api/v1/chat/privacy', {});

/** What others see in chat of somebody: whether they are there and write, and what they have read. */
export function PresenceCard() {
  const messages = useMessages();
  const { t } = messages;
  const { data, error, isFetching, refetch } = useQuery(privacyOfChat);
  const keep = useMutation({
    mutationFn: (change: InputOf<typeof changeCall>) => call(changeCall, change),
    onSuccess(kept) {
      queryClient.setQueryData(privacyOfChat.queryKey, kept);
      showToast({ message: t('chatSettings.saved') });
    },
    onError: (failed) =>
      showAlert({ type: 'Error', message: errorText(failed, messages), autoClose: true }),
  });
  if (data === undefined)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Skeleton className="h-44" />
    );
  const next = keep.isPending ? keep.variables : {};
  return (
    <Card title={t('chatSettings.own')} description={t('chatSettings.ownBody')}>
      <div className="grid gap-2">
        <Switch
          label={t('chatSettings.presence')}
          isOn={next.showsPresence ?? data.showsPresence}
          onChange={(showsPresence) => keep.mutate({ showsPresence })}
        />
        <Switch
          label={t('chatSettings.receipts')}
          isOn={next.showsReceipts ?? data.showsReceipts}
          onChange={(showsReceipts) => keep.mutate({ showsReceipts })}
        />
      </div>
    </Card>
  );
}
