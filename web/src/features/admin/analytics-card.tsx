import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { AnalyticsSettings } from '#contract/analytics.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';

const analyticsQuery = () => callQuery('GET /api/v1/school/analytics', {});
const first: AnalyticsSettings = { address: '', key: '', object: 'pendo', origins: [], asks: true };

/** Whose script counts visits, for those who run the campus. Off until it is filled in. */
export function AnalyticsCard() {
  const { data, error, isFetching, refetch } = useQuery(analyticsQuery());
  if (data === undefined)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Skeleton className="h-40" />
    );
  return <AnalyticsForm stored={data.settings} />;
}

function AnalyticsForm({ stored }: { stored: AnalyticsSettings | null }) {
  const messages = useMessages();
  const { t } = messages;
  const [isOpen, setOpen] = useState(stored !== null);
  const [form, setForm] = useState(stored ?? first);
  const [origins, setOrigins] = useState(form.origins.join(' '));
  const [wasTried, setTried] = useState(false);
  const keep = useMutation({
    mutationFn: ({
      settings,
    }: {
      settings: AnalyticsSettings | null;
      before?: AnalyticsSettings | null;
    }) => call('PUT /api/v1/school/analytics', { settings }),
    onSuccess(next, { before }) {
      queryClient.setQueryData(analyticsQuery().queryKey, next);
      setOpen(next.settings !== null);
      if (next.settings !== null) setForm(next.settings);
      const undo = before !== undefined && {
        action: { label: t('privacy.undo'), run: () => keep.mutate({ settings: before }) },
      };
      showToast({ message: t('analytics.saved'), ...undo });
    },
    onError: (error) =>
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true }),
  });
  const addressError = /^https:\/\/\S*\{key\}\S*$/.test(form.address)
    ? undefined
    : t('analytics.addressWrong', { key: '{key}' });
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (addressError !== undefined) return;
    keep.mutate({
      settings: { ...form, origins: origins.split(/[\s,]+/).filter(Boolean) },
      before: stored,
    });
  }
  function put(isOn: boolean) {
    setOpen(isOn);
    if (!isOn && stored !== null) keep.mutate({ settings: null, before: stored });
  }
  return (
    <Card title={t('analytics.title')} description={t('analytics.body')}>
      <Switch label={t('analytics.on')} isOn={isOpen} onChange={put} />
      {isOpen && (
        <form noValidate onSubmit={submit} className="mt-4 grid gap-4 border-t border-line pt-4">
          <TextField
            label={t('analytics.address')}
            description={t('analytics.addressBody', { key: '{key}' })}
            dir="ltr"
            placeholder="https://cdn.example/agent/{key}/agent.js"
            error={wasTried ? addressError : undefined}
            value={form.address}
            onChange={(address) => setForm({ ...form, address: address.trim() })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={t('analytics.key')}
              dir="ltr"
              value={form.key}
              onChange={(key) => setForm({ ...form, key: key.trim() })}
            />
            <TextField
              label={t('analytics.object')}
              dir="ltr"
              value={form.object}
              onChange={(object) => setForm({ ...form, object: object.trim() })}
            />
          </div>
          <TextField
            label={t('analytics.origins')}
            description={t('analytics.originsBody')}
            dir="ltr"
            placeholder="https://data.example"
            value={origins}
            onChange={setOrigins}
          />
          <Switch
            label={t('analytics.asks')}
            description={t('analytics.asksBody')}
            isOn={form.asks}
            onChange={(asks) => setForm({ ...form, asks })}
          />
          <Button
            type="submit"
            variant="primary"
            isPending={keep.isPending}
            className="justify-self-start"
          >
            {t('analytics.save')}
          </Button>
        </form>
      )}
    </Card>
  );
}
