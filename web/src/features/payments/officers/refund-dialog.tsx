import { useState } from 'react';
import { decimalText, minorUnits } from '#contract/finances/money.ts';
import { refundOrder } from '#contract/payments/calls.ts';
import { paymentLimits } from '#contract/payments/limits.ts';
import type { Order } from '#contract/payments/shapes.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { staleOrders } from '../payments.data.ts';

interface Draft {
  amount: string;
  reason: string;
  restocks: boolean;
}
const { TextField, TextArea, Switch } = fieldsOf<Draft>();

/** Refunds a part or all of an order. It proposes what the buyer asked for. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, locale } = useMessages();
  const { refundable } = order;
  const request = order.refundRequests.find(({ state }) => state === 'open');
  const asked =
    request === undefined || request.lines.length === 0
      ? order.lines.map(({ id, quantity, restocked }) => ({
          line: id,
          quantity: quantity - restocked,
        }))
      : request.lines;
  const [initial] = useState<Draft>(() => {
    const sum = asked.reduce((total, { line, quantity }) => {
      const found = order.lines.find(({ id }) => id === line);
      return found === undefined
        ? total
        : total + Math.floor((found.total.amount * quantity) / found.quantity);
    }, 0);
    return {
      amount: decimalText({ ...refundable, amount: Math.min(sum, refundable.amount) }),
      reason: '',
      restocks: true,
    };
  });
  const amountOf = ({ amount }: Pick<Draft, 'amount'>) => {
    const minor = minorUnits(amount, refundable.currency);
    return minor === null || minor < 1 || minor > refundable.amount ? null : minor;
  };
  const hasStock = order.lines.some(({ kind }) => kind === 'product');
  return (
    <FormDialog<Draft>
      title={t('payments.refundTitle', { number: order.number })}
      submitLabel={(draft) => {
        const minor = amountOf(draft);
        return minor === null
          ? t('payments.refund')
          : t('payments.refundAmount', {
              amount: moneyText(locale, { ...refundable, amount: minor }),
            });
      }}
      defaultValues={initial}
      isComplete={({ amount, reason }) => amount.trim() !== '' && reason.trim() !== ''}
      validate={(draft) => ({
        amount:
          amountOf(draft) === null
            ? t('payments.refundWrong', { max: moneyText(locale, refundable) })
            : undefined,
      })}
      save={(draft, clientId) =>
        call(refundOrder, {
          id: order.id,
          clientId,
          amount: { amount: amountOf(draft) ?? 0, currency: refundable.currency },
          reason: draft.reason.trim(),
          ...(draft.restocks &&
            hasStock && { restock: asked.filter(({ quantity }) => quantity > 0) }),
        })
      }
      invalidates={staleOrders}
      success={t('payments.refundSent')}
      onClose={onClose}
    >
      <TextField
        name="amount"
        label={t('payments.amount', { currency: refundable.currency })}
        description={t('payments.refundOf', { max: moneyText(locale, refundable) })}
        inputMode="decimal"
        dir="ltr"
        maxLength={18}
      />
      {hasStock && <Switch name="restocks" label={t('payments.restock')} />}
      <TextArea
        name="reason"
        label={t('payments.toBuyer')}
        maxLength={paymentLimits.reason}
        rows={3}
      />
      <p className="text-sm text-ink-2">{t('payments.refundFinal')}</p>
    </FormDialog>
  );
}
