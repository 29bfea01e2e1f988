import type { RefundTicket } from '../../../kernel/feature.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { emit, emitAll } from '../../../kernel/jobs/outbox.ts';
import { longerRefund, refundUntil, spotsKey } from '../events.rules.ts';
import { ticketStart } from '../events.views.ts';
import type { EventRow } from '../events.queries.ts';
import {
  selectBoughtPolicy,
  selectOrdersOf,
  selectPolicy,
  type OrderOfRow,
} from './ticket-orders.queries.ts';

/** What a registration is for: an event with all its dates, or one date. */
interface SpotPlace {
  readonly event: number;
  readonly original: string;
}

/** Who canceled a registration. */
export type CanceledBy = 'person' | 'host';

/** Returns the deadline until which the buyer of a ticket gets a refund for canceling. Null for no refunds. */
export const refundDeadline = (
  { db }: Pick<Context, 'db'>,
  row: EventRow,
  order: number,
): Promise<Date | null> =>
  deadlineOf(db, order, {
    place: { event: row.id, original: spotsKey(row) },
    hours: row.refund_hours,
    startsAt: ticketStart(row),
  });

/** `hours`: the event's current policy. The more generous one of it and the policy that the buyer saw applies. */
const deadlineOf = async (
  db: Db,
  order: number,
  {
    place,
    hours,
    startsAt,
  }: { readonly place: SpotPlace; readonly hours: number | null; readonly startsAt: number },
): Promise<Date | null> => {
  const bought = await selectBoughtPolicy(db, order, place);
  return refundUntil(longerRefund(bought, hours), startsAt);
};

/** Returns those orders of canceled registrations that aren't paid, or whose buyer canceled (`at`) early enough for a refund. */
const ordersGivenBack = async (
  db: Db,
  place: SpotPlace,
  orders: readonly OrderOfRow[],
  at: Date,
): Promise<OrderOfRow[]> => {
  const policy = await selectPolicy(db, place);
  const given: OrderOfRow[] = [];
  for (const order of orders) {
    const until =
      order.state === 'pending' || policy === undefined
        ? null
        : await deadlineOf(db, order.order_id, {
            place,
            hours: policy.refund_hours,
            startsAt: policy.starts_at.getTime(),
          });
    if (order.state === 'pending' || (until !== null && at < until)) given.push(order);
  }
  return given;
};

/**
 * Ends or refunds the orders of people whose registrations were canceled outside of a call, after the commit. People who canceled get a
 * refund only as the event's policy says. `at`: when they canceled, because the job can run after the deadline.
 */
export const callOffCanceled = async (
  context: Context,
  place: SpotPlace,
  {
    people,
    by,
    at,
  }: { readonly people: readonly number[]; readonly by: CanceledBy; readonly at: Date },
): Promise<void> => {
  if (people.length === 0) return;
  const orders = await selectOrdersOf(context.db, place, people);
  await callOff(
    context,
    place,
    by === 'host' ? orders : await ordersGivenBack(context.db, place, orders, at),
    by,
  );
};

const callOff = (
  context: Context,
  place: SpotPlace,
  orders: readonly OrderOfRow[],
  by: CanceledBy,
): Promise<void> =>
  emitAll(
    context,
    'order_called_off',
    orders.map(({ order_id: order }) => ({ payload: calledOff(order, place, by), dueAt: null })),
  );

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
  await callOff(context, place, others, by);
};
