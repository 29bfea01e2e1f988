import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { financeLimits as limits, payAddress } from '#contract/finances/limits.ts';
import type { FinanceSettings } from '#contract/finances/staff.endpoints.ts';
import {
  createPaymentKey,
  getFinanceSettings,
  updateFinanceSettings,
} from '#contract/finances/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { SecretDialog } from '../../kit/secret-dialog.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ContactFields, type Contact } from './contact-fields.tsx';
import { settingsQuery } from './finances.data.ts';

interface Draft extends Contact {
  currency: string;
  payUrl: string;
  version: number;
}
const { TextField } = fieldsOf<Draft>();

const draftOf = (settings: FinanceSettings): Draft => ({
  currency: settings.currency,
  payUrl: settings.payUrl ?? '',
  contactName: settings.contactName,
  contactEmail: settings.contactEmail,
  contactPhone: settings.contactPhone,
  bookingOffice: settings.bookingOffice?.id ?? '',
  version: settings.version,
});

/** The payment page, the currency and the contact for students. */
export function FinanceSettingsForm() {
  const query = useQuery(settingsQuery());
  return (
    <QueryBoundary query={query} isEmpty={() => false} skeleton={['h-72', 'h-40']}>
      {(settings) => (
        <div className="grid max-w-2xl gap-5">
          <SettingsForm key={settings.version} settings={settings} />
          <KeyCard settings={settings} />
        </div>
      )}
    </QueryBoundary>
  );
}

function SettingsForm({ settings }: { settings: FinanceSettings }) {
  const { t } = useMessages();
  const form = useForm<Draft, FinanceSettings>({
    defaultValues: draftOf(settings),
    validate: ({ payUrl, currency }) => ({
      payUrl:
        payUrl.trim() === '' || payAddress(payUrl.trim()) !== null
          ? undefined
          : t('financesAdmin.payUrlWrong'),
      currency: /^[a-z]{3}$/i.test(currency.trim()) ? undefined : t('financesAdmin.currencyWrong'),
    }),
    save: ({ payUrl, currency, bookingOffice, ...draft }) =>
      call(updateFinanceSettings, {
        ...draft,
        currency: currency.trim().toUpperCase(),
        payUrl: payUrl.trim() === '' ? null : payUrl.trim(),
        bookingOffice: bookingOffice === '' ? null : bookingOffice,
      }),
    savedValues: (_, reply) => draftOf(reply),
    success: t('financesAdmin.saved'),
    invalidates: [getFinanceSettings],
  });
  return (
    <Form form={form} isGuarded>
      <Card title={t('financesAdmin.payTitle')} description={t('financesAdmin.payBody')}>
        <div className="grid gap-4">
          <TextField
            name="payUrl"
            label={t('financesAdmin.payUrl')}
            description={t('financesAdmin.payUrlBody')}
            inputMode="url"
            dir="ltr"
            maxLength={limits.url}
          />
          <TextField
            name="currency"
            label={t('financesAdmin.currency')}
            description={t('financesAdmin.currencyBody')}
            dir="ltr"
            maxLength={3}
          />
        </div>
      </Card>
      <Card title={t('financesAdmin.contactTitle')}>
        <div className="grid gap-4">
          <ContactFields offices={settings.offices} />
        </div>
      </Card>
      <FormError form={form} />
      <div>
        <SubmitButton form={form}>{t('financesAdmin.saveSettings')}</SubmitButton>
      </div>
    </Form>
  );
}

/** The signing key for references to the payment page. */
function KeyCard({ settings: { keyHint } }: { settings: FinanceSettings }) {
  const { t } = useMessages();
  const [secret, setSecret] = useState<string | null>(null);
  const make = useAction(() => call(createPaymentKey, {}), {
    confirm: () =>
      keyHint === null
        ? null
        : {
            title: t('financesAdmin.keyRenewTitle'),
            body: t('financesAdmin.keyRenewBody'),
            confirmLabel: t('financesAdmin.keyRenew'),
            isDanger: true,
          },
    invalidates: [getFinanceSettings],
    onSuccess: ({ key }) => setSecret(key),
  });
  return (
    <Card title={t('financesAdmin.keyTitle')}>
      <div className="grid gap-3">
        <p className="text-ink-2 text-pretty">
          {keyHint === null ? (
            t('financesAdmin.keyNone')
          ) : (
            <span dir="auto">{t('financesAdmin.keyIs', { hint: keyHint })}</span>
          )}
        </p>
        <Button
          icon={KeyRound}
          className="justify-self-start"
          isPending={make.isPending}
          onClick={() => make.run()}
        >
          {t(keyHint === null ? 'financesAdmin.keyMake' : 'financesAdmin.keyRenew')}
        </Button>
      </div>
      {secret !== null && (
        <SecretDialog
          title={t('financesAdmin.keyMade')}
          body={t('financesAdmin.keyMadeBody')}
          label={t('financesAdmin.keyTitle')}
          done={t('financesAdmin.keyDone')}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </Card>
  );
}
