import type {
  OrderedItem,
  OrderItemType,
  OrderReference,
  PricedItem,
} from '../../../kernel/feature.ts';
import { transact, type Context } from '../../../kernel/context.ts';
import { callOf } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { onEvent } from '../../../kernel/jobs/event-handler.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { seenEvent } from '../event-access.ts';
import { selectKinds } from '../events.queries.ts';
import { guestPriceOf, openStatuses, spotsKey, ticketed } from '../events.rules.ts';
import { emitPromotions } from './promotions.ts';
import { registerSpots } from './registering.ts';
import { changeRegistrations, registerPerson } from './registration.queries.ts';
import {
  isEventCanceled,
  lockSpot,
  promote,
  removeOrder,
  selectRegistrationOf,
  selectRegistrationsOfOrder,
  updateOrderOf,
  updateOrderPaid,
  type RegistrationOfOrderRow,
} from './ticket-orders.queries.ts';

/** Maximum length of the title of an order's line. */
const titleMax = 200;

/** Statuses of people who asked for a spot and don't have one for sure. */
const askingStatuses = openStatuses.filter((status) => !ticketed.includes(status));

/**
 * Cancels the registrations with a spot for items of an order, gives their spots to the waitlist, and removes the order. People who only
 * asked for a spot again keep their request, and pay with a new order if they get one.
 */
const cancelOf = async (
  context: Context,
  { id: order }: OrderReference,
  items: readonly OrderedItem[],
  state: 'due' | 'refunded',
): Promise<void> => {
  const select = async () =>
    (await selectRegistrationsOfOrder(context.db, order)).filter((row) =>
      items.some(
        ({ detail }) =>
          detail['event'] === String(row.event_id) && detail['original'] === row.original,
      ),
    );
  // The people of a canceled event keep their registrations, and no one gets their spots.
  for (const row of (await select()).filter((one) => !one.is_called_off)) {
    const place = { event: row.event_id, original: row.original };
    const { promoted } = await changeRegistrations(context.db, {
      ...place,
      people: [row.user_id],
      from: ['registered'],
      to: 'canceled',
      reason: '',
      now: context.clock.now(),
    });
    await emitPromotions(context, place, promoted);
  }
  // Promotions wait for the spots, which this transaction has locked.
  const rows = await select();
  const asking = rows.filter(({ status }) => askingStatuses.includes(status)).map(({ id }) => id);
  const others = rows.map(({ id }) => id).filter((id) => !asking.includes(id));
  await removeOrder(context.db, others, state);
  await removeOrder(context.db, asking, 'due');
  await promoteWithoutRefund(context, rows);
};

/** Gives free spots to people that the waitlist skipped because of an open refund request, then to the next people. */
const promoteWithoutRefund = async (
  context: Context,
  rows: readonly RegistrationOfOrderRow[],
): Promise<void> => {
  for (const { event_id: event, original } of rows.filter(({ status }) => status === 'waiting')) {
    const place = { event, original };
    await emitPromotions(context, place, await promote(context.db, place, context.clock.now()));
  }
};

/** People whose refund request was declined keep their paid order, so they can get a spot again. */
export const ticketOrderJobs = [
  onEvent('events.promote-after-declined-refund', 'refund_declined', (scope, { order }) =>
    transact(scope, async (context) =>
      promoteWithoutRefund(context, await selectRegistrationsOfOrder(context.db, order)),
    ),
  ),
];

/** Returns the tickets of each registration as one item: a person's own ticket and those of guests can have different prices. */
const ticketsOf = (items: readonly OrderedItem[]): OrderedItem[] =>
  items
    .filter(({ detail }) => detail['guests'] === undefined)
    .map((own) => ({
      ...own,
      quantity: items
        .filter(
          (one) => one === own || (one.detail['guests'] !== undefined && isSameSpot(one, own)),
        )
        .reduce((sum, one) => sum + one.quantity, 0),
    }));

const isSameSpot = (one: OrderedItem, other: OrderedItem): boolean =>
  one.detail['event'] === other.detail['event'] &&
  one.detail['original'] === other.detail['original'];

/**
 * Takes refunded tickets off registrations. The registration keeps its other spots; without any, it is canceled. Returns the items whose
 * registration has none left.
 */
const takeOffRefunded = async (
  context: Context,
  { id: order }: OrderReference,
  items: readonly (OrderedItem & { readonly restocked: number })[],
): Promise<OrderedItem[]> => {
  const empty: OrderedItem[] = [];
  for (const row of await selectRegistrationsOfOrder(context.db, order)) {
    const place = { event: row.event_id, original: row.original };
    const own = items.filter(
      ({ detail }) =>
        detail['event'] === String(place.event) && detail['original'] === place.original,
    );
    const refunded = own.reduce((sum, { restocked }) => sum + restocked, 0);
    if (refunded > row.guests) empty.push(...own);
    else if (refunded > 0 && row.status === 'registered' && !row.is_called_off) {
      const { promoted } = await registerPerson(context, {
        ...place,
        person: row.user_id,
        kind: row.ticket_type_id,
        guests: row.guests - refunded,
        wish: 'yes',
        isHidden: row.is_hidden,
        isWalkIn: false,
        previousStatus: row.status,
        now: context.clock.now(),
      });
      await emitPromotions(context, place, promoted);
    }
  }
  return empty;
};

/** Tickets with a price, as orders sell them. A registration holds the spots, and the order pays for them. */
export const ticketOrders: OrderItemType = {
  kind: 'ticket',

  price: async (context, { club, buyer }, items) => {
    const call = callOf(context);
    const priced: PricedItem[] = [];
    for (const { item, detail } of items) {
      const row = await seenEvent(call, detail['event'] ?? '', detail['occurrence']);
      const kind = (await selectKinds(call.db, row.id)).find(({ id }) => String(id) === item);
      if (kind === undefined || kind.price === null || kind.currency === null)
        throw problem('not_found');
      if (row.club_id !== club) throw problem('not_found');
      const place = { event: row.id, original: spotsKey(row) };
      const mine = await selectRegistrationOf(call.db, { ...place, person: buyer });
      const isHeld = mine?.status === 'registered' && mine.ticket_type_id === kind.id;
      if (isHeld && mine.order_id !== null)
        throw problem('per_person_limit', { max: 1, title: kind.name });
      if (kind.access_code !== null && !isHeld) throw problem('ticket_kind_code');
      const guests = isHeld ? mine.guests : 0;
      const guestPrice = guestPriceOf(kind) ?? kind.price;
      const isSamePrice = guestPrice === kind.price;
      priced.push({
        item: kind.id,
        title: `${row.own?.title ?? row.title} (${kind.name})`.slice(0, titleMax),
        quantity: isSamePrice ? 1 + guests : 1,
        ...(!isSamePrice && guests > 0 && { guests: { quantity: guests, price: guestPrice } }),
        detail: {
          event: String(row.id),
          original: place.original,
          ...(detail['occurrence'] !== undefined && { occurrence: detail['occurrence'] }),
          // The order keeps the refund policy that applies when it is placed.
          ...(row.refund_hours !== null && { refundHours: String(row.refund_hours) }),
        },
        price: kind.price,
        currency: kind.currency,
        taxBasisPoints: kind.tax_basis_points,
        needsHandover: false,
      });
    }
    return priced;
  },

  reserve: async (context, { id: order, buyer }, items) => {
    const call = callOf(context);
    for (const { item, title, quantity, detail } of ticketsOf(items)) {
      const place = {
        event: idOf(detail['event'] ?? ''),
        original: detail['original'] ?? '',
        person: orNotFound(buyer),
      };
      await lockSpot(call.db, place);
      // People keep their registrations of a canceled event, but they can’t pay for them.
      if (await isEventCanceled(call.db, place.event)) throw problem('event_canceled');
      const before = await selectRegistrationOf(call.db, place);
      if (before?.status !== 'registered' || before.ticket_type_id !== item)
        await registerSpots(call, {
          id: String(place.event),
          ticketKind: String(item),
          guests: 0,
          ...(detail['occurrence'] !== undefined && { occurrence: detail['occurrence'] }),
        });
      const mine = await selectRegistrationOf(call.db, place);
      if (mine?.status !== 'registered' || mine.order_state !== 'due' || mine.order_id !== null)
        throw problem('sold_out', { title });
      // The number of guests changed after the price was read.
      if (1 + mine.guests !== quantity) throw problem('registration_ordered');
      await updateOrderOf(call.db, mine.id, order);
    }
  },

  release: (context, order, items) => cancelOf(context, order, items, 'due'),

  fulfill: ({ db }, { id }) => updateOrderPaid(db, id),

  isKept: async ({ db }, { id }, { event, originals }) =>
    (await selectRegistrationsOfOrder(db, id)).some(
      (row) =>
        String(row.event_id) === event &&
        (originals === null || originals.includes(row.original)) &&
        ticketed.includes(row.status),
    ),

  refunded: async (context, order, items, isWhole) =>
    cancelOf(
      context,
      order,
      isWhole ? items : await takeOffRefunded(context, order, items),
      'refunded',
    ),
};
