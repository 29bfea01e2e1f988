import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { OrderItemKind } from '#contract/payments/limits.ts';
import { paymentLimits, paymentRates } from '#contract/payments/limits.ts';
import type * as payments from '#contract/payments/endpoints.ts';
import type { OrderItemInput } from '#contract/payments/shapes.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { OrderRequest } from '../../../kernel/feature.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { countUseInTransaction } from '../../../kernel/security/rate-limits.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { isClubStaff } from '../../clubs/club-access.ts';
import { selectClubState } from '../../clubs/clubs.queries.ts';
import { isWritable } from '../../clubs/clubs.rules.ts';
import { donationLines } from '../donations/donation-lines.ts';
import { lockDiscount } from '../discounts/discounts.queries.ts';
import { addOrderEvent } from '../orders/order-events.ts';
import { eachType, referenceOf, type OrderItemTypes } from '../orders/order-items.ts';
import {
  addRepeatedClient,
  countPending,
  insertLines,
  insertOrder,
  isNumberTaken,
  lockOrder,
  selectLines,
  selectOrderByClient,
  type NewLine,
  type OrderLineRow,
} from '../orders/orders.queries.ts';
import { selectOpenPayment, updatePayment } from '../orders/payments.queries.ts';
import { releaseOrder } from '../paying/ending.ts';
import { payLockedOrder } from '../paying/settling.ts';
import {
  checkAmount,
  checkCurrency,
  discountOn,
  divide,
  newCode,
  taxWithin,
} from '../payments.rules.ts';

/** A line before discounts. */
interface Draft {
  readonly line: Omit<NewLine, 'discount' | 'tax' | 'total'>;
  readonly currency: string;
  readonly taxBasisPoints: number;
}

const requestOf = (item: OrderItemInput): { kind: OrderItemKind; request: OrderRequest } | null => {
  if ('variant' in item)
    return {
      kind: 'product',
      request: { item: item.variant, quantity: item.quantity, detail: {} },
    };
  if ('dues' in item)
    return { kind: 'dues', request: { item: item.dues, quantity: 1, detail: {} } };
  if ('donation' in item) return null;
  return {
    kind: 'ticket',
    request: {
      item: item.ticketKind,
      quantity: 1,
      detail: {
        event: item.event,
        ...(item.occurrence !== undefined && { occurrence: item.occurrence }),
      },
    },
  };
};

/** Returns the lines of an order in the order of the items, with the buyer's prices. */
const priced = async (
  call: Call,
  types: OrderItemTypes,
  club: number,
  items: readonly OrderItemInput[],
): Promise<Draft[]> => {
  const donations = await donationLines(
    call,
    club,
    items.filter((item) => 'donation' in item),
  );
  /** The lines of each item. */
  const drafts: Draft[][] = items.map((item) => ('donation' in item ? donations.splice(0, 1) : []));
  const asked = items.map(requestOf);
  const kinds = new Set(asked.flatMap((one) => (one === null ? [] : [one.kind])));
  for (const kind of kinds) {
    const type = orNotFound(types.get(kind));
    const requested = asked.flatMap((one, index) =>
      one?.kind === kind ? [{ index, request: one.request }] : [],
    );
    const found = await type.price(
      call,
      { club, buyer: call.me.userId },
      requested.map(({ request }) => request),
    );
    for (const [nth, { index }] of requested.entries()) {
      const one = orNotFound(found[nth]);
      const own: Draft = {
        line: {
          kind,
          item_id: one.item,
          detail: one.detail,
          title: one.title,
          quantity: one.quantity,
          unit_price: one.price,
          needs_handover: one.needsHandover,
        },
        currency: one.currency,
        taxBasisPoints: one.taxBasisPoints,
      };
      const { guests } = one;
      const line = guests && {
        ...own.line,
        quantity: guests.quantity,
        unit_price: guests.price,
        detail: { ...one.detail, guests: 'true' },
      };
      drafts[index] = [own, ...(line === undefined ? [] : [{ ...own, line }])];
    }
  }
  return drafts.flat();
};

const isUnlimited = ({ kind }: OrderLineRow): boolean => kind === 'dues' || kind === 'donation';
const fullPrice = ({ line }: Draft): number => line.unit_price * line.quantity;
/** Donations and dues have no discount. */
const canDiscount = ({ line }: Draft): boolean => line.kind === 'product' || line.kind === 'ticket';

/** Returns the discount of each line, and the code's id. Throws `discount_invalid` if the code doesn't apply. */
const discounted = async (
  call: Call,
  club: number,
  drafts: readonly Draft[],
  code: string | undefined,
): Promise<{ id: number | null; shares: readonly number[] }> => {
  if (code === undefined) return { id: null, shares: drafts.map(() => 0) };
  const row = await lockDiscount(call.db, club, code.trim(), call.me.userId);
  const weights = drafts.map((draft) => (canDiscount(draft) ? fullPrice(draft) : 0));
  const base = weights.reduce((sum, weight) => sum + weight, 0);
  if (
    row === undefined ||
    !row.is_on ||
    (row.starts_at !== null && row.starts_at > call.now) ||
    (row.ends_at !== null && row.ends_at <= call.now) ||
    (row.max_uses !== null && row.uses >= row.max_uses) ||
    (row.per_person !== null && row.own_uses >= row.per_person) ||
    (row.currency !== null && row.currency !== drafts[0]?.currency) ||
    base === 0
  )
    throw problem('discount_invalid');
  return { id: row.id, shares: divide(discountOn(base, row), weights) };
};

/** Returns whether an order has exactly these items at these prices. */
const hasItems = (drafts: readonly Draft[], lines: readonly OrderLineRow[]): boolean =>
  isDeepStrictEqual(
    drafts
      .map(({ line }) => [line.kind, line.item_id, line.quantity, line.unit_price].join())
      .toSorted(),
    lines.map((one) => [one.kind, one.item_id, one.quantity, one.unit_price].join()).toSorted(),
  );

/**
 * Cancels the buyer's pending order that this one replaces, so that no one pays both. Returns its id if it has the same items and can still
 * be paid. Its session at Stripe ends after the commit: someone who pays it until then gets the money back automatically. Only orders
 * without items of a limited number end before their session does.
 */
const replaceOrder = async (
  call: Call,
  types: OrderItemTypes,
  club: number,
  { drafts, hasCode }: { readonly drafts: readonly Draft[]; readonly hasCode: boolean },
): Promise<number | null> => {
  const { db, now, me } = call;
  const kinds = new Set(drafts.map(({ line }) => line.kind));
  for (const kind of kinds) {
    const found =
      kind === 'donation'
        ? undefined
        : await types.get(kind)?.replaced?.(call, { club, buyer: me.userId });
    const order = found === undefined ? undefined : await lockOrder(db, found);
    if (order === undefined || order.state !== 'pending') continue;
    const lines = await selectLines(db, order.id);
    if (!hasCode && order.expires_at > now && hasItems(drafts, lines)) return order.id;
    const payment = await selectOpenPayment(db, order.id);
    if (payment?.is_processing === true || lines.some((one) => !isUnlimited(one)))
      throw problem('order_open');
    if (payment?.provider === 'stripe')
      await emit(call, 'payment_check_due', { payment: payment.id, asked: 0 });
    else if (payment !== undefined) await updatePayment(db, payment.id, { state: 'canceled' });
    await releaseOrder(call, types, order, 'canceled');
  }
  return null;
};

/** Returns a number that no order of the school has. */
const newNumber = async (call: Call): Promise<string> => {
  for (;;) {
    const number = newCode(6, randomInt);
    if (!(await isNumberTaken(call.db, number))) return number;
  }
};

/** Returns the club, which sells only while it is active. */
const sellingClub = async (call: Call, id: string) => {
  const who = { viewer: call.me.userId, isStaff: await isClubStaff(call) };
  const club = orNotFound(await selectClubState(call.db, who, idOf(id)));
  if (!isWritable(club) || club.status === 'pending') throw problem('club_inactive');
  return club;
};

/** Places an order: fixes its prices and holds its items. Returns its id. */
export const placeOrder = async (
  call: Call,
  types: OrderItemTypes,
  input: HandlerInput<typeof payments.createOrder>,
): Promise<number> => {
  const { db, now, me } = call;
  const before = await selectOrderByClient(db, me.userId, input.clientId);
  if (before !== undefined) return before.id;
  const club = await sellingClub(call, input.club);
  const drafts = await priced(call, types, club.id, input.items);
  await countUseInTransaction(call, `payments-order:${me.userId}`, paymentRates.order);
  const open = await replaceOrder(call, types, club.id, {
    drafts,
    hasCode: input.discount !== undefined,
  });
  if (open !== null) {
    await addRepeatedClient(db, open, input.clientId);
    return open;
  }
  const max = paymentLimits.pending;
  if ((await countPending(db, me.userId)) >= max) throw problem('too_many_orders', { max });
  const currency = drafts[0]?.currency ?? '';
  for (const draft of drafts) checkCurrency({ amount: 0, currency: draft.currency }, currency);
  const { id: discountCode, shares } = await discounted(call, club.id, drafts, input.discount);
  const lines = drafts.map((draft, index): NewLine => {
    const discount = shares[index] ?? 0;
    const total = fullPrice(draft) - discount;
    return { ...draft.line, discount, total, tax: taxWithin(total, draft.taxBasisPoints) };
  });
  const sum = (of: (line: NewLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  const subtotal = sum(({ unit_price: price, quantity }) => price * quantity);
  checkAmount({ amount: subtotal, currency }, 0);
  const expiresAt = new Date(now.getTime() + paymentLimits.holdMinutes * 60_000);
  const id = await insertOrder(db, call.schoolId, {
    number: await newNumber(call),
    club: club.id,
    buyer: me.userId,
    clientId: input.clientId,
    currency,
    subtotal,
    discount: sum(({ discount }) => discount),
    tax: sum(({ tax }) => tax),
    total: sum(({ total }) => total),
    discountCode,
    expiresAt,
    now,
    pickUpCode: newCode(6, randomInt),
    isAnonymous: input.items.some((one) => 'donation' in one && one.isAnonymous === true),
  });
  await insertLines(db, call.schoolId, id, lines);
  await addOrderEvent(call, id, 'created');
  const order = orNotFound(await lockOrder(db, id));
  await eachType(types, await selectLines(db, id), (type, items) =>
    type.reserve(call, referenceOf(order), items),
  );
  if (order.total === 0) await payLockedOrder(call, types, order, { payment: null, by: me.userId });
  else await emit(call, 'order_due', { order: id }, expiresAt);
  return id;
};
