import type { RefundTicket } from '../../../kernel/feature.ts';
import type { Context } from '../../../kernel/context.ts';
import { emit, emitAll } from '../../../kernel/jobs/outbox.ts';
import { longerRefund, refundUntil, spotsKey } from '../events.rules.ts';
import { ticketStart } from '../events.views.ts';
import type { EventRow } from '../events.queries.ts';
import { selectBoughtPolicy, selectOrdersOf, type OrderOfRow } from './ticket-orders.queries.ts';

/** What a registration is for: an event with all its dates, or one date. */
interface SpotPlace {
  readonly event: number;
  readonly original: string;
}

/** Who canceled a registration. */
type CanceledBy = 'person' | 'host';

/** Returns the deadline until which the buyer of a ticket gets a refund for canceling. Null for no refunds. */
export const refundDeadline = async (
  { db }: Pick<Context, 'db'>,
  row: EventRow,
  order: number,
): Promise<Date | null> => {
  const bought = await selectBoughtPolicy(db, order, { event: row.id, original: spotsKey(row) });
  return refundUntil(longerRefund(bought, row.refund_hours), ticketStart(row));
};

/** Returns the event that ends or refunds the order of a canceled registration after the commit. */
export const calledOff = (order: number, { event, original }: SpotPlace, by: CanceledBy) => ({
  order,
  event: String(event),
  originals: [original],
  by,
});

/**
 * Refunds the order of a canceled registration, or ends it if it isn't paid: the provider’s page is closed after the commit. The order was
 * locked before the registration changed.
 */
export const giveBack = async (
  context: Context,
  refundTicket: RefundTicket,
  place: SpotPlace,
  { order, by }: { order: OrderOfRow; by: CanceledBy },
): Promise<void> => {
  const { order_id: id, state } = order;
  return state === 'pending'
    ? emit(context, 'order_called_off', calledOff(id, place, by))
    : refundTicket(context, {
        order: id,
        event: String(place.event),
        original: place.original,
        by,
      });
};

/**
 * Ends or refunds the orders of canceled registrations after the commit, except those that were locked before the registrations changed. An
 * order can be placed while the cancellation waits for the registration.
 */
export const callOffOthers = async (
  context: Context,
  place: SpotPlace,
  {
    people,
    locked,
    by,
  }: {
    people: readonly number[];
    locked: readonly OrderOfRow[];
    by: CanceledBy;
  },
): Promise<void> => {
  if (people.length === 0) return;
  const known = new Set(locked.map((order) => order.order_id));
  const others = (await selectOrdersOf(context.db, place, people)).filter(
    (order) => !known.has(order.order_id),
  );
  await emitAll(
    context,
    'order_called_off',
    others.map(({ order_id: order }) => ({
      payload: calledOff(order, place, by),
      dueAt: null,
    })),
  );
};
