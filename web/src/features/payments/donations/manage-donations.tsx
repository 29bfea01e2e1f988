import { useQuery } from '@tanstack/react-query';
import { decimalText, minorUnits } from '#contract/finances/money.ts';
import { getDonations, updateDonations } from '#contract/payments/calls.ts';
import type { Donations } from '#contract/payments/donations.endpoints.ts';
import { paymentLimits } from '#contract/payments/limits.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../../kit/form.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/card.tsx';
import { donationQuery } from '../payments.data.ts';

interface Draft {
  isOn: boolean;
  purpose: string;
  /** Amounts, separated by spaces or semicolons. */
  suggested: string;
  min: string;
  max: string;
  /** Empty for the main account. */
  account: string;
}
const { Select, Switch, TextArea, TextField } = fieldsOf<Draft>();

/** The donation settings of a club for its officers. */
export function ManageDonations({ club }: { club: string }) {
  const donations = useQuery(donationQuery(club));
  return (
    <QueryBoundary query={donations} isEmpty={() => false} skeleton={['h-96']}>
      {(data) => <DonationForm key={data.version} club={club} donations={data} />}
    </QueryBoundary>
  );
}

/** Returns the amounts in a text in minor units. Null if one isn't an amount. */
const amountsIn = (text: string, currency: string): number[] | null => {
  const amounts = text
    .split(/[\s;]+/u)
    .filter((one) => one !== '')
    .map((one) => minorUnits(one, currency));
  return amounts.every((one) => one !== null) ? amounts : null;
};

function DonationForm({ club, donations }: { club: string; donations: Donations }) {
  const { t } = useMessages();
  const { currency } = donations.min;
  const form = useForm<Draft, Donations>({
    defaultValues: {
      isOn: donations.isOn,
      purpose: donations.purpose,
      suggested: donations.suggested.map(decimalText).join(' '),
      min: decimalText(donations.min),
      max: donations.max === null ? '' : decimalText(donations.max),
      account: donations.account ?? '',
    },
    validate: ({ suggested, min, max }) => {
      const least = minorUnits(min, currency);
      const most = max.trim() === '' ? null : minorUnits(max, currency);
      const amounts = amountsIn(suggested, currency);
      return {
        min: least === null || least < 1 ? t('payments.amountWrong') : undefined,
        max:
          max.trim() !== '' && (most === null || most < (least ?? 0))
            ? t('payments.donationMaxWrong')
            : undefined,
        suggested:
          amounts === null ||
          amounts.length > paymentLimits.suggestedDonations ||
          amounts.some((one) => one < (least ?? 1) || (most !== null && one > most))
            ? t('payments.suggestedWrong', { max: paymentLimits.suggestedDonations })
            : undefined,
      };
    },
    save: ({ isOn, purpose, suggested, min, max, account }) => {
      const money = (amount: number) => ({ amount, currency });
      return call(updateDonations, {
        id: club,
        version: donations.version,
        isOn,
        purpose: purpose.trim(),
        suggested: (amountsIn(suggested, currency) ?? []).map(money),
        min: money(minorUnits(min, currency) ?? 0),
        max: max.trim() === '' ? null : money(minorUnits(max, currency) ?? 0),
        account: account === '' ? null : account,
      });
    },
    invalidates: [getDonations],
    success: t('payments.settingsSaved'),
  });
  return (
    <Form form={form}>
      <div className="grid max-w-2xl gap-5">
        <Card title={t('payments.donations')} description={t('payments.donationsIntro')}>
          <div className="grid gap-4">
            <Switch name="isOn" label={t('payments.acceptDonations')} />
            <TextArea
              name="purpose"
              label={t('payments.donationPurpose')}
              maxLength={paymentLimits.donationPurpose}
              rows={3}
            />
            <TextField
              name="suggested"
              label={t('payments.suggestedAmounts', { currency })}
              description={t('payments.suggestedHint')}
              inputMode="text"
              dir="ltr"
              maxLength={120}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                name="min"
                label={t('payments.donationMinField', { currency })}
                inputMode="decimal"
                dir="ltr"
                maxLength={18}
              />
              <TextField
                name="max"
                label={t('payments.donationMaxField', { currency })}
                description={t('payments.donationMaxHint')}
                inputMode="decimal"
                dir="ltr"
                maxLength={18}
              />
            </div>
            {donations.accounts.length > 0 && (
              <Select
                name="account"
                label={t('payments.donationAccount')}
                options={[
                  { value: '', label: t('payments.mainAccount') },
                  ...donations.accounts.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            )}
          </div>
        </Card>
        <FormError form={form} />
        <div className="flex">
          <SubmitButton form={form}>{t('payments.save')}</SubmitButton>
        </div>
      </div>
    </Form>
  );
}
