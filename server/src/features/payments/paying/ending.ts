import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { addOrderEvent } from '../orders/order-events.ts';
import { eachType, referenceOf, type OrderItemTypes } from '../orders/order-items.ts';
import { lockOrder, selectLines, updateOrder, type LockedOrder } from '../orders/orders.queries.ts';
import { selectOpenPayment, updatePayment } from '../orders/payments.queries.ts';
import { endSession } from './sessions.ts';

/** How long an order waits for a bank that decides later, before it is looked at again. */
const processingMs = 6 * 3_600_000;

/** Ends a locked order without a payment that could still succeed, and releases its items. */
export const releaseOrder = async (
  context: Context,
  types: OrderItemTypes,
  order: LockedOrder,
  state: 'expired' | 'canceled',
): Promise<void> => {
  const { db, clock } = context;
  const lines = await selectLines(db, order.id);
  await eachType(types, lines, (type, items) => type.release(context, referenceOf(order), items));
  await updateOrder(db, order.id, { state, ended_at: clock.now() });
  await addOrderEvent(context, order.id, state, { isAutomatic: state === 'expired' });
};

/** The result of ending an order: it ended, was paid first, isn't due yet, or a bank still processes the payment. */
export type Ending = 'ended' | 'other' | 'early' | 'processing';

/**
 * Ends a pending order. The session at the provider ends first, and only then the items are released: otherwise someone could pay for an
 * item that another person has bought. Throws `StripeCallError` if the provider can't be reached; the order then keeps its items. `isKept`:
 * returns true if the locked order must not end.
 */
export const endOrder = async (
  scope: Scope,
  types: OrderItemTypes,
  id: number,
  state: 'expired' | 'canceled',
  isKept: (context: Context, order: LockedOrder) => Promise<boolean> = async () => false,
): Promise<Ending> => {
  // A new payment can start between the steps only before the order expires.
  for (let round = 0; round < 5; round += 1) {
    const step = await transact(scope, async (context) => {
      const { db, clock } = context;
      const order = orNotFound(await lockOrder(db, id));
      if (order.state !== 'pending') return { result: 'other' as const };
      if (await isKept(context, order)) return { result: 'other' as const };
      if (state === 'expired' && order.expires_at > clock.now())
        return { result: 'early' as const };
      const payment = await selectOpenPayment(db, id);
      if (payment?.provider === 'stripe') return { payment: payment.id };
      if (payment !== undefined) await updatePayment(db, payment.id, { state: 'canceled' });
      await releaseOrder(context, types, order, state);
      return { result: 'ended' as const };
    });
    if (step.result !== undefined) return step.result;
    if (!(await endSession(scope, types, step.payment))) {
      if (state === 'expired') await postpone(scope, id);
      return 'processing';
    }
  }
  return 'processing';
};

/** Keeps the items of an order whose payment a bank still decides. */
const postpone = (scope: Scope, id: number): Promise<void> =>
  transact(scope, async (context) => {
    const { db, clock } = context;
    const order = orNotFound(await lockOrder(db, id));
    if (order.state !== 'pending') return;
    const expiresAt = new Date(clock.now().getTime() + processingMs);
    await updateOrder(db, id, { expires_at: expiresAt });
    await emit(context, 'order_due', { order: id }, expiresAt);
  });
