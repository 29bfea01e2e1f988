import type { RefundTicket } from '../../../kernel/feature.ts';
import type { Context } from '../../../kernel/context.ts';
import { emit, emitAll } from '../../../kernel/jobs/outbox.ts';
import { longerRefund, refundUntil, spotsKey } from '../events.rules.ts';
import { ticketStart } from '../events.views.ts';
import type { EventRow } from '../events.queries.ts';
import { selectBoughtPolicy, selectOrdersOf, type OrderOfRow } from './ticket-orders.queries.ts';

/** Returns the deadline until which the buyer of a ticket gets a refund for canceling. Null for no refunds. */
export const refundDeadline = async (
  { db }: Pick<Context, 'db'>,
  row: EventRow,
  order: number,
): Promise<Date | null> => {
  const bought = await selectBoughtPolicy(db, order, { event: row.id, original: spotsKey(row) });
  return refundUntil(longerRefund(bought, row.refund_hours), ticketStart(row));
};

/**
 * Refunds the order of a canceled registration, or ends it if it isn't paid: the provider’s page is closed after the commit. The order was
 * locked before the registration changed.
 */
export const giveBack = async (
  context: Context,
  refundTicket: RefundTicket,
  { event, original }: { event: number; original: string },
  { order, by }: { order: OrderOfRow; by: 'person' | 'host' },
): Promise<void> => {
  const ticket = { order: order.order_id, event: String(event), by };
  if (order.state !== 'pending') return refundTicket(context, { ...ticket, original });
  return emit(context, 'order_called_off', { ...ticket, originals: [original] });
};

/**
 * Ends or refunds the orders of canceled registrations after the commit, except those that were locked before the registrations changed. An
 * order can be placed while the cancellation waits for the registration.
 */
export const callOffOthers = async (
  context: Context,
  place: { event: number; original: string },
  {
    people,
    locked,
    by,
  }: {
    people: readonly number[];
    locked: readonly OrderOfRow[];
    by: 'person' | 'host';
  },
): Promise<void> => {
  if (people.length === 0) return;
  const known = new Set(locked.map((order) => order.order_id));
  const others = (await selectOrdersOf(context.db, place, people)).filter(
    (order) => !known.has(order.order_id),
  );
  const { event, original } = place;
  await emitAll(
    context,
    'order_called_off',
    others.map(({ order_id: order }) => ({
      payload: { order, event: String(event), originals: [original], by },
      dueAt: null,
    })),
  );
};
