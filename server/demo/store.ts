import { createHash } from 'node:crypto';
import * as payments from '#contract/payments/endpoints.ts';
import { transact, type Context } from '#server/kernel/context.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { paymentsFeature } from '#server/features/payments/feature.ts';
import { storeDonations } from '#server/features/payments/donations/donations.queries.ts';
import { addOrderEvent } from '#server/features/payments/orders/order-events.ts';
import { orderItemTypes } from '#server/features/payments/orders/order-items.ts';
import { lockOrder, updateOrder } from '#server/features/payments/orders/orders.queries.ts';
import { selectPaidPayment } from '#server/features/payments/orders/payments.queries.ts';
import { settlePayment } from '#server/features/payments/paying/settling.ts';
import { startRefund } from '#server/features/payments/refunds/refunding.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import { productOrders } from '#server/features/store/sales/product-orders.ts';
import {
  insertProduct,
  insertVariant,
  lockVariantsOf,
  selectProductByClient,
} from '#server/features/store/store.queries.ts';
import { openPictures, type ProductScene } from './demo-pictures.ts';
import { asPerson, callAs, openDemoScopes, type DemoScopeParts } from './demo-scope.ts';
import { deleteDeliveredEvents, deleteEndedOrders, selectClubNamed } from './demo.queries.ts';

const clubName = 'Ridge & Trail';
const hourMs = 3_600_000;

/** A UUID that stays the same, so that an interrupted run can start over. */
const clientIdOf = (name: string): string => {
  const hex = createHash('sha256').update(`demo store: ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

interface DemoProduct {
  readonly name: string;
  readonly picture: ProductScene;
  readonly description: string;
  readonly price: number;
  readonly memberPrice?: number;
  readonly perPerson?: number;
  /** The stock is null without a limit. */
  readonly variants: readonly { readonly name: string; readonly stock: number | null }[];
}

const one = (stock: number | null) => [{ name: '', stock }];

const products: readonly DemoProduct[] = [
  {
    name: 'Ridge T-shirt',
    picture: 'shirt',
    description: 'Organic cotton with this year’s ridge line on the back. Cut a little wide.',
    price: 1500,
    memberPrice: 1200,
    perPerson: 4,
    variants: [
      { name: 'S', stock: 9 },
      { name: 'M', stock: 6 },
      { name: 'L', stock: 11 },
      { name: 'XL', stock: 0 },
    ],
  },
  {
    name: 'Enamel mug',
    picture: 'mug',
    description: 'Survives the campfire and the dishwasher.',
    price: 900,
    variants: one(0),
  },
  {
    name: 'Wool beanie',
    picture: 'beanie',
    description: 'Knitted by members during the winter evenings.',
    price: 1400,
    perPerson: 2,
    variants: one(5),
  },
  {
    name: 'Trail map',
    picture: 'map',
    description: 'All marked trails within an hour by bus, on tear-proof paper.',
    price: 400,
    memberPrice: 250,
    variants: one(null),
  },
  {
    name: 'First-aid kit',
    picture: 'kit',
    description: 'What our hike leaders carry: bandages, tape, blister plasters, a rescue blanket.',
    price: 1100,
    variants: one(14),
  },
  {
    name: 'Sticker set',
    picture: 'stickers',
    description: 'Six weatherproof stickers for bottles and laptops.',
    price: 200,
    variants: one(null),
  },
];

const donations = {
  is_on: true,
  purpose: 'Donations pay for gear that everyone can borrow: packs, stoves and rain jackets.',
  currency: 'USD',
  suggested: [500, 1500, 4000],
  min_amount: 200,
  max_amount: null,
  account_id: null,
  version: 0,
} as const;

type Ending =
  | 'pending'
  | 'canceled'
  | 'paid'
  | 'ready'
  | 'fulfilled'
  | 'requested'
  | 'partly'
  | 'refunded';

interface DemoOrder {
  /** A sign-in, or the number of a member. */
  readonly buyer: 'ana' | 'ben' | number;
  readonly hoursAgo: number;
  /** Name of the product, of the variant, and the quantity. */
  readonly items: readonly (readonly [string, string, number])[];
  readonly ending: Ending;
  readonly reason?: string;
}

const orders: readonly DemoOrder[] = [
  { buyer: 3, hoursAgo: 700, items: [['Sticker set', '', 3]], ending: 'fulfilled' },
  { buyer: 4, hoursAgo: 520, items: [['First-aid kit', '', 1]], ending: 'refunded' },
  { buyer: 5, hoursAgo: 400, items: [['Ridge T-shirt', 'L', 2]], ending: 'partly' },
  { buyer: 'ana', hoursAgo: 330, items: [['Trail map', '', 1]], ending: 'fulfilled' },
  { buyer: 6, hoursAgo: 200, items: [['Wool beanie', '', 1]], ending: 'canceled' },
  {
    buyer: 'ana',
    hoursAgo: 120,
    items: [
      ['Ridge T-shirt', 'M', 1],
      ['Sticker set', '', 2],
    ],
    ending: 'requested',
    reason: 'The shirt is too small. Could I give it back?',
  },
  { buyer: 7, hoursAgo: 50, items: [['First-aid kit', '', 1]], ending: 'ready' },
  { buyer: 8, hoursAgo: 20, items: [['Ridge T-shirt', 'S', 1]], ending: 'paid' },
  { buyer: 'ben', hoursAgo: 0, items: [['Wool beanie', '', 1]], ending: 'pending' },
];

/**
 * Adds the store of a club with orders in each state. Buyers make the calls of the web app. What officers do happens below their calls,
 * because those write to the activity log, whose entries are in the order of time. Runs again after it was interrupted.
 */
export const runStore = async (parts: DemoScopeParts, school: SchoolId): Promise<void> => {
  const scopeAt = await openDemoScopes(parts, school);
  const now = parts.clock.now().getTime();
  const timeOf = (hoursAgo: number) => new Date(now - hoursAgo * hourMs);
  const at = (hoursAgo: number) => scopeAt(timeOf(hoursAgo));
  const types = orderItemTypes([productOrders]);
  const routes = paymentsFeature([productOrders]).handlers ?? [];
  const { club, signIns } = await inTransaction(
    parts.pool,
    { school, readOnly: true },
    async (db) => ({
      club: await selectClubNamed(db, clubName),
      signIns: await selectIdsByUsername(db, ['ana', 'ben', 'officer']),
    }),
  );
  const officer = signIns.get('officer');
  if (club === undefined || officer === undefined) throw new Error(`${clubName} has no officer`);
  const own = new Set(signIns.values());
  const members = club.members.filter((one) => !own.has(one));

  const variants = new Map<string, string>();
  await inTransaction(parts.pool, { school }, async (db) => {
    await storeDonations(db, school, club.id, donations, timeOf(24 * 40));
    const send = openPictures({ db, files: parts.files, school });
    for (const [nth, { name, description, price, ...it }] of products.entries()) {
      const known = await selectProductByClient(db, officer, clientIdOf(name));
      const createdAt = timeOf(24 * 40 - nth);
      const made =
        known ??
        (await insertProduct(db, school, {
          club: club.id,
          by: officer,
          clientId: clientIdOf(name),
          now: createdAt,
          columns: {
            picture_id: await send(officer, { scene: it.picture, name: `${name}.webp` }, createdAt),
            name,
            description,
            price,
            currency: 'USD',
            member_price: it.memberPrice ?? null,
            per_person: it.perPerson ?? null,
            pick_up: 'Gear room, Harlan Hall 12, Tuesdays 4 to 6 PM',
          },
        }));
      if (made === undefined) continue;
      if (known === undefined)
        for (const [position, one] of it.variants.entries())
          await insertVariant(db, school, made.id, { id: null, position, price: null, ...one });
      for (const one of await lockVariantsOf(db, made.id))
        variants.set(`${name} ${one.name}`, String(one.id));
    }
  });

  for (const { buyer, hoursAgo, items, ending, reason } of orders) {
    const who = typeof buyer === 'number' ? members[buyer] : signIns.get(buyer);
    if (who === undefined) continue;
    const name = `order ${hoursAgo}`;
    const order = await callAs(at(hoursAgo), who, routes, payments.createOrder, {
      clientId: clientIdOf(name),
      club: String(club.id),
      items: items.map(([product, variant, quantity]) => ({
        variant: variants.get(`${product} ${variant}`) ?? '',
        quantity,
      })),
    });
    if (order.state !== 'pending' || ending === 'pending') continue;
    if (ending === 'canceled') {
      await callAs(at(hoursAgo - 1), who, routes, payments.cancelOrder, { id: order.id });
      continue;
    }
    const { id: payment } = await callAs(at(hoursAgo), who, routes, payments.payOrder, {
      id: order.id,
      clientId: clientIdOf(`${name} payment`),
      provider: 'desk',
    });
    const id = Number(order.id);
    const asOfficer = (hours: number, work: (context: Context) => Promise<unknown>) =>
      transact(asPerson(at(hours), officer), work);
    await asOfficer(hoursAgo - 1, (context) =>
      settlePayment(context, types, Number(payment), {
        amount: order.total.amount,
        currency: order.total.currency,
        method: hoursAgo % 20 === 0 ? 'cash' : 'terminal',
        by: officer,
      }),
    );
    if (ending === 'paid') continue;
    await asOfficer(hoursAgo - 2, async (context) => {
      await updateOrder(context.db, id, { ready_at: context.clock.now() });
      await addOrderEvent(context, id, 'ready');
    });
    if (ending === 'ready') continue;
    await asOfficer(hoursAgo - 4, async (context) => {
      await updateOrder(context.db, id, { state: 'fulfilled', ended_at: context.clock.now() });
      await addOrderEvent(context, id, 'fulfilled');
    });
    if (ending === 'requested')
      await callAs(at(hoursAgo - 30), who, routes, payments.requestRefund, {
        id: order.id,
        clientId: clientIdOf(`${name} request`),
        reason: reason ?? '',
        lines: order.lines.slice(0, 1).map(({ id: line }) => ({ line, quantity: 1 })),
      });
    if (ending === 'partly' || ending === 'refunded')
      await asOfficer(hoursAgo - 40, async (context) => {
        const [locked, paid] = [
          await lockOrder(context.db, id),
          await selectPaidPayment(context.db, id),
        ];
        if (locked === undefined || paid === undefined) return;
        await startRefund(context, locked, {
          payment: paid,
          amount: ending === 'refunded' ? paid.amount : Math.floor(paid.amount / 2),
          reason: ending === 'refunded' ? 'The zipper was broken.' : 'One shirt came back unworn.',
          by: officer,
          clientId: clientIdOf(`${name} refund`),
        });
      });
  }
  await inTransaction(parts.pool, { school }, async (db) => {
    await deleteDeliveredEvents(db, ['order_paid', 'order_refunded', 'refund_requested']);
    await deleteEndedOrders(db);
  });
};
