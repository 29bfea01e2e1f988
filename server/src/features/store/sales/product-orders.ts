import type { Context } from '../../../kernel/context.ts';
import type { OrderedItem, OrderItemType, PricedItem } from '../../../kernel/feature.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import * as queries from './sales.queries.ts';
import type { SoldVariantRow } from './sales.queries.ts';
import { priceFor } from '../store.rules.ts';

const titleOf = ({ product_name: product, variant_name: variant }: SoldVariantRow): string =>
  variant === '' ? product : `${product} (${variant})`;

/** Returns the sum of a number per key. Two lines can have the same variant, and are checked together. */
const sums = <T>(items: readonly T[], key: (item: T) => number, n: (item: T) => number) => {
  const all = new Map<number, number>();
  for (const item of items) all.set(key(item), (all.get(key(item)) ?? 0) + n(item));
  return all;
};

/** Notifies the people who wait for a variant, after units came back. */
const notifyWaiting = async (context: Context, variant: number): Promise<void> => {
  const row = await queries.selectWaited(context.db, variant);
  if (row?.has_left === true && row.is_waited)
    await emit(context, 'variant_back_in_stock', { variant });
};

/** Locks the variants of lines in the order of ids, as `reserve` does. */
const lock = (context: Context, items: readonly OrderedItem[]) =>
  queries.lockVariants(
    context.db,
    items.map(({ item }) => item),
  );

/** Products, as orders sell them. */
export const productOrders: OrderItemType = {
  kind: 'product',

  price: async ({ db }, order, items) => {
    const ids = items.map(({ item }) => idOf(item));
    const rows = await queries.selectSoldVariants(db, order, ids);
    const wanted = sums(
      items,
      ({ item }) => idOf(item),
      ({ quantity }) => quantity,
    );
    // `reserve` decides. When a product sells out, this refuses most orders without a lock.
    for (const row of rows)
      if (row.left !== null && row.left < (wanted.get(row.id) ?? 0))
        throw problem('sold_out', { title: titleOf(row) });
    return items.map((item, index): PricedItem => {
      const row = orNotFound(rows.find(({ id }) => id === ids[index]));
      return {
        item: row.id,
        title: titleOf(row),
        quantity: item.quantity,
        detail: {},
        price: priceFor(row, row.is_member, row.variant_price),
        currency: row.currency,
        taxBasisPoints: row.tax_basis_points,
        needsHandover: !row.has_files,
      };
    });
  },

  reserve: async (context, { buyer }, items) => {
    const { db, school } = context;
    const ids = items.map(({ item }) => item);
    const products = await queries.lockProductsOf(db, ids);
    const variants = await queries.lockVariants(db, ids);
    const byId = new Map(variants.map((row) => [row.id, row]));
    const title = (variant: number) => items.find(({ item }) => item === variant)?.title ?? '';
    const wanted = sums(
      items,
      ({ item }) => item,
      ({ quantity }) => quantity,
    );
    const ofProduct = sums(
      items,
      ({ item }) => orNotFound(byId.get(item)).product_id,
      ({ quantity }) => quantity,
    );
    for (const { id, name, per_person: max } of products) {
      const before = buyer === null ? 0 : await queries.countUnits(db, buyer, id);
      if (max !== null && before + (ofProduct.get(id) ?? 0) > max)
        throw problem('per_person_limit', { max, title: name });
    }
    for (const [variant, quantity] of wanted) {
      const row = orNotFound(byId.get(variant));
      if (row.is_archived || (row.stock !== null && row.stock - row.held < quantity))
        throw problem('sold_out', { title: title(variant) });
    }
    for (const { line, item, quantity } of items)
      await queries.insertSale(db, school.school_id, {
        line,
        variant: item,
        person: buyer,
        quantity,
      });
    for (const [variant, held] of wanted)
      await queries.changeStock(db, variant, { stock: 0, held });
  },

  release: async (context, _, items) => {
    await lock(context, items);
    for (const { line } of items) {
      const sale = await queries.updateHeld(context.db, line, 'released');
      if (sale === undefined) continue;
      await queries.changeStock(context.db, sale.variant_id, { stock: 0, held: -sale.quantity });
      await notifyWaiting(context, sale.variant_id);
    }
  },

  fulfill: async (context, _, items) => {
    await lock(context, items);
    for (const { line } of items) {
      const sale = await queries.updateHeld(context.db, line, 'sold');
      if (sale === undefined) throw new Error(`line ${line} of a paid order holds nothing`);
      const { variant_id: variant, quantity } = sale;
      await queries.changeStock(context.db, variant, { stock: -quantity, held: -quantity });
    }
  },

  refunded: async (context, _, items) => {
    const returned = items.filter(({ restocked }) => restocked > 0);
    await lock(context, returned);
    for (const { line, restocked } of returned) {
      const sale = await queries.updateReturned(context.db, line, restocked);
      if (sale === undefined) throw problem('refund_too_large');
      await queries.changeStock(context.db, sale.variant_id, { stock: restocked, held: 0 });
      await notifyWaiting(context, sale.variant_id);
    }
  },
};
