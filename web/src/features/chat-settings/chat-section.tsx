import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChatPolicy } from '#contract/chat-settings.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { school, useSchool } from '../../lib/school.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';

const policyQuery = callQuery('GET /api/v1/chat/policy', {});

/** What the school says of chat: who may write to whom, where Message leads, how long messages are kept. Each choice holds at once. */
export function ChatSection() {
  const { t } = useMessages();
  usePageTitle(t('chatSettings.title'));
  const { data, error, isFetching, refetch } = useQuery(policyQuery);
  if (data !== undefined)
    return (
      <div className="grid gap-4">
        <PolicyCards policy={data} />
      </div>
    );
  return error ? (
    <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  ) : (
    <Loading className="grid gap-4">
      <Skeleton className="h-56" />
      <Skeleton className="h-36" />
      <Skeleton className="h-44" />
    </Loading>
  );
}

/** Days that are offered; another number that stands is offered too. */
const offered = [30, 90, 180, 365, 730, 1_825];

function PolicyCards({ policy }: { policy: ChatPolicy }) {
  const messages = useMessages();
  const { t } = messages;
  const [asked, setAsked] = useState<number | null>(null);
  const keep = useMutation({
    mutationFn: ({ next }: { next: ChatPolicy; before?: ChatPolicy }) =>
      call('PUT /api/v1/chat/policy', next),
    onSuccess(kept, { before }) {
      queryClient.setQueryData(policyQuery.queryKey, kept);
      const undo = before && {
        action: { label: t('chatSettings.undo'), run: () => keep.mutate({ next: before }) },
      };
      showToast({ message: t('chatSettings.saved'), ...undo });
    },
    onError: (failed) =>
      showAlert({ type: 'Error', message: errorText(failed, messages), autoClose: true }),
  });
  const shown = keep.isPending ? keep.variables.next : policy;
  const change = (part: Partial<ChatPolicy>) =>
    keep.mutate({ next: { ...shown, ...part }, before: policy });
  /** Keeping less is asked about: what is removed does not come back, so that there is nothing to undo either. */
  const changeDays = (keepDays: number | null) => {
    if (keepDays !== null && (shown.keepDays === null || keepDays < shown.keepDays))
      setAsked(keepDays);
    else change({ keepDays });
  };
  const days = [
    ...new Set([...offered, ...(shown.keepDays === null ? [] : [shown.keepDays])]),
  ].toSorted((a, b) => a - b);
  return (
    <>
      <Card title={t('chatSettings.who')} description={t('chatSettings.whoBody')}>
        <div className="grid gap-5">
          <Select<ChatPolicy['who']>
            label={t('chatSettings.between')}
            value={shown.who}
            onChange={(who) => change({ who })}
            options={(['connections', 'groups', 'anyone'] as const).map((value) => ({
              value,
              label: t(`chatSettings.who_${value}`),
            }))}
          />
          {shown.who !== 'anyone' && (
            <Switch
              label={t('chatSettings.requests')}
              description={t('chatSettings.requestsBody')}
              isOn={shown.requests}
              onChange={(requests) => change({ requests })}
            />
          )}
        </div>
      </Card>
      <ButtonCard />
      <Card title={t('chatSettings.keep')} description={t('chatSettings.keepBody')}>
        <Select
          label={t('chatSettings.keepFor')}
          value={String(shown.keepDays ?? '')}
          onChange={(value) => changeDays(value === '' ? null : Number(value))}
          options={[
            { value: '', label: t('chatSettings.keepAlways') },
            ...days.map((count) => ({
              value: String(count),
              label: t('chatSettings.days', { count }),
            })),
          ]}
        />
      </Card>
      <Dialog
        title={t('chatSettings.sureTitle')}
        role="alertdialog"
        size="sm"
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        footer={
          <>
            <Button onClick={() => setAsked(null)}>{t('chatSettings.cancel')}</Button>
            <Button
              variant="danger"
              onClick={() => {
                keep.mutate({ next: { ...shown, keepDays: asked } });
                setAsked(null);
              }}
            >
              {t('chatSettings.sureYes')}
            </Button>
          </>
        }
      >
        {asked !== null && <p className="text-ink-2">{t('chatSettings.sure', { count: asked })}</p>}
      </Dialog>
    </>
  );
}

/** Where Message leads outside a host's page. */
function ButtonCard() {
  const messages = useMessages();
  const { t } = messages;
  const { messageStandalone } = useSchool().config;
  const keep = useMutation({
    mutationFn: (next: boolean) =>
      call('PUT /api/v1/school/messaging', { messageStandalone: next }),
    onSuccess(kept) {
      const now = school.get();
      if (now) school.set({ ...now, config: { ...now.config, ...kept } });
      showToast({ message: t('chatSettings.saved') });
    },
    onError: (failed) =>
      showAlert({ type: 'Error', message: errorText(failed, messages), autoClose: true }),
  });
  return (
    <Card title={t('chatSettings.button')} description={t('chatSettings.buttonBody')}>
      <Switch
        label={t('chatSettings.standalone')}
        description={t('chatSettings.standaloneBody')}
        isOn={keep.isPending ? keep.variables : messageStandalone}
        onChange={(next) => keep.mutate(next)}
      />
    </Card>
  );
}
