import * as payments from '#contract/payments/endpoints.ts';
import * as officers from '#contract/payments/officers.endpoints.ts';
import { paymentRates, type PaymentProvider } from '#contract/payments/limits.ts';
import { runOnce } from '../../../kernel/client-results.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { addOrderEvent } from '../orders/order-events.ts';
import { readManagedOrder, readSeenOrder } from '../orders/order-access.ts';
import type { OrderItemTypes } from '../orders/order-items.ts';
import {
  lockOrder,
  updateOrder,
  type LockedOrder,
  type PaymentRow,
} from '../orders/orders.queries.ts';
import {
  insertPayment,
  selectOpenPayment,
  selectPayment,
  selectPaymentByClient,
  updatePayment,
} from '../orders/payments.queries.ts';
import { paymentView } from '../orders/orders.views.ts';
import { readSetups, type ProviderSetup } from '../providers/provider-settings.ts';
import { chargeSchoolAccount } from '../providers/school-account.ts';
import { sessionEnd, unavailable } from '../providers/stripe.ts';
import { checkStripePayment, endSession } from './sessions.ts';
import { settlePayment } from './settling.ts';

/** Milliseconds after which the provider is asked about an open payment for the first time. */
const firstCheckMs = 60_000;

/** Throws unless the order waits for a payment. */
const checkPayable = (order: LockedOrder, now: Date): void => {
  if (order.state === 'paid' || order.state === 'fulfilled') throw problem('order_paid');
  if (order.state === 'canceled') throw problem('order_not_pending');
  if (order.state === 'expired' || order.expires_at <= now) throw problem('order_expired');
};

/** Stores a new payment. A school account is charged in the same transaction. */
const start = async (
  call: Call,
  types: OrderItemTypes,
  order: LockedOrder,
  {
    provider,
    setup,
    clientId,
  }: { provider: PaymentProvider; setup: ProviderSetup; clientId: string },
): Promise<number> => {
  const { db, now } = call;
  const isStripe = provider === 'stripe';
  const id = await insertPayment(db, call.schoolId, {
    order: order.id,
    provider,
    providerId: setup.row?.id ?? null,
    amount: order.total,
    currency: order.currency,
    clientId,
    returnUrl: isStripe ? `${call.origin}/orders/${order.id}` : null,
    sessionEndsAt: isStripe ? sessionEnd(order.expires_at, now) : null,
    now,
  });
  await addOrderEvent(call, order.id, 'payment_started');
  if (isStripe)
    await emit(
      call,
      'payment_check_due',
      { payment: id, asked: 0 },
      new Date(now.getTime() + firstCheckMs),
    );
  else if (provider === 'school') {
    await chargeSchoolAccount(call, order, { payment: id, amount: order.total });
    await settlePayment(call, types, id, {
      amount: order.total,
      currency: order.currency,
      by: call.me.userId,
    });
  } else {
    const expiresAt = new Date(now.getTime() + setup.holdHours * 3_600_000);
    if (expiresAt > order.expires_at) {
      await updateOrder(db, order.id, { expires_at: expiresAt });
      await emit(call, 'order_due', { order: order.id }, expiresAt);
    }
  }
  return id;
};

/** Returns a payment for the caller, who can see its order. */
const readPayment = async (call: Call, id: string): Promise<PaymentRow> => {
  const payment = orNotFound(await selectPayment(call.db, idOf(id)));
  await readSeenOrder(call, payment.order_id);
  return payment;
};

const readPaymentOutside = (
  call: Scope & Pick<Call, 'me' | 'now' | 'schoolId'>,
  id: string,
): Promise<PaymentRow> => {
  const { me, now, schoolId } = call;
  return transact(call, (context) => readPayment({ ...context, me, now, schoolId }, id), {
    readOnly: true,
  });
};

export const payingHandlers = (types: OrderItemTypes) => [
  handleWithoutTransaction(payments.payOrder, async (call, input) => {
    const { me, now, schoolId } = call;
    const { provider, clientId } = input;
    await countUse(call, `payments-pay:${me.userId}`, paymentRates.pay);
    const id = await transact(call, (context) =>
      runOnce(context, payments.payOrder, input, async () => {
        const one: Call = { ...context, me, now, schoolId };
        const seen = await readSeenOrder(one, idOf(input.id));
        const order = orNotFound(await lockOrder(one.db, seen.row.id));
        const before = await selectPaymentByClient(one.db, order.id, clientId);
        if (before !== undefined) return before.id;
        checkPayable(order, now);
        const open = await selectOpenPayment(one.db, order.id);
        if (open !== undefined) return open.id;
        // An officer can't charge the buyer's card or school account.
        if (!seen.isBuyer && provider !== 'desk' && provider !== 'invoice')
          throw problem('provider_off');
        const setup = (await readSetups(one.db, order.club_id))(provider);
        if (!setup.isOn) throw problem('provider_off');
        return start(one, types, order, { provider, setup, clientId });
      }),
    );
    const made = await readPaymentOutside(call, String(id));
    if (made.state !== 'open' || made.provider !== 'stripe' || made.url !== null)
      return paymentView(made);
    try {
      await checkStripePayment(call, types, id);
    } catch (error) {
      throw unavailable(error);
    }
    const ready = await readPaymentOutside(call, String(id));
    // The order ended while the session was created.
    if (ready.state === 'canceled') throw problem('order_expired');
    return paymentView(ready);
  }),

  handleWithoutTransaction(payments.cancelPayment, async (call, { id }) => {
    const payment = await readPaymentOutside(call, id);
    if (payment.provider === 'stripe') {
      try {
        if (!(await endSession(call, types, payment.id))) throw problem('order_paid');
      } catch (error) {
        throw unavailable(error);
      }
    } else
      await transact(call, async ({ db }) => {
        await lockOrder(db, payment.order_id);
        const now = orNotFound(await selectPayment(db, payment.id));
        if (now.state === 'open') await updatePayment(db, now.id, { state: 'canceled' });
      });
    const after = await readPaymentOutside(call, id);
    if (after.state === 'succeeded') throw problem('order_paid');
    return paymentView(after);
  }),

  handleWithoutTransaction(payments.checkPayment, async (call, { id }) => {
    await countUse(call, `payments-check:${call.me.userId}`, paymentRates.check);
    const payment = await readPaymentOutside(call, id);
    try {
      await checkStripePayment(call, types, payment.id);
    } catch (error) {
      throw unavailable(error);
    }
    return paymentView(await readPaymentOutside(call, id));
  }),

  handle(officers.recordReceipt, async (call, { id, method }) => {
    const known = await readPayment(call, id);
    const row = await readManagedOrder(call, known.order_id);
    const order = orNotFound(await lockOrder(call.db, row.id));
    const payment = orNotFound(await selectPayment(call.db, known.id));
    if (payment.provider !== 'desk' && payment.provider !== 'invoice')
      throw problem('provider_off');
    // The same receipt again.
    if (payment.state === 'succeeded') return paymentView(payment);
    checkPayable(order, call.now);
    if (payment.state !== 'open') throw problem('order_not_pending');
    await settlePayment(call, types, payment.id, {
      amount: payment.amount,
      currency: payment.currency,
      method,
      by: call.me.userId,
    });
    await record(call, 'order_changed', {
      order: String(order.id),
      number: order.number,
      club: String(order.club_id ?? ''),
      act: 'receipt',
    });
    return paymentView(orNotFound(await selectPayment(call.db, payment.id)));
  }),
];
