import { createHash, randomUUID } from 'node:crypto';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import type { CanceledTicket } from '../../../kernel/feature.ts';
import { emit, type Events, type OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { addOrderEvent } from '../orders/order-events.ts';
import { referenceOf, reportRefund, type OrderItemTypes } from '../orders/order-items.ts';
import {
  lockOrder,
  selectLines,
  updateRestocked,
  type LockedOrder,
  type OrderLineRow,
} from '../orders/orders.queries.ts';
import { selectPaidPayment } from '../orders/payments.queries.ts';
import { shareOf } from '../payments.rules.ts';
import { endOrder } from '../paying/ending.ts';
import { StripeCallError } from '../providers/stripe.ts';
import { startRefund } from '../refunds/refunding.ts';
import * as queries from '../refunds/refunds.queries.ts';

/* Orders of tickets for dates that don't take place, and of tickets whose registration was canceled. */

type CalledOff = Events['order_called_off'];

/** Milliseconds until an order whose payment a bank or the provider still decides is looked at again. */
const againMs = 60 * 60_000;

const reasons = {
  event: 'The event was canceled.',
  person: 'The registration was canceled.',
  host: 'A host canceled the registration.',
} as const;

/**
 * Returns the id of the refund for the event with this number. Repeating the event's job adds no second refund. Another cancellation of the
 * same ticket has another event, so it's refunded again if the person registered again after an officer had declined the first refund.
 */
const clientIdOf = (event: number, { order }: CalledOff): string => {
  const hash = createHash('sha256').update(JSON.stringify(['order_called_off', event, order]));
  // PostgreSQL reads a UUID from any 32 hexadecimal digits.
  return hash.digest('hex').slice(0, 32);
};

/**
 * Returns the lines with tickets that don't take place. A date can have another name than when it was ordered, because its series changed;
 * an order with the tickets of one date leaves no doubt.
 */
const linesOf = (
  lines: readonly OrderLineRow[],
  { event, originals }: CalledOff,
): OrderLineRow[] => {
  const tickets = lines.filter(({ kind }) => kind === 'ticket');
  const dates = new Set(
    tickets.map(({ detail }) => JSON.stringify([detail['event'], detail['original']])),
  );
  return tickets.filter(
    ({ detail }) =>
      dates.size === 1 ||
      (detail['event'] === event &&
        (originals === null || originals.includes(detail['original'] ?? ''))),
  );
};

/** The reason and id with which a refund of tickets is stored. */
interface Refunding {
  readonly reason: string;
  readonly clientId: string;
}

/** Refunds the tickets of a paid order. Cash and invoices become a request, because only an officer can hand money back. */
const refundTickets = async (
  context: Context,
  types: OrderItemTypes,
  order: LockedOrder,
  called: CalledOff,
  { reason, clientId }: Refunding,
): Promise<void> => {
  const { db, clock, school } = context;
  const lines = await selectLines(db, order.id);
  const tickets = linesOf(lines, called).filter((line) => line.restocked < line.quantity);
  const payment = await selectPaidPayment(db, order.id);
  if (payment === undefined || tickets.length === 0) return;
  const { succeeded, pending } = await queries.selectRefunded(db, payment.id);
  const left = payment.amount - succeeded - pending;
  const isWhole = linesOf(lines, called).length === lines.length;
  // The price of the units that weren't refunded before.
  const price = tickets.reduce(
    (sum, { total, quantity, restocked }) => sum + total - shareOf(total, restocked, quantity),
    0,
  );
  const amount = isWhole ? left : Math.min(left, price);
  if (amount <= 0) return;
  if (payment.provider === 'desk' || payment.provider === 'invoice') {
    const asked = {
      order: order.id,
      reason,
      lines: tickets.map(({ id, quantity, restocked }) => ({
        line: String(id),
        quantity: quantity - restocked,
      })),
      clientId,
      now: clock.now(),
    };
    // An open request of the buyer already asks for it.
    if ((await queries.insertRequest(db, school.school_id, asked)) === undefined) return;
    await addOrderEvent(context, order.id, 'refund_requested', { isAutomatic: true });
    await emit(context, 'refund_requested', { order: order.id, by: order.buyer_id ?? 0 });
    return;
  }
  const started = await startRefund(context, order, {
    payment,
    amount,
    reason,
    by: null,
    clientId,
  });
  if (started === undefined) return;
  const restocked = new Map<number, number>();
  for (const { id, quantity, restocked: before } of tickets) {
    await updateRestocked(db, order.id, id, quantity - before);
    restocked.set(id, quantity - before);
  }
  await reportRefund(context, types, order, { lines, restocked, isWhole: amount === left });
};

/**
 * Returns whether people have a spot again after their registration was canceled. They keep the order then, instead of a refund. Registering
 * locks the order first, so this doesn't change while the order is locked.
 */
const isOrderKept = async (
  context: Context,
  types: OrderItemTypes,
  { by, event, originals }: CalledOff,
  order: LockedOrder,
): Promise<boolean> => {
  if (by === undefined) return false;
  const canceled = { event, originals };
  for (const { isKept: check } of types.values())
    if ((await check?.(context, referenceOf(order), canceled)) === true) return true;
  return false;
};

/**
 * Ends an order whose tickets were called off: refunds it if it was paid, and cancels it otherwise. Does nothing if the person has a
 * spot again. Repeating it does nothing more.
 */
export const endCalledOff = async (
  scope: Scope,
  types: OrderItemTypes,
  { id, payload: called }: OutboxEvent<'order_called_off'>,
): Promise<void> => {
  let isOpen = false;
  try {
    const ending = await endOrder(scope, types, called.order, 'canceled', (context, order) =>
      isOrderKept(context, types, called, order),
    );
    isOpen = ending === 'processing';
  } catch (error) {
    if (!(error instanceof StripeCallError)) throw error;
    scope.log.warn({ order: called.order, err: error }, 'a canceled order could not be ended yet');
    isOpen = true;
  }
  await transact(scope, async (context) => {
    const order = orNotFound(await lockOrder(context.db, called.order));
    if (await isOrderKept(context, types, called, order)) return;
    if (order.state === 'paid' || order.state === 'fulfilled')
      await refundTickets(context, types, order, called, {
        reason: reasons[called.by ?? 'event'],
        clientId: clientIdOf(id, called),
      });
    else if (isOpen && order.state === 'pending')
      await emit(
        context,
        'order_called_off',
        called,
        new Date(context.clock.now().getTime() + againMs),
      );
  });
};

/** Refunds a ticket whose registration was canceled, if its order is paid. The caller locked the order before the registration changed. */
export const refundCanceled = async (
  context: Context,
  types: OrderItemTypes,
  { order: id, event, original, by }: CanceledTicket,
): Promise<void> => {
  const order = orNotFound(await lockOrder(context.db, id));
  if (order.state !== 'paid' && order.state !== 'fulfilled') return;
  const canceled = { order: id, event, originals: [original] };
  await refundTickets(context, types, order, canceled, {
    reason: reasons[by],
    clientId: randomUUID(),
  });
};
