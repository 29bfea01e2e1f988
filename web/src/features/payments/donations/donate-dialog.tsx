import { useNavigate } from '@tanstack/react-router';
import { minorUnits } from '#contract/finances/money.ts';
import { createOrder } from '#contract/payments/calls.ts';
import type { Donations } from '#contract/payments/donations.endpoints.ts';
import { paymentLimits } from '#contract/payments/limits.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { paths } from '../../../paths.ts';
import { staleOrders } from '../payments.data.ts';

interface Draft {
  /** A suggested amount in minor units, or `other`. */
  choice: string;
  amount: string;
  message: string;
  isAnonymous: boolean;
}
const { RadioGroup, TextField, TextArea, Switch } = fieldsOf<Draft>();

/** Places an order with a donation, and opens it, where the donor pays. */
export function DonateDialog({
  club,
  donations: { suggested, min, max },
  onClose,
}: {
  club: string;
  donations: Donations;
  onClose: () => void;
}) {
  const { t, locale } = useMessages();
  const navigate = useNavigate();
  const { currency } = min;
  const text = (amount: number) => moneyText(locale, { amount, currency });
  const amountOf = ({ choice, amount }: Pick<Draft, 'choice' | 'amount'>) => {
    const minor = choice === 'other' ? minorUnits(amount, currency) : Number(choice);
    return minor === null || minor < min.amount || (max !== null && minor > max.amount)
      ? null
      : minor;
  };
  const bounds =
    max === null
      ? t('payments.donationMin', { min: text(min.amount) })
      : t('payments.donationBounds', { min: text(min.amount), max: text(max.amount) });
  return (
    <FormDialog<Draft, { id: string }>
      size="sm"
      title={t('payments.donate')}
      submitLabel={(draft) => {
        const minor = amountOf(draft);
        return minor === null
          ? t('payments.donate')
          : t('payments.donateAmount', { amount: text(minor) });
      }}
      defaultValues={{
        choice: suggested[0] === undefined ? 'other' : String(suggested[0].amount),
        amount: '',
        message: '',
        isAnonymous: false,
      }}
      isComplete={({ choice, amount }) => choice !== 'other' || amount.trim() !== ''}
      validate={(draft) => ({ amount: amountOf(draft) === null ? bounds : undefined })}
      save={(draft, clientId) =>
        call(createOrder, {
          clientId,
          club,
          items: [
            {
              donation: { amount: amountOf(draft) ?? 0, currency },
              ...(draft.message.trim() !== '' && { message: draft.message.trim() }),
              isAnonymous: draft.isAnonymous,
            },
          ],
        })
      }
      invalidates={staleOrders}
      onSuccess={({ id }) => void navigate({ to: paths.order, params: { orderId: id } })}
      onClose={onClose}
    >
      {({ choice }) => (
        <>
          {suggested.length > 0 && (
            <RadioGroup
              name="choice"
              label={t('payments.donationAmount')}
              options={[
                ...suggested.map(({ amount }) => ({ value: String(amount), label: text(amount) })),
                { value: 'other', label: t('payments.donationOther') },
              ]}
            />
          )}
          {choice === 'other' && (
            <TextField
              name="amount"
              label={t('payments.amount', { currency })}
              description={bounds}
              inputMode="decimal"
              dir="ltr"
              maxLength={18}
            />
          )}
          <TextArea
            name="message"
            label={t('payments.donationMessage')}
            maxLength={paymentLimits.donationMessage}
            rows={2}
          />
          <Switch
            name="isAnonymous"
            label={t('payments.donateAnonymously')}
            description={t('payments.donateAnonymouslyHint')}
          />
        </>
      )}
    </FormDialog>
  );
}
