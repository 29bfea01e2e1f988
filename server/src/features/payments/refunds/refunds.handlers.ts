import * as payments from '#contract/payments/endpoints.ts';
import * as officers from '#contract/payments/officers.endpoints.ts';
import { transact } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction, type Call } from '../../../kernel/handle.ts';
import { runOnce } from '../../../kernel/client-results.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { record } from '../../../kernel/security/audit.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { readManagedOrder, readSeenOrder } from '../orders/order-access.ts';
import { addOrderEvent } from '../orders/order-events.ts';
import { reportRefund, type OrderItemTypes } from '../orders/order-items.ts';
import {
  lockOrder,
  selectLines,
  updateRestocked,
  type LockedOrder,
} from '../orders/orders.queries.ts';
import { refundRequestView, refundView } from '../orders/orders.views.ts';
import { selectPaidPayment } from '../orders/payments.queries.ts';
import { checkAmount, checkCurrency } from '../payments.rules.ts';
import { StripeCallError } from '../providers/stripe.ts';
import { sendRefund, startRefund } from './refunding.ts';
import * as queries from './refunds.queries.ts';

/** Puts units back for sale, and reports the refund to the features of its items. */
const restock = async (
  call: Call,
  types: OrderItemTypes,
  order: LockedOrder,
  { given, isWhole }: { given: readonly { line: string; quantity: number }[]; isWhole: boolean },
): Promise<void> => {
  const lines = await selectLines(call.db, order.id);
  const restocked = new Map<number, number>();
  for (const { line, quantity } of given) {
    const id = idOf(line);
    restocked.set(id, (restocked.get(id) ?? 0) + quantity);
  }
  for (const [line, quantity] of restocked) {
    if (!lines.some(({ id }) => id === line)) throw problem('not_found');
    if (!(await updateRestocked(call.db, order.id, line, quantity)))
      throw problem('refund_too_large');
  }
  await reportRefund(call, types, order, { lines, restocked, isWhole });
};

/** Starts an officer's refund. Returns its id. */
const refund = async (
  call: Call,
  types: OrderItemTypes,
  input: {
    id: string;
    clientId: string;
    amount: { amount: number; currency: string };
    reason: string;
    restock?: readonly { line: string; quantity: number }[] | undefined;
  },
): Promise<number> => {
  const { db, me } = call;
  const row = await readManagedOrder(call, idOf(input.id));
  const order = orNotFound(await lockOrder(db, row.id));
  const repeated = { by: me.userId, clientId: input.clientId };
  const before = await queries.selectRefundByClient(db, order.id, repeated);
  if (before !== undefined) return before.id;
  const amount = checkAmount(input.amount, 1);
  checkCurrency(input.amount, order.currency);
  const payment = await selectPaidPayment(db, order.id);
  if (payment === undefined) throw problem('not_refundable');
  const { succeeded, pending } = await queries.selectRefunded(db, payment.id);
  const left = payment.amount - succeeded - pending;
  if (left === 0) throw problem('not_refundable');
  if (amount > left) throw problem('refund_too_large');
  const id = await startRefund(call, order, {
    payment,
    amount,
    reason: input.reason,
    by: me.userId,
    clientId: input.clientId,
  });
  await restock(call, types, order, { given: input.restock ?? [], isWhole: amount === left });
  await queries.updateRequests(
    db,
    { order: order.id },
    { state: 'refunded', answer: '', by: me.userId, now: call.now },
  );
  await record(call, 'order_changed', {
    order: String(order.id),
    number: order.number,
    club: String(order.club_id ?? ''),
    act: 'refund',
  });
  return orNotFound(id);
};

export const refundsHandlers = (types: OrderItemTypes) => [
  handle(payments.requestRefund, async (call, { id, clientId, reason, lines = [] }) => {
    const { row, isBuyer } = await readSeenOrder(call, idOf(id));
    // Officers refund orders themselves.
    if (!isBuyer) throw problem('not_found');
    const order = orNotFound(await lockOrder(call.db, row.id));
    const before = await queries.selectRequestByClient(call.db, order.id, clientId);
    if (before !== undefined) return refundRequestView(before);
    const payment = await selectPaidPayment(call.db, order.id);
    const refunded = payment && (await queries.selectRefunded(call.db, payment.id));
    if (
      payment === undefined ||
      refunded === undefined ||
      refunded.succeeded + refunded.pending >= payment.amount
    )
      throw problem('not_refundable');
    const stored = new Map((await selectLines(call.db, order.id)).map((one) => [one.id, one]));
    for (const { line, quantity } of lines)
      if (quantity > orNotFound(stored.get(idOf(line))).quantity) throw problem('refund_too_large');
    const made = await queries.insertRequest(call.db, call.schoolId, {
      order: order.id,
      reason,
      lines,
      clientId,
      now: call.now,
    });
    if (made === undefined) throw problem('refund_request_open');
    await addOrderEvent(call, order.id, 'refund_requested');
    await emit(call, 'refund_requested', { order: order.id, by: call.me.userId });
    return refundRequestView(made);
  }),

  handle(officers.answerRefundRequest, async (call, { id, reason }) => {
    const known = orNotFound(await queries.selectRequest(call.db, idOf(id)));
    const { id: order } = await readManagedOrder(call, known.order_id);
    const row = orNotFound(await lockOrder(call.db, order));
    const answer = {
      state: 'declined',
      answer: reason,
      by: call.me.userId,
      now: call.now,
    } as const;
    if (!(await queries.updateRequests(call.db, { id: known.id }, answer))) {
      const after = orNotFound(await queries.selectRequest(call.db, known.id));
      // The same answer again.
      if (after.state === 'declined' && after.answer === reason) return refundRequestView(after);
      throw problem('refund_request_answered');
    }
    await addOrderEvent(call, order, 'refund_declined');
    await emit(call, 'refund_declined', { order, by: call.me.userId });
    await record(call, 'order_changed', {
      order: String(order),
      number: row.number,
      club: String(row.club_id ?? ''),
      act: 'declined',
    });
    return refundRequestView(orNotFound(await queries.selectRequest(call.db, known.id)));
  }),

  handleWithoutTransaction(officers.refundOrder, async (call, input) => {
    const { me, now, schoolId } = call;
    const id = await transact(call, (context) =>
      runOnce(context, officers.refundOrder, input, () =>
        refund({ ...context, me, now, schoolId }, types, input),
      ),
    );
    try {
      await sendRefund(call, id);
    } catch (error) {
      // The refund stays pending, and a job asks the provider again.
      if (!(error instanceof StripeCallError)) throw error;
      call.log.warn({ refund: id, err: error }, 'a refund could not be sent yet');
    }
    return transact(
      call,
      async ({ db }) => refundView(orNotFound(await queries.selectRefund(db, id))),
      { readOnly: true },
    );
  }),
];
