import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getPaymentSettings, updatePaymentSettings } from '#contract/payments/calls.ts';
import { paymentLimits } from '#contract/payments/limits.ts';
import type { PaymentSettings } from '#contract/payments/staff.endpoints.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../../kit/form.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { paymentSettings } from '../payments.data.ts';
import { PaymentReport } from './payment-report.tsx';
import english from '../messages/en.json';

addEnglish(english);

interface Draft {
  stripe: boolean;
  key: string;
  webhookSecret: string;
  account: string;
  desk: boolean;
  invoice: boolean;
  school: boolean;
}
const { TextField, PasswordField, Switch } = fieldsOf<Draft>();

/** How people can pay at the school's clubs, and what clubs took in. */
export function PaymentsSection() {
  const { t } = useMessages();
  const [part, setPart] = useState<'report' | 'settings'>('report');
  return (
    <div className="grid gap-5">
      <div>
        <Segmented
          label={t('payments.title')}
          value={part}
          options={[
            { value: 'report', label: t('payments.report') },
            { value: 'settings', label: t('payments.settings') },
          ]}
          onChange={setPart}
        />
      </div>
      {part === 'report' ? <PaymentReport /> : <Settings />}
    </div>
  );
}

function Settings() {
  const settings = useQuery(paymentSettings());
  return (
    <QueryBoundary query={settings} isEmpty={() => false} skeleton={['h-72', 'h-40']}>
      {(data) => <SettingsForm key={data.version} settings={data} />}
    </QueryBoundary>
  );
}

function SettingsForm({ settings }: { settings: PaymentSettings }) {
  const { t } = useMessages();
  const form = useForm<Draft, PaymentSettings>({
    defaultValues: {
      stripe: settings.stripe.isOn,
      key: '',
      webhookSecret: '',
      account: settings.stripe.account ?? '',
      desk: settings.desk.isOn,
      invoice: settings.invoice.isOn,
      school: settings.school.isOn,
    },
    validate: ({ account }) => ({
      account:
        account.trim() === '' || /^acct_\w{1,60}$/u.test(account.trim())
          ? undefined
          : t('payments.accountWrong'),
    }),
    save: ({ stripe, key, webhookSecret, account, desk, invoice, school }) =>
      call(updatePaymentSettings, {
        version: settings.version,
        stripe: {
          isOn: stripe,
          account: account.trim() === '' ? null : account.trim(),
          ...(key.trim() !== '' && { key: key.trim() }),
          ...(webhookSecret.trim() !== '' && { webhookSecret: webhookSecret.trim() }),
        },
        desk: { isOn: desk },
        invoice: { isOn: invoice },
        school: { isOn: school },
      }),
    invalidates: [getPaymentSettings],
    success: t('payments.settingsSaved'),
  });
  return (
    <Form form={form}>
      <div className="grid max-w-2xl gap-5">
        <Card title={t('payments.stripe')} description={t('payments.stripeBody')}>
          <div className="grid gap-4">
            <Switch name="stripe" label={t('payments.stripeOn')} />
            <PasswordField
              name="key"
              label={t('payments.key')}
              description={
                settings.stripe.keyHint === null
                  ? t('payments.keyNone')
                  : t('payments.keyStored', { hint: settings.stripe.keyHint })
              }
              autoComplete="off"
              maxLength={paymentLimits.key}
            />
            <PasswordField
              name="webhookSecret"
              label={t('payments.webhookSecret')}
              description={t(
                settings.stripe.hasWebhookSecret
                  ? 'payments.webhookStored'
                  : 'payments.webhookNone',
              )}
              autoComplete="off"
              maxLength={paymentLimits.key}
            />
            <CopyField label={t('payments.webhookUrl')} value={settings.stripe.webhookUrl} />
            <TextField
              name="account"
              label={t('payments.account')}
              description={t('payments.accountHint')}
              dir="ltr"
              maxLength={70}
            />
          </div>
        </Card>
        <Card title={t('payments.otherWays')}>
          <div className="grid gap-3">
            <Switch
              name="desk"
              label={t('payments.way_desk')}
              description={t('payments.deskAbout', { hours: settings.desk.holdHours })}
            />
            <Switch
              name="invoice"
              label={t('payments.way_invoice')}
              description={t('payments.invoiceAbout', {
                days: Math.round(settings.invoice.holdHours / 24),
              })}
            />
            <Switch
              name="school"
              label={t('payments.way_school')}
              description={t('payments.schoolAbout')}
            />
          </div>
        </Card>
        <FormError form={form} />
        <div>
          <SubmitButton form={form}>{t('payments.save')}</SubmitButton>
        </div>
      </div>
    </Form>
  );
}
