import { createHash } from 'node:crypto';
import * as officers from '#contract/payments/officers.endpoints.ts';
import * as payments from '#contract/payments/endpoints.ts';
import * as store from '#contract/store/endpoints.ts';
import type { VariantInput } from '#contract/store/endpoints.ts';
import { inTransaction } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { paymentsFeature } from '#server/features/payments/feature.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import { productOrders } from '#server/features/store/sales/product-orders.ts';
import { storeFeature } from '#server/features/store/feature.ts';
import { callAs, openDemoScopes, type DemoScopeParts } from './demo-scope.ts';
import { selectClubNamed } from './demo.queries.ts';

const clubName = 'Ridge & Trail';
const usd = (amount: number) => ({ amount, currency: 'USD' });
const hourMs = 3_600_000;

/** A UUID that stays the same, so that an interrupted run can start over. */
const clientIdOf = (name: string): string => {
  const hex = createHash('sha256').update(`demo store: ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

interface DemoProduct {
  readonly name: string;
  readonly description: string;
  readonly price: number;
  readonly memberPrice?: number;
  readonly perPerson?: number;
  readonly stock?: number;
  readonly variants?: readonly VariantInput[];
}

const products: readonly DemoProduct[] = [
  {
    name: 'Ridge T-shirt',
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
    description: 'Survives the campfire and the dishwasher.',
    price: 900,
    stock: 0,
  },
  {
    name: 'Wool beanie',
    description: 'Knitted by members during the winter evenings.',
    price: 1400,
    perPerson: 2,
    stock: 5,
  },
  {
    name: 'Trail map',
    description: 'All marked trails within an hour by bus, on tear-proof paper.',
    price: 400,
    memberPrice: 250,
  },
  {
    name: 'First-aid kit',
    description: 'What our hike leaders carry: bandages, tape, blister plasters, a rescue blanket.',
    price: 1100,
    stock: 14,
  },
  {
    name: 'Sticker set',
    description: 'Six weatherproof stickers for bottles and laptops.',
    price: 200,
  },
];

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

/** Adds the store of a club with orders in each state, by the calls that people make. Runs again after it was interrupted. */
export const runStore = async (parts: DemoScopeParts, school: SchoolId): Promise<void> => {
  const scopeAt = await openDemoScopes(parts, school);
  const now = parts.clock.now().getTime();
  const at = (hoursAgo: number) => scopeAt(new Date(now - hoursAgo * hourMs));
  const routes = [
    ...(storeFeature.handlers ?? []),
    ...(paymentsFeature([productOrders]).handlers ?? []),
  ];
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
  for (const [nth, it] of products.entries()) {
    const { price, memberPrice, name, ...rest } = it;
    const made = await callAs(at(24 * 40 - nth), officer, routes, store.createProduct, {
      id: String(club.id),
      clientId: clientIdOf(name),
      name,
      ...rest,
      variants: rest.variants && [...rest.variants],
      price: usd(price),
      ...(memberPrice !== undefined && { memberPrice: usd(memberPrice) }),
      pickUp: 'Gear room, Harlan Hall 12, Tuesdays 4 to 6 PM',
    });
    for (const variant of made.variants) variants.set(`${name} ${variant.name}`, variant.id);
  }
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
    const { id } = order;
    if (order.state !== 'pending' || ending === 'pending') continue;
    if (ending === 'canceled') {
      await callAs(at(hoursAgo - 1), who, routes, payments.cancelOrder, { id });
      continue;
    }
    const payment = await callAs(at(hoursAgo), who, routes, payments.payOrder, {
      id,
      clientId: clientIdOf(`${name} payment`),
      provider: 'desk',
    });
    await callAs(at(hoursAgo - 1), officer, routes, officers.recordReceipt, {
      id: payment.id,
      clientId: clientIdOf(`${name} receipt`),
      method: hoursAgo % 20 === 0 ? 'cash' : 'terminal',
    });
    if (ending !== 'paid')
      await callAs(at(hoursAgo - 2), officer, routes, officers.handOverOrder, {
        id,
        state: 'ready',
      });
    if (ending !== 'paid' && ending !== 'ready')
      await callAs(at(hoursAgo - 4), officer, routes, officers.handOverOrder, {
        id,
        state: 'fulfilled',
      });
    if (ending === 'requested')
      await callAs(at(hoursAgo - 30), who, routes, payments.requestRefund, {
        id,
        clientId: clientIdOf(`${name} request`),
        reason: reason ?? '',
        lines: order.lines.slice(0, 1).map(({ id: line }) => ({ line, quantity: 1 })),
      });
    if (ending === 'partly' || ending === 'refunded')
      await callAs(at(hoursAgo - 40), officer, routes, officers.refundOrder, {
        id,
        clientId: clientIdOf(`${name} refund`),
        amount:
          ending === 'refunded'
            ? order.total
            : { ...order.total, amount: Math.floor(order.total.amount / 2) },
        reason: ending === 'refunded' ? 'The zipper was broken.' : 'One shirt came back unworn.',
      });
  }
};
