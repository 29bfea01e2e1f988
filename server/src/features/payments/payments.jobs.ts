import { transact, type Scope } from '../../kernel/context.ts';
import { onEvent, onEventWithNumber } from '../../kernel/jobs/event-handler.ts';
import { emit, insertEvent } from '../../kernel/jobs/outbox.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';
import type { OrderItemTypes } from './orders/order-items.ts';
import { selectOrder } from './orders/orders.queries.ts';
import { selectForgotten, selectPayment, updatePayment } from './orders/payments.queries.ts';
import { endOrder } from './paying/ending.ts';
import { deleteOldEvents } from './paying/provider-events.queries.ts';
import { checkStripePayment, endSession } from './paying/sessions.ts';
import { StripeCallError } from './providers/stripe.ts';
import { endCalledOff } from './called-off/called-off.ts';
import { checkRefund, refundAgain } from './refunds/refunding.ts';

/** Minutes until the provider is asked again about an open payment, by the number of earlier questions. */
const waits = [1, 2, 5, 10, 15, 30];

/** Returns whether a payment is open although its order was paid otherwise or ended. */
const isObsolete = (scope: Scope, id: number): Promise<boolean> =>
  transact(
    scope,
    async ({ db }) => {
      const payment = await selectPayment(db, id);
      const order = payment && (await selectOrder(db, payment.order_id));
      return payment?.state === 'open' && order?.state !== 'pending';
    },
    { readOnly: true },
  );

/** Asks the provider about an open payment, because its event can be lost, and asks again later while it is open. */
const checkPayment = async (
  scope: Scope,
  types: OrderItemTypes,
  { payment: id, asked }: { payment: number; asked: number },
): Promise<void> => {
  try {
    await checkStripePayment(scope, types, id);
    if (await isObsolete(scope, id)) await endSession(scope, types, id);
  } catch (error) {
    if (!(error instanceof StripeCallError)) throw error;
    scope.log.warn({ payment: id, err: error }, 'a payment could not be checked');
  }
  await transact(scope, async (context) => {
    const payment = await selectPayment(context.db, id);
    if (payment?.state !== 'open') return;
    const now = context.clock.now();
    await updatePayment(context.db, id, { checked_at: now });
    const minutes = waits[asked] ?? 60;
    await emit(
      context,
      'payment_check_due',
      { payment: id, asked: asked + 1 },
      new Date(now.getTime() + minutes * 60_000),
    );
  });
};

export const paymentsJobs = (types: OrderItemTypes) => [
  // If the provider can't be reached, the order keeps its items, and the handler runs again.
  onEvent(
    'payments.expire-order',
    'order_due',
    async (scope, { order }) => {
      await endOrder(scope, types, order, 'expired');
    },
    { concurrency: 4, timeoutSeconds: 300 },
  ),
  // The release before emitted these events. The next release can remove the handler.
  onEvent(
    'payments.cancel-given-up',
    'order_given_up',
    async (scope, { order }) => {
      await endOrder(scope, types, order, 'canceled');
    },
    { timeoutSeconds: 300 },
  ),
  onEventWithNumber(
    'payments.end-called-off',
    'order_called_off',
    (scope, event) => endCalledOff(scope, types, event),
    { concurrency: 4, timeoutSeconds: 300 },
  ),
  onEvent(
    'payments.check-payment',
    'payment_check_due',
    (scope, payload) => checkPayment(scope, types, payload),
    { concurrency: 4, timeoutSeconds: 300 },
  ),
  onEvent('payments.refund-again', 'late_payment_due', refundAgain),
  onEvent('payments.check-refund', 'refund_check_due', checkRefund, {
    concurrency: 4,
    timeoutSeconds: 300,
  }),
];

/** Queues the checks of payments, refunds and orders whose events failed too often, for example in a long outage of the provider. */
export const queueForgotten: MaintenanceTask = async (db, now, school) => {
  const { payments, refunds, orders } = await selectForgotten(db, now);
  for (const payment of payments)
    await insertEvent(db, school, null, 'payment_check_due', { payment, asked: waits.length });
  for (const refund of refunds)
    await insertEvent(db, school, null, 'refund_check_due', { refund, asked: waits.length });
  for (const order of orders) await insertEvent(db, school, null, 'order_due', { order });
  return 0;
};

export const cleanUpEvents: MaintenanceTask = (db, now) => deleteOldEvents(db, now);
