import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnalyticsSettings } from '#contract/schools/analytics.endpoints.ts';
import { getAnalytics, updateAnalytics } from '#contract/schools/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';

const analyticsQuery = () => callQuery(getAnalytics, {});

/** The form's values, with origins in one line. */
type Draft = Omit<AnalyticsSettings, 'origins'> & { origins: string };
const fields = fieldsOf<Draft>();
const first: Draft = { address: '', key: '', object: 'pendo', origins: '', requiresConsent: true };

const draftOf = (settings: AnalyticsSettings | null): Draft =>
  settings === null ? first : { ...settings, origins: settings.origins.join(' ') };
const settingsOf = ({
  address,
  key,
  object,
  origins,
  requiresConsent,
}: Draft): AnalyticsSettings => ({
  address: address.trim(),
  key: key.trim(),
  object: object.trim(),
  origins: origins.split(/[\s,]+/).filter(Boolean),
  requiresConsent,
});

/** The analytics script, for admins. It is off until set up. */
export function AnalyticsCard() {
  return (
    <QueryBoundary query={useQuery(analyticsQuery())} skeleton={['h-40']}>
      {({ settings }) => <AnalyticsForm stored={settings} />}
    </QueryBoundary>
  );
}

function AnalyticsForm({ stored }: { stored: AnalyticsSettings | null }) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(stored !== null);
  const save = useAction(
    (settings: AnalyticsSettings | null) => call(updateAnalytics, { settings }),
    {
      updates: analyticsQuery().queryKey,
      success: t('analytics.saved'),
      undo: (_, before) => before?.settings,
      onSuccess({ settings }) {
        setOpen(settings !== null);
        if (settings !== null) form.reset(draftOf(settings));
      },
      isQuiet: isOpen,
    },
  );
  const form = useForm<Draft>({
    defaultValues: draftOf(stored),
    validate: ({ address }) => ({
      address: /^https:\/\/\S*\{key\}\S*$/.test(address.trim())
        ? undefined
        : t('analytics.addressWrong', { key: '{key}' }),
    }),
    save: (draft) => save.runAsync(settingsOf(draft)),
  });
  function put(isOn: boolean) {
    setOpen(isOn);
    if (!isOn && stored !== null) save.run(null);
  }
  return (
    <Card title={t('analytics.title')} description={t('analytics.body')}>
      <Switch label={t('analytics.on')} isOn={isOpen} onChange={put} />
      {isOpen && (
        <Form form={form} className="mt-4 grid gap-4 border-t border-line pt-4">
          <fields.TextField
            name="address"
            label={t('analytics.address')}
            description={t('analytics.addressBody', { key: '{key}' })}
            dir="ltr"
            placeholder="https://cdn.example/agent/{key}/agent.js"
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <fields.TextField name="key" label={t('analytics.key')} dir="ltr" />
            <fields.TextField name="object" label={t('analytics.object')} dir="ltr" />
          </div>
          <fields.TextField
            name="origins"
            label={t('analytics.origins')}
            description={t('analytics.originsBody')}
            dir="ltr"
            placeholder="https://data.example"
          />
          <fields.Switch
            name="requiresConsent"
            label={t('analytics.requiresConsent')}
            description={t('analytics.requiresConsentBody')}
          />
          <FormError form={form} />
          <div>
            <SubmitButton form={form}>{t('analytics.save')}</SubmitButton>
          </div>
        </Form>
      )}
    </Card>
  );
}
