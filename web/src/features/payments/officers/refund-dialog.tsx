import { useState } from 'react';
import { decimalText, minorUnits } from '#contract/finances/money.ts';
import { refundOrder } from '#contract/payments/calls.ts';
import { paymentLimits } from '#contract/payments/limits.ts';
import type { Order } from '#contract/payments/shapes.ts';
import { fieldsOf, useField } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { moneyText } from '../../../lib/money-text.ts';
import { Select } from '../../../ui/select.tsx';
import { lineTitle } from '../order/order-lines.tsx';
import { staleOrders } from '../payments.data.ts';

/** Units of each line to refund. */
type Units = Readonly<Record<string, number>>;

interface Draft {
  amount: string;
  reason: string;
  restocks: boolean;
  units: Units;
}
const { TextField, TextArea, Switch } = fieldsOf<Draft>();

type Line = Order['lines'][number];

/** Lines to refund: tickets free their spots, and products can go back into stock. */
const isByUnit = ({ kind }: Line): boolean => kind === 'ticket' || kind === 'product';
const leftOf = ({ quantity, restocked }: Line): number => quantity - restocked;
const priceOf = ({ total, quantity }: Line, units: number): number =>
  Math.floor((total.amount * units) / quantity);

/** Returns what these units cost, at most what can be refunded. */
const amountFor = ({ lines, refundable }: Order, units: Units): string => {
  const sum = lines.reduce((total, line) => total + priceOf(line, units[line.id] ?? 0), 0);
  return decimalText({ ...refundable, amount: Math.min(sum, refundable.amount) });
};

/** Refunds a part or all of an order. It proposes what the buyer asked for. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, locale } = useMessages();
  const { refundable } = order;
  const request = order.refundRequests.find(({ state }) => state === 'open');
  const [initial] = useState<Draft>(() => {
    const isAll = request === undefined || request.lines.length === 0;
    const units = Object.fromEntries(
      order.lines.map((line) => {
        const asked = request?.lines.find((one) => one.line === line.id)?.quantity ?? 0;
        return [line.id, isAll ? leftOf(line) : Math.min(asked, leftOf(line))];
      }),
    );
    return { amount: amountFor(order, units), reason: '', restocks: true, units };
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
          restock: order.lines
            .filter(({ kind }) => kind === 'ticket' || (kind === 'product' && draft.restocks))
            .map(({ id }) => ({ line: id, quantity: draft.units[id] ?? 0 }))
            .filter(({ quantity }) => quantity > 0),
        })
      }
      invalidates={staleOrders}
      success={t('payments.refundSent')}
      onClose={onClose}
    >
      <UnitFields order={order} />
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

/** How many units of each line are refunded. They set the amount, which the officer can change. */
function UnitFields({ order }: { order: Order }) {
  const { t, number } = useMessages();
  const { value, onChange } = useField<Units>('units');
  const { onChange: setAmount } = useField<string>('amount');
  const lines = order.lines.filter((line) => isByUnit(line) && leftOf(line) > 0);
  if (lines.reduce((sum, line) => sum + leftOf(line), 0) < 2) return null;
  return lines.map((line) => (
    <Select
      key={line.id}
      label={t('payments.unitsOf', { title: lineTitle(line, t) })}
      value={String(value[line.id] ?? 0)}
      options={Array.from({ length: leftOf(line) + 1 }, (_, count) => ({
        value: String(count),
        label: number(count),
      }))}
      onChange={(count) => {
        const units = { ...value, [line.id]: Number(count) };
        onChange(units);
        setAmount(amountFor(order, units));
      }}
    />
  ));
}
