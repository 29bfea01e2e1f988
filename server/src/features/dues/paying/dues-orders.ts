import type { Context } from '../../../kernel/context.ts';
import type { OrderItemType, PricedItem } from '../../../kernel/feature.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import * as queries from './paying.queries.ts';

/** Locks the member who pays a line, and returns them. Null after the account was erased. */
const lockedMember = async ({ db, school }: Context, line: number) => {
  const row = orNotFound(await queries.selectLine(db, line));
  if (row.user_id === null) return null;
  const member = { club: row.club_id, person: row.user_id };
  await queries.lockMember(db, school.school_id, member);
  return member;
};

/** Dues, as orders sell them. Only members of the club can pay them. */
export const duesOrders: OrderItemType = {
  kind: 'dues',

  price: async ({ db }, order, items) => {
    const ids = items.map(({ item }) => idOf(item));
    const rows = await queries.selectPayablePlans(db, order, ids);
    return items.map((item, index): PricedItem => {
      const row = orNotFound(rows.find(({ id }) => id === ids[index]));
      if (!row.is_member) throw problem('forbidden');
      return {
        item: row.id,
        title: row.name,
        quantity: item.quantity,
        detail: {},
        price: row.amount,
        currency: row.currency,
        taxBasisPoints: 0,
        needsHandover: false,
      };
    });
  },

  replaced: async ({ db }, { club, buyer }) => {
    const member = { club, person: buyer };
    await queries.lockOrdering(db, member);
    return queries.selectHeldOrder(db, member);
  },

  reserve: async ({ db, school }, { buyer }, items) => {
    for (const { line, item } of items)
      await queries.insertHeld(db, school.school_id, { line, plan: item, person: buyer });
  },

  release: async ({ db }, _, items) => {
    for (const { line } of items) await queries.updateReleased(db, line);
  },

  fulfill: async (context, _, items) => {
    const { db, clock } = context;
    for (const { line } of items) {
      const member = await lockedMember(context, line);
      if (!(await queries.updatePaid(db, line, clock.now())))
        throw new Error(`line ${line} of a paid order holds no dues`);
      if (member !== null) await queries.updatePaidTime(db, { ...member, dueFrom: null });
    }
  },

  refunded: async (context, _, items, isWhole) => {
    // A partial refund is a concession, and the dues stay paid.
    if (!isWhole) return;
    const { db, clock } = context;
    for (const { line } of items) {
      const member = await lockedMember(context, line);
      if (!(await queries.updateRefunded(db, line))) continue;
      if (member !== null) await queries.updatePaidTime(db, { ...member, dueFrom: clock.now() });
    }
  },
};
