import { feeOn } from '../payments.rules.ts';
import type { DeskMethod } from '#contract/payments/limits.ts';
import type { Context } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { postFee, postIncome } from '../orders/ledger-entries.ts';
import { addOrderEvent } from '../orders/order-events.ts';
import { eachType, referenceOf, type OrderItemTypes } from '../orders/order-items.ts';
import {
  lockOrder,
  selectLines,
  updateOrder,
  type LockedOrder,
  type PaymentRow,
} from '../orders/orders.queries.ts';
import { selectOpenPayment, selectPayment, updatePayment } from '../orders/payments.queries.ts';
import { selectProvider } from '../providers/providers.queries.ts';
import { lateReason, startRefund } from '../refunds/refunding.ts';

/** Money that a provider or an officer received. */
export interface Receipt {
  readonly amount: number;
  readonly currency: string;
  readonly externalPayment?: string | null;
  readonly method?: DeskMethod;
  readonly by: number | null;
}

/** Marks a pending order as paid and sells its items. The order must be locked. `payment` is null for an order without an amount. */
export const payLockedOrder = async (
  context: Context,
  types: OrderItemTypes,
  order: LockedOrder,
  { payment, by }: { readonly payment: PaymentRow | null; readonly by: number | null },
): Promise<void> => {
  const { db, clock } = context;
  const lines = await selectLines(db, order.id);
  await updateOrder(db, order.id, { state: 'paid', paid_at: clock.now() });
  await eachType(types, lines, (type, items) => type.fulfill(context, referenceOf(order), items));
  const open = await selectOpenPayment(db, order.id);
  // The job that checks payments ends an open session at the provider.
  if (open !== undefined && open.provider !== 'stripe')
    await updatePayment(db, open.id, { state: 'canceled' });
  if (payment !== null) {
    const { provider } = payment;
    await postIncome(context, order, {
      provider,
      title: `Order ${order.number}`,
      // Officers see who posted the transactions of their club, and buyers who pay from their school account do.
      by: order.is_anonymous && by === order.buyer_id ? null : by,
    });
    const account =
      payment.provider_id === null ? undefined : await selectProvider(db, payment.provider_id);
    const fee =
      account === undefined
        ? 0
        : feeOn(payment.amount, {
            basisPoints: account.fee_basis_points,
            fixed: account.fee_fixed,
          });
    if (fee > 0) {
      await updatePayment(db, payment.id, { fee });
      await postFee(context, order, { fee, title: `Fee of order ${order.number}`, provider });
    }
  }
  await addOrderEvent(context, order.id, 'paid', { isAutomatic: by === null });
  await emit(context, 'order_paid', { order: order.id });
};

/**
 * Settles a payment with received money, once. It pays the order if the order still waits for exactly this amount. Other money came too
 * late, twice, or in a wrong amount: it is refunded automatically, and the buyer gets a notification.
 */
export const settlePayment = async (
  context: Context,
  types: OrderItemTypes,
  id: number,
  { amount, currency, externalPayment = null, method, by }: Receipt,
): Promise<void> => {
  const { db, clock } = context;
  const known = orNotFound(await selectPayment(db, id));
  const order = orNotFound(await lockOrder(db, known.order_id));
  // Read again, because another call could have settled it before the lock.
  const payment = orNotFound(await selectPayment(db, id));
  if (payment.state === 'succeeded') return;
  const isExact = amount === payment.amount && currency === payment.currency;
  const isApplied = isExact && order.state === 'pending';
  await updatePayment(db, id, {
    state: 'succeeded',
    received: amount,
    settled_at: clock.now(),
    is_unapplied: !isApplied,
    is_processing: false,
    method: method ?? null,
    recorded_by: by,
    ...(externalPayment !== null && { external_payment: externalPayment }),
  });
  if (isApplied) {
    await payLockedOrder(context, types, order, { payment, by });
    return;
  }
  if (amount === 0) return;
  await addOrderEvent(context, order.id, 'late_payment_refunded', { isAutomatic: true });
  await startRefund(context, order, {
    payment,
    amount,
    reason: lateReason,
    by: null,
    isAutomatic: true,
  });
  await emit(context, 'order_late_payment', { order: order.id });
};
