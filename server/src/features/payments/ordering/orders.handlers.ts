import * as payments from '#contract/payments/endpoints.ts';
import type { Order } from '#contract/payments/shapes.ts';
import { paymentProviders } from '#contract/payments/limits.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import { idOf } from '../../../kernel/sql.ts';
import { readSeenOrder, type SeenOrder } from '../orders/order-access.ts';
import type { OrderItemTypes } from '../orders/order-items.ts';
import * as queries from '../orders/orders.queries.ts';
import type { OrderCursor, OrderRow } from '../orders/orders.queries.ts';
import { orderSummaryView, orderView } from '../orders/orders.views.ts';
import { endOrder } from '../paying/ending.ts';
import { readSetups } from '../providers/provider-settings.ts';
import { unavailable } from '../providers/stripe.ts';
import { placeOrder } from './ordering.ts';

type Reading = Pick<Call, 'db' | 'actor' | 'clock' | 'me' | 'now'>;

const viewSeen = async (
  { db, now }: Reading,
  { row, isBuyer, isOfficer }: SeenOrder,
): Promise<Order> => {
  const [lines, paid, refunds, requests, events, setupOf] = await Promise.all([
    queries.selectLines(db, row.id),
    queries.selectPayments(db, row.id),
    queries.selectRefunds(db, row.id),
    queries.selectRefundRequests(db, row.id),
    queries.selectOrderEvents(db, row.id),
    readSetups(db, row.club_id),
  ]);
  const providers = paymentProviders.filter((one) => setupOf(one).isOn);
  const parts = { lines, payments: paid, refunds, requests, events, providers };
  return orderView(row, parts, { isBuyer, isOfficer, now });
};

/** Returns an order as the caller sees it. */
export const readOrder = async (call: Reading, id: number): Promise<Order> =>
  viewSeen(call, await readSeenOrder(call, id));

const readOutside = (
  call: Scope & Pick<Call, 'me' | 'now'>,
  id: number,
): Promise<{ seen: SeenOrder; order: Order }> =>
  transact(
    call,
    async (context) => {
      const one = { ...context, me: call.me, now: call.now };
      const seen = await readSeenOrder(one, id);
      return { seen, order: await viewSeen(one, seen) };
    },
    { readOnly: true },
  );

/** Throws the reason why an order can't be canceled. */
const refuseEnded = ({ state }: Pick<OrderRow, 'state'>): void => {
  if (state === 'paid' || state === 'fulfilled') throw problem('order_paid');
  if (state === 'expired') throw problem('order_expired');
  if (state !== 'pending') throw problem('order_not_pending');
};

export const ordersHandlers = (types: OrderItemTypes) => [
  handle(payments.createOrder, async (call, input) =>
    readOrder(call, await placeOrder(call, types, input)),
  ),

  handle(payments.listOrders, async (call, { club, cursor, size }) => {
    const after = readCursor<OrderCursor>(cursor, ['time', 'number']);
    const rows = await queries.selectOwnOrders(call.db, call.me.userId, {
      club: club === undefined ? null : idOf(club),
      after,
      size: size + 1,
    });
    return pageOfRows(rows, size, {
      view: orderSummaryView,
      keyOf: (row) => [row.created_at, row.id],
    });
  }),

  handle(payments.getOrder, (call, { id }) => readOrder(call, idOf(id))),

  handleWithoutTransaction(payments.cancelOrder, async (call, { id }) => {
    const { seen } = await readOutside(call, idOf(id));
    refuseEnded(seen.row);
    let ending: Awaited<ReturnType<typeof endOrder>>;
    try {
      ending = await endOrder(call, types, seen.row.id, 'canceled');
    } catch (error) {
      throw unavailable(error);
    }
    const after = await readOutside(call, seen.row.id);
    // The bank has the payment already, so it can't be stopped.
    if (ending === 'processing') throw problem('order_paid');
    if (ending === 'other') refuseEnded(after.seen.row);
    if (ending === 'ended' && !seen.isBuyer)
      await transact(call, (context) =>
        record(context, 'order_changed', {
          order: after.order.id,
          number: after.order.number,
          club: after.order.club.id,
          act: 'canceled',
        }),
      );
    return after.order;
  }),
];
