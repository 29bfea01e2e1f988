import type { OrderItemKind } from '#contract/payments/limits.ts';
import type { Context } from '../../../kernel/context.ts';
import type { OrderedItem, OrderItemType, OrderReference } from '../../../kernel/feature.ts';
import type { LockedOrder, OrderLineRow } from './orders.queries.ts';

/** The types of items that features declare, by kind. Donations belong to no feature. */
export type OrderItemTypes = ReadonlyMap<OrderItemKind, OrderItemType>;

export const orderItemTypes = (declared: readonly OrderItemType[]): OrderItemTypes =>
  new Map(declared.map((one) => [one.kind, one]));

const itemOf = (row: OrderLineRow): OrderedItem => ({
  line: row.id,
  item: row.item_id ?? 0,
  title: row.title,
  quantity: row.quantity,
  detail: row.detail,
});

export const referenceOf = (order: LockedOrder): OrderReference => ({
  id: order.id,
  club: order.club_id,
  buyer: order.buyer_id,
  expiresAt: order.expires_at,
});

/** Runs one function of each type with its lines, always in the same order of types, so that orders don't deadlock. */
export const eachType = async (
  types: OrderItemTypes,
  lines: readonly OrderLineRow[],
  run: (type: OrderItemType, items: readonly OrderedItem[]) => Promise<void>,
): Promise<void> => {
  for (const [kind, type] of types) {
    const own = lines.filter((line) => line.kind === kind);
    if (own.length > 0) await run(type, own.map(itemOf));
  }
};

/** Reports a refund to the features of its items. `restocked`: units by line. */
export const reportRefund = (
  context: Context,
  types: OrderItemTypes,
  order: LockedOrder,
  {
    lines,
    restocked,
    isWhole,
  }: {
    readonly lines: readonly OrderLineRow[];
    readonly restocked: ReadonlyMap<number, number>;
    readonly isWhole: boolean;
  },
): Promise<void> =>
  eachType(types, lines, (type, items) =>
    type.refunded(
      context,
      referenceOf(order),
      items.map((one) => ({ ...one, restocked: restocked.get(one.line) ?? 0 })),
      isWhole,
    ),
  );
