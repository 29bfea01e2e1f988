import type { RefundTicket } from '../../../kernel/feature.ts';
import type { Context } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { longerRefund, refundUntil, spotsKey } from '../events.rules.ts';
import { ticketStart } from '../events.views.ts';
import type { EventRow } from '../events.queries.ts';
import { selectBoughtPolicy, type OrderOfRow } from './ticket-orders.queries.ts';

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
